import { listUserActivity } from '@spawnpoint/contracts/users'
import { readAuditPage } from '@spawnpoint/sdk/list/server'
import { answer, Database, Audit } from '@spawnpoint/sdk/server'
import { findAccount } from './account-queries.ts'

export const handleListUserActivity = answer(
  listUserActivity,
  { db: Database, audit: Audit },
  async ({ params, query, fail, db, audit }) => {
    if (!(await findAccount(db.orm, params.id))) throw fail('NOT_FOUND')
    const { items, ...page } = await readAuditPage(
      audit,
      { [query.filter.side ?? 'actor']: params.id },
      query,
    )
    return {
      ...page,
      items: items.map(({ id, at, action, target, ip }) => ({
        id,
        at: at.toISOString(),
        action,
        target,
        ip,
      })),
    }
  },
)
