import type { ClientBase } from 'pg'
import { listSequences, type Table } from './list-tables.ts'

// Many rows for one question, and never more bytes than memory likes.
const bytesAtOnce = 8_000_000
const rowsAtOnce = 2_000

type Named = Pick<Table, 'name'>

/** A row as PostgreSQL itself writes and reads it: exact for every type, whatever a driver would make of it. */
const rowsOf = ({ name }: Named) => `select "the row"::text as row from ${name} "the row"`

/** The text of a value depends on these; both sides of a copy have to agree. */
export async function agreeOnTexts(client: ClientBase): Promise<void> {
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0;
     set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
     set extra_float_digits = 1; set bytea_output = 'hex'; set xmloption = 'content'`,
  )
}

/** Bytes of a table on the disk. */
export async function sizeOf(client: ClientBase, { name }: Named): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_table_size($1::regclass)::text as bytes',
    [name],
  )
  return Number(rows[0]?.bytes ?? 0)
}

async function measure(client: ClientBase, table: Named): Promise<number> {
  const { rows } = await client.query<{ rows: string }>(`select count(*)::text as rows from ${table.name}`)
  const width = (await sizeOf(client, table)) / Math.max(1, Number(rows[0]?.rows ?? 0))
  return Math.max(1, Math.min(rowsAtOnce, Math.floor(bytesAtOnce / Math.max(1, width))))
}

/** Every row, some at a time. Needs a transaction, which is the moment that they are of. */
export async function* readRows(client: ClientBase, table: Named): AsyncGenerator<readonly string[]> {
  const count = await measure(client, table)
  await client.query(`declare source no scroll cursor for ${rowsOf(table)}`)
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${count} from source`)
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close source')
}

/** Number and content of the rows, whatever their order. */
export async function fingerprint(client: ClientBase, table: Named): Promise<string> {
  const { rows } = await client.query<{ print: string }>(
    `select count(*) || ':' || coalesce(sum(hashtextextended(row, 0)::numeric), 0) as print
     from (${rowsOf(table)}) all_rows`,
  )
  return rows[0]?.print ?? ''
}

export interface SequenceState {
  readonly name: string
  readonly last: string
  readonly called: boolean
}

export async function readSequences(client: ClientBase): Promise<readonly SequenceState[]> {
  const found: SequenceState[] = []
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    if (rows[0]) found.push({ name, ...rows[0] })
  }
  return found
}
