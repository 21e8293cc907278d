import { listUserActivity } from '@spawnpoint/contracts/users'
import { answer, type AuditService, type DatabaseService } from '@spawnpoint/sdk/server'
import { findAccount } from './account-queries.ts'

const PAGE = 30

export const handleListUserActivity = ({ db, audit }: { db: DatabaseService; audit: AuditService }) =>
  answer(listUserActivity, async ({ params, query, fail }) => {
    if (!(await findAccount(db.orm, params.id))) throw fail('NOT_FOUND')
    const found = await audit.list({
      [query.of]: params.id,
      ...(query.before !== undefined && { before: query.before }),
      limit: PAGE + 1,
    })
    const page = found.slice(0, PAGE)
    return {
      items: page.map(({ id, at, action, target, ip }) => ({ id, at: at.toISOString(), action, target, ip })),
      next: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    }
  })
