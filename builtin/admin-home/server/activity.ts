import { readActivity } from '@spawnpoint/contracts/admin-home'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { readAuditPage } from '@spawnpoint/sdk/list/server'
import { answer, Audit, Log } from '@spawnpoint/sdk/server'
import { nameRows, rowTargets } from './name-rows.ts'

const LONGEST = 120

// Control and direction characters could make one entry read as another.
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, LONGEST)

const isId = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** A word that is only the name of the plugin adds nothing to the action. */
const wordOf = (target: string | null, action: string) =>
  target === null || isId(target) || target === action.split(':')[0] ? null : plain(target)

/** Before and after stay on the server: they hold what the viewer may have no permission to see. */
export const handleReadActivity = answer(
  readActivity,
  { audit: Audit, users: optional(Users), targets: rowTargets, log: Log },
  async ({ query, actor: viewer, ...services }) => {
    const { items, ...page } = await readAuditPage(services.audit, {}, query)
    const ids = [
      ...new Set(items.flatMap(({ actor, target }) => [actor ?? [], isId(target) ? target : []].flat())),
    ]
    const people = new Map(((await services.users.get()?.findMany(ids)) ?? []).map((each) => [each.id, each]))
    const rows = await nameRows(services, viewer, items)
    return {
      ...page,
      items: items.map(({ id, at, actor, action, target }) => {
        const person = people.get(actor ?? '')
        const aimedAt = people.get(target ?? '')
        return {
          id,
          at: at.toISOString(),
          actor: person?.username ?? null,
          actorId: person?.id ?? null,
          avatar: person?.avatar ?? null,
          action: plain(action),
          target: aimedAt?.username ?? wordOf(target, action),
          targetUser: aimedAt?.id ?? null,
          row: rows.get(id) ?? null,
        }
      }),
    }
  },
)
