import { findUsers } from '@spawnpoint/contracts/users'
import { begins } from '@spawnpoint/sdk/list/server'
import { answer, Database, type Queries } from '@spawnpoint/sdk/server'
import { and, isNull, sql } from 'drizzle-orm'
import { account } from './tables.ts'

const MOST = 6

/**
 * Accounts by the beginning of a name or address. The operator of the order is that of the index, so that the first
 * few are read and no more, whatever language the database sorts in.
 */
export const findByPrefix = (
  db: Queries,
  column: typeof account.username | typeof account.email,
  text: string,
) =>
  db
    .select({ id: account.id, username: account.username, email: account.email })
    .from(account)
    .where(and(isNull(account.deletedAt), begins(column, text)))
    .orderBy(sql`lower(${column}) using ~<~`)
    .limit(MOST)

export const handleFindUsers = answer(findUsers, { db: Database }, async ({ query: { text }, db }) => {
  const byName = await findByPrefix(db.orm, account.username, text)
  const byEmail = await findByPrefix(db.orm, account.email, text)
  const found = new Map([...byName, ...byEmail].map((user) => [user.id, user]))
  return { users: [...found.values()].slice(0, MOST) }
})
