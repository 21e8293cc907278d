import type { ArchiveTotal } from '@spawnpoint/sdk/server'
import type { ClientBase } from 'pg'
import type { Table } from '../postgres/rows/list-tables.ts'

/** The sums of columns, exact; a table or column that is not there has none. */
export async function readTotals(
  client: ClientBase,
  totals: readonly ArchiveTotal[],
  tables: readonly Table[],
): Promise<(ArchiveTotal & { readonly value: string })[]> {
  const found: (ArchiveTotal & { readonly value: string })[] = []
  for (const { name, table, column } of totals) {
    if (!tables.find((each) => each.name === table)?.columns.some((each) => each.name === column)) continue
    const { rows } = await client.query<{ value: string }>(
      `select coalesce(sum(${client.escapeIdentifier(column)}), 0)::text as value from ${table}`,
    )
    found.push({ name, table, column, value: rows[0]?.value ?? '0' })
  }
  return found
}
