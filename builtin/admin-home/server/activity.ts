import { readActivity } from '@spawnpoint/contracts/admin-home'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live } from '@spawnpoint/sdk/common'
import { readAuditPage } from '@spawnpoint/sdk/list/server'
import { answer, type AuditService } from '@spawnpoint/sdk/server'

const LONGEST = 120

// Control and direction characters could make one entry read as another.
const plain = (text: string) => text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, LONGEST)

/** Before and after stay on the server: they hold what the viewer may have no permission to see. */
export const handleReadActivity = (uses: {
  readonly audit: AuditService
  readonly users: Live<UsersService>
}) =>
  answer(readActivity, async ({ query }) => {
    const { items, ...page } = await readAuditPage(uses.audit, {}, query)
    const ids = [...new Set(items.flatMap(({ actor }) => actor ?? []))]
    const people = new Map(((await uses.users.get()?.findMany(ids)) ?? []).map((each) => [each.id, each]))
    return {
      ...page,
      items: items.map(({ id, at, actor, action, target }) => {
        const person = people.get(actor ?? '')
        return {
          id,
          at: at.toISOString(),
          actor: person?.username ?? null,
          avatar: person?.avatar ?? null,
          action: plain(action),
          target: target === null ? null : plain(target),
        }
      }),
    }
  })
