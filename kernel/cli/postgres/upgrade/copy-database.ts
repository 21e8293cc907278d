import type { ClientBase } from 'pg'
import { listSequences, listTables, type Table } from './list-tables.ts'

// Many rows for one question, and never more bytes than memory likes.
const bytesAtOnce = 8_000_000
const rowsAtOnce = 2_000

/** A row as PostgreSQL itself writes and reads it: exact for every type, whatever a driver would make of it. */
const rowsOf = ({ name }: Table) => `select "the row"::text as row from ${name} "the row"`

async function measure(client: ClientBase, { name }: Table): Promise<number> {
  const { rows } = await client.query<{ rows: string; bytes: string }>(
    `select count(*)::text as rows, pg_table_size('${name.replaceAll("'", "''")}')::text as bytes from ${name}`,
  )
  const found = rows[0]
  const width = Number(found?.bytes ?? 0) / Math.max(1, Number(found?.rows ?? 0))
  return Math.max(1, Math.min(rowsAtOnce, Math.floor(bytesAtOnce / Math.max(1, width))))
}

async function copyTable(from: ClientBase, to: ClientBase, table: Table): Promise<void> {
  const columns = table.columns
    .filter(({ generated }) => !generated)
    .map(({ name }) => to.escapeIdentifier(name))
  // Without the offset the cast would be repeated for each column.
  const insert = `insert into ${table.name} (${columns.join(', ')}) overriding system value
    select ${columns.map((name) => `(r.v).${name}`).join(', ')}
    from (select x::${table.name} as v from unnest($1::text[]) x offset 0) r`
  // Rows inserted by migrations exist in the old database too, in their current form.
  await to.query(`delete from ${table.name}`)
  const count = await measure(from, table)
  await from.query(`declare source no scroll cursor for ${rowsOf(table)}`)
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`fetch ${count} from source`)
    if (rows.length === 0) break
    await to.query(insert, [rows.map(({ row }) => row)])
  }
  await from.query('close source')
}

async function copySequence(from: ClientBase, to: ClientBase, name: string): Promise<void> {
  const { rows } = await from.query<{ last: string; called: boolean }>(
    `select last_value::text as last, is_called as called from ${name}`,
  )
  await to.query('select setval($1::regclass, $2::bigint, $3)', [name, rows[0]?.last, rows[0]?.called])
}

/** Number and content of the rows, whatever their order. */
async function fingerprint(client: ClientBase, table: Table): Promise<string> {
  const { rows } = await client.query<{ print: string }>(
    `select count(*) || ':' || coalesce(sum(hashtextextended(row, 0)::numeric), 0) as print
     from (${rowsOf(table)}) all_rows`,
  )
  return rows[0]?.print ?? ''
}

export interface CopyReport {
  readonly tables: number
  readonly rows: number
}

/** Copies every row and sequence into tables of the same shape, then compares both sides row by row. */
export async function copyDatabase(from: ClientBase, to: ClientBase): Promise<CopyReport> {
  const tables = await listTables(from)
  await from.query('begin isolation level repeatable read read only')
  await to.query('begin')
  // Triggers and foreign keys were obeyed when the rows were written; here they come in no order.
  await to.query('set local session_replication_role = replica')
  let rows = 0
  for (const table of tables) await copyTable(from, to, table)
  for (const name of await listSequences(from)) await copySequence(from, to, name)
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
