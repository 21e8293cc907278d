import type { Queries } from '@spawnpoint/sdk/common'
import { count, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { plannedRows } from './planned-rows.ts'
import type { Page } from './turn-page.ts'

/** Up to here a total is counted; beyond, it is the planner's estimate. */
const EXACT_LIMIT = 10_000
/** Where the planner expects more than this, nothing is counted: its rows may lie anywhere in a large table. */
const EXPECTED_LIMIT = 2 * EXACT_LIMIT

/**
 * How many rows match: exact for what a person might page through, an estimate for more. A page without neighbors is the
 * whole list, which then needs no query.
 *
 * @example const total = await countRows(db.orm, notes, eq(notes.text, 'Hello'))
 */
export async function countRows(
  db: Queries,
  table: PgTable,
  where: SQL | undefined,
  page?: Page<unknown>,
): Promise<number> {
  if (page && page.next === null && page.previous === null) return page.items.length
  const expected = await plannedRows(db, table, where)
  if (expected > EXPECTED_LIMIT) return expected
  const probe = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
    .limit(EXACT_LIMIT + 1)
    .as('probe')
  const [counted] = await db.select({ rows: count() }).from(probe)
  const rows = counted?.rows ?? 0
  return rows <= EXACT_LIMIT ? rows : Math.max(rows, expected)
}
