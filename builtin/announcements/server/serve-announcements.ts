import { readTags } from '@spawnpoint/contracts/announcements/schemas'
import { Users } from '@spawnpoint/contracts/users'
import type { StoredRowOf } from '@spawnpoint/sdk/resource'
import { serveResource } from '@spawnpoint/sdk/resource/server'
import { Clock } from '@spawnpoint/sdk/server'
import { announcements } from '../resource.ts'

type Row = StoredRowOf<typeof announcements>

const stateOf = ({ draft, publishAt, expiresAt }: Row, now: number) => {
  if (draft || publishAt === null) return 'draft'
  if (Date.parse(publishAt) > now) return 'scheduled'
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'ended' : 'published'
}

const refusals = {
  role: 'roleId',
  locations: 'locationIds',
} as const

export const serveAnnouncements = serveResource(
  announcements,
  { clock: Clock, users: Users },
  ({ clock, users }) => ({
    async beforeWrite({ before, values, actor, fail }) {
      const wanted = { ...before, ...values }
      const { audience = 'everyone', draft = false, expiresAt, tags } = wanted
      const roleId = audience === 'role' ? (wanted.roleId ?? null) : null
      const locationIds = audience === 'locations' ? (wanted.locationIds ?? []) : []
      const isFor = { everyone: true, role: roleId !== null, locations: locationIds.length > 0 }
      if (audience !== 'everyone' && !isFor[audience]) {
        const code = 'ANNOUNCEMENTS_NO_AUDIENCE'
        throw fail(code, { fields: { [refusals[audience]]: code } })
      }
      // Published without a date means at once.
      const publishAt = wanted.publishAt ?? (draft ? null : clock.now().toISOString())
      if (publishAt && expiresAt && Date.parse(expiresAt) < Date.parse(publishAt)) {
        const code = 'ANNOUNCEMENTS_ENDS_FIRST'
        throw fail(code, { fields: { expiresAt: code } })
      }
      return {
        ...values,
        audience,
        roleId,
        locationIds,
        publishAt,
        tags: readTags(tags).join(', ') || null,
        status: wanted.kind === 'incident' ? (before?.status ?? 'investigating') : null,
        ...(before === null && { authorId: actor.id }),
      }
    },
    async present(rows) {
      const people = await users.findMany(rows.flatMap(({ authorId }) => authorId ?? []))
      const names = new Map(people.map(({ id, username }) => [id, username]))
      const now = clock.now().getTime()
      return rows.map((row) => ({
        ...row,
        state: stateOf(row, now),
        author: row.authorId === null ? null : (names.get(row.authorId) ?? null),
      }))
    },
  }),
)
