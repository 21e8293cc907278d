import type { Queries } from '@spawnpoint/sdk/common'
import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

const planRows = (answer: unknown): number => {
  const found = /"Plan Rows":\s*(\d+)/.exec(JSON.stringify(answer))
  return Number(found?.[1] ?? 0)
}

/** How many rows the planner of PostgreSQL expects to match. */
export async function plannedRows(db: Queries, table: PgTable, where: SQL | undefined): Promise<number> {
  const matching = db
    .select({ one: sql<number>`1`.as('one') })
    .from(table)
    .where(where)
  const explained = await db.execute(sql`explain (format json) ${matching}`)
  return planRows(explained.rows)
}
