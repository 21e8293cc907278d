import { listCodeUses } from '@spawnpoint/contracts/redeem-codes'
import { Users } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import { readPage } from '@spawnpoint/sdk/list/server'
import { answer, Database } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { redeemCode, redemption } from './tables.ts'

export const handleListUses = answer(
  listCodeUses,
  { db: Database, users: optional(Users) },
  async ({ params, query: { cursor, limit }, fail, db, users }) => {
    if ((await db.orm.$count(redeemCode, eq(redeemCode.id, params.id))) === 0) throw fail('NOT_FOUND')
    const { items, ...page } = await readPage({
      sort: 'id',
      order: 'desc',
      id: redemption.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most }) =>
        db.orm
          .select()
          .from(redemption)
          .where(and(eq(redemption.codeId, params.id), past))
          .orderBy(...orderBy)
          .limit(most),
    })
    const people = (await users.get()?.findMany([...new Set(items.map(({ userId }) => userId))])) ?? []
    const names = new Map(people.map(({ id, username }) => [id, username]))
    return {
      ...page,
      items: items.map(({ id, userId, coins, createdAt }) => ({
        id,
        user: { id: userId, username: names.get(userId) ?? null },
        coins,
        at: createdAt.toISOString(),
      })),
    }
  },
)
