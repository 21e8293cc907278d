import type { Queries } from '@spawnpoint/sdk/common'
import { count, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** Up to here a total is counted; beyond, it is the planner's estimate. */
const EXACT_LIMIT = 10_000

const planRows = (answer: unknown): number => {
  const text = JSON.stringify(answer)
  const found = /"Plan Rows":\s*(\d+)/.exec(text)
  return Number(found?.[1] ?? 0)
}

/** How many rows match: exact for what a person might page through, an estimate for more. @example const total = await countRows(db.orm, notes, eq(notes.text, 'Hello')) */
export async function countRows(db: Queries, table: PgTable, where: SQL | undefined): Promise<number> {
  const one = sql<number>`1`.as('one')
  const probe = db
    .select({ one })
    .from(table)
    .where(where)
    .limit(EXACT_LIMIT + 1)
    .as('probe')
  const [counted] = await db.select({ rows: count() }).from(probe)
  const rows = counted?.rows ?? 0
  if (rows <= EXACT_LIMIT) return rows
  const explained = await db.execute(
    sql`explain (format json) ${db.select({ one }).from(table).where(where)}`,
  )
  return Math.max(rows, planRows(explained.rows))
}
