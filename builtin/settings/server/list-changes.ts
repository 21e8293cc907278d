import { listSettingChanges } from '@spawnpoint/contracts/settings'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { readAuditPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Settings } from '@spawnpoint/sdk/server'
import { AUDIT_TARGET } from './last-changes.ts'

const LONGEST = 2_000

const isLong = (value: unknown) => (JSON.stringify(value) ?? '').length > LONGEST
const cut = (value: unknown) =>
  isLong(value) ? `${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)}…` : value

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value instanceof Object ? Object.fromEntries(Object.entries(value)) : {}

export const handleListSettingChanges = answer(
  listSettingChanges,
  { audit: Audit, settings: Settings, users: optional(Users) },
  async ({ query, audit, settings, users }) => {
    const { items, ...page } = await readAuditPage(audit, { target: AUDIT_TARGET }, query)
    const actors = [...new Set(items.flatMap(({ actor }) => actor ?? []))]
    const people = (await users.get()?.findMany(actors)) ?? []
    const names = new Map(people.map(({ id, username }) => [id, username]))
    const known = new Map(settings.describe().map((each) => [each.key, each]))
    return {
      ...page,
      items: items.map(({ id, at, actor, before, after }) => {
        const earlier = fieldsOf(before)
        const changes = Object.entries(fieldsOf(after)).map(([key, value]) => {
          const setting = known.get(key)
          return {
            key,
            before: cut(earlier[key]) ?? null,
            after: cut(value) ?? null,
            canUndo: setting !== undefined && setting.audience !== 'secret' && !isLong(earlier[key]),
          }
        })
        return { id, at: at.toISOString(), by: names.get(actor ?? '') ?? null, changes }
      }),
    }
  },
)
