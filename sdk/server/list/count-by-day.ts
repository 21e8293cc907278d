import type { Queries } from '@spawnpoint/sdk/common'
import { and, count, gt, lte, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

const DAY_MS = 86_400_000

/** How many rows each of the last `days` spans of 24 hours has, oldest first. The column needs an index. @example const perDay = (createdAt: typeof notes.id) => countByDay(db.orm, notes, { at: createdAt, until: new Date(), days: 30 }) */
export async function countByDay(
  db: Queries,
  table: PgTable,
  { at, until, days, where }: { at: PgColumn; until: Date; days: number; where?: SQL },
): Promise<number[]> {
  const from = new Date(until.getTime() - days * DAY_MS)
  const end = until.toISOString()
  const age = sql<number>`floor(extract(epoch from ${end}::timestamptz - ${at}) / 86400)::int`
  const rows = await db
    .select({ age, rows: count() })
    .from(table)
    .where(and(gt(at, from), lte(at, until), where))
    .groupBy(sql`1`)
  const byAge = new Map(rows.map((row) => [row.age, row.rows]))
  return Array.from({ length: days }, (_, day) => byAge.get(days - 1 - day) ?? 0)
}
