import type { Resource } from '@spawnpoint/sdk/resource'
import { and, asc, gt, type SQL } from 'drizzle-orm'
import type { Queries } from '@spawnpoint/sdk/common'
import { csvLine } from './csv.ts'
import { columnsOf, readableKeys, toRow, type ResourceRow, type ResourceTable } from './resource-table.ts'

const CHUNK = 500
// Without it spreadsheets take UTF-8 for something older.
const byteOrderMark = '\uFEFF'

/** The list as CSV, read by key in pieces: memory stays the same however long the table is. */
export async function* exportRows(
  db: Queries,
  from: {
    readonly resource: Resource
    readonly table: ResourceTable
    readonly where: SQL | undefined
    readonly present: (rows: readonly ResourceRow[]) => Promise<readonly ResourceRow[]>
  },
): AsyncGenerator<string> {
  const { resource, table, where, present } = from
  const keys = readableKeys(resource)
  yield byteOrderMark + csvLine(keys)
  let last: string | null = null
  for (;;) {
    const stored: Record<string, unknown>[] = await db
      .select(columnsOf(table))
      .from(table)
      .where(and(where, last === null ? undefined : gt(table.id, last)))
      .orderBy(asc(table.id))
      .limit(CHUNK)
    const rows = await present(stored.map((row) => toRow(resource, row)))
    yield rows.map((row) => csvLine(keys.map((key) => row[key]))).join('')
    if (stored.length < CHUNK) return
    last = rows.at(-1)?.id ?? null
  }
}
