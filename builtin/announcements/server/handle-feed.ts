import {
  dismissAnnouncement,
  listAnnouncements,
  listAudiences,
  readAllAnnouncements,
  readAnnouncement,
  showAnnouncement,
} from '@spawnpoint/contracts/announcements'
import { readTags } from '@spawnpoint/contracts/announcements/schemas'
import { Locations, type LocationsService } from '@spawnpoint/contracts/locations'
import type { UsersService } from '@spawnpoint/contracts/users'
import { optional, type Live, type ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Sessions } from '@spawnpoint/sdk/server'
import { countUnreadOf, findFor, findHeadlineFor, listFor, listTagsFor, saveRead } from './feed-queries.ts'
import { findReader, readerUses, type Reader } from './find-reader.ts'
import { presentUpdates } from './handle-incidents.ts'

type Row = Omit<NonNullable<Awaited<ReturnType<typeof findFor>>>, 'body'>

type Places = Live<LocationsService>

/** Affected locations by name, those with servers of the reader first. */
async function presentIncident(places: Places, reader: Reader, { status, locationIds }: Row) {
  if (status === null) return null
  const known = new Map(((await places.get()?.list()) ?? []).map(({ id, name }) => [id, name]))
  const affected = locationIds.flatMap((id) => {
    const name = known.get(id)
    return name === undefined ? [] : [{ name, servers: reader.servers.get(id) ?? 0 }]
  })
  return { status, locations: affected.toSorted((a, b) => b.servers - a.servers) }
}

async function presentAll(
  { users, places }: { readonly users: UsersService; readonly places: Places },
  reader: Reader,
  rows: readonly Row[],
) {
  const people = await users.findMany(rows.flatMap(({ authorId }) => authorId ?? []))
  const byId = new Map(people.map((person) => [person.id, person]))
  const incidents = await Promise.all(rows.map((row) => presentIncident(places, reader, row)))
  return rows.map(({ id, title, summary, tags, pinned, unread, publishAt, authorId }, at) => {
    const author = authorId === null ? undefined : byId.get(authorId)
    return {
      id,
      title,
      summary,
      tags: [...readTags(tags)],
      pinned,
      unread,
      publishedAt: new Date(publishAt ?? 0).toISOString(),
      author: author ? { id: author.id, name: author.username, avatar: author.avatar } : null,
      incident: incidents[at] ?? null,
    }
  })
}

const showingUses = { ...readerUses, locations: optional(Locations) }

export const handleListAnnouncements = answer(
  listAnnouncements,
  showingUses,
  async ({ actor, query: { cursor, limit, tag }, db, users, locations: places, ...uses }) => {
    const reader = await findReader({ ...uses, users }, actor.id)
    const [{ items, ...page }, tags] = await Promise.all([
      listFor(db.orm, reader, { cursor, limit, tag }),
      listTagsFor(db.orm, reader),
    ])
    return {
      ...page,
      items: await presentAll({ users, places }, reader, items),
      tags: readTags(tags.join(',')).toSorted((a, b) => a.localeCompare(b)),
    }
  },
)

export const handleShowAnnouncement = answer(
  showAnnouncement,
  showingUses,
  async ({ actor, params, fail, db, users, locations: places, ...uses }) => {
    const reader = await findReader({ ...uses, users }, actor.id)
    const found = await findFor(db.orm, reader, params.id)
    const [item] = found ? await presentAll({ users, places }, reader, [found]) : []
    if (!found || !item) throw fail('NOT_FOUND')
    const updates = item.incident ? await presentUpdates(db.orm, users, found.id) : []
    return { item: { ...item, body: found.body ?? '', updates } }
  },
)

const writingUses = { ...readerUses, sessions: Sessions }

export const readState = async (db: ServicesOf<typeof readerUses>['db'], reader: Reader) => {
  const [unread, headline] = await Promise.all([
    countUnreadOf(db.orm, reader),
    findHeadlineFor(db.orm, reader),
  ])
  return { unread, headline }
}

/** Marks as read, and lets the other tabs and devices of the person know. */
async function markRead(
  { db, sessions, ...uses }: ServicesOf<typeof writingUses>,
  person: string,
  what: Parameters<typeof saveRead>[2] = {},
) {
  const reader = await findReader(uses, person)
  const { id } = what
  if (id !== undefined && !(await findFor(db.orm, reader, id))) return null
  await db.orm.transaction(async (tx) => {
    await saveRead(tx, reader, what)
    await sessions.changed(tx, person)
  })
  return readState(db, reader)
}

export const handleReadAnnouncement = answer(
  readAnnouncement,
  writingUses,
  async ({ actor, params, fail, ...uses }) => {
    const state = await markRead(uses, actor.id, { id: params.id })
    if (!state) throw fail('NOT_FOUND')
    return state
  },
)

export const handleDismissAnnouncement = answer(
  dismissAnnouncement,
  writingUses,
  async ({ actor, params, fail, ...uses }) => {
    const state = await markRead(uses, actor.id, { id: params.id, isDismissed: true })
    if (!state) throw fail('NOT_FOUND')
    return state
  },
)

export const handleReadAll = answer(readAllAnnouncements, writingUses, async ({ actor, ...uses }) => {
  const state = await markRead(uses, actor.id)
  return state ?? { unread: 0, headline: null }
})

export const handleListAudiences = answer(
  listAudiences,
  { roles: readerUses.roles, locations: optional(Locations) },
  async ({ roles, locations }) => {
    const places = (await locations.get()?.list()) ?? []
    return {
      roles: (await roles.list()).map(({ id, name }) => ({ value: id, label: name })),
      locations: places.map(({ id, name }) => ({ value: id, label: name })),
    }
  },
)
