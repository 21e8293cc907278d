import type { ClientBase } from 'pg'
import { listTables } from '../rows/list-tables.ts'
import { agreeOnTexts, fingerprint, readRows, readSequences } from '../rows/read-rows.ts'
import { insertRows, setSequences, withoutGuards } from '../rows/write-rows.ts'

export interface CopyReport {
  readonly tables: number
  readonly rows: number
}

/** Copies every row and sequence into tables of the same shape, then compares both sides row by row. */
export async function copyDatabase(from: ClientBase, to: ClientBase): Promise<CopyReport> {
  for (const client of [from, to]) await agreeOnTexts(client)
  const tables = await listTables(from)
  await from.query('begin isolation level repeatable read read only')
  await to.query('begin')
  await withoutGuards(to, tables, async () => {
    for (const table of tables)
      for await (const rows of readRows(from, table)) await insertRows(to, table, rows)
  })
  await setSequences(to, await readSequences(from))
  let rows = 0
  for (const table of tables) {
    const [before, after] = [await fingerprint(from, table), await fingerprint(to, table)]
    if (before !== after) throw new Error(`E_COPY_DIFFERS: ${table.name}: ${before} became ${after}`)
    rows += Number(before.split(':')[0])
  }
  await to.query('commit')
  await from.query('commit')
  await to.query('analyze')
  return { tables: tables.length, rows }
}
