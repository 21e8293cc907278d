import { readActivity } from '@spawnpoint/contracts/admin-home'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import { answer, type AuditService } from '@spawnpoint/sdk/server'

const PAGE = 15
const LONGEST = 120

// Control and direction characters could make one entry read as another.
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, LONGEST)

/** Before and after stay on the server: they hold what the viewer may have no permission to see. */
export const handleReadActivity = (uses: {
  readonly audit: AuditService
  readonly users: Live<UsersService>
}) =>
  answer(readActivity, async ({ query }) => {
    const found = await uses.audit.list({
      limit: PAGE + 1,
      ...(query.before ? { before: query.before } : {}),
    })
    const shown = found.slice(0, PAGE)
    const ids = [...new Set(shown.flatMap(({ actor }) => actor ?? []))]
    const people = new Map(((await uses.users.get()?.findMany(ids)) ?? []).map((each) => [each.id, each]))
    return {
      entries: shown.map(({ id, at, actor, action, target }) => {
        const person = people.get(actor ?? '')
        return {
          id,
          at: new Date(at).toISOString(),
          actor: person?.username ?? null,
          avatar: person?.avatar ?? null,
          action: plain(action),
          target: target === null ? null : plain(target),
        }
      }),
      next: found.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    }
  })
