import type { ClientBase } from 'pg'

export interface Column {
  readonly name: string
  readonly type: string
  /** Computed from others: it cannot be written. */
  readonly generated: boolean
}

export interface Table {
  /** Quoted, with its schema. */
  readonly name: string
  readonly columns: readonly Column[]
}

// Objects of an extension are recreated with it.
const ours = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

/** Every table with its columns, in an order of no meaning that is the same on both sides. */
export async function listTables(client: ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
            json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
                                       'generated', a.attgenerated <> '') order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and ${ours}
     group by n.nspname, c.relname order by n.nspname, c.relname`,
  )
  return rows
}

/** Every sequence, quoted, with its schema. */
export async function listSequences(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${ours} order by n.nspname, c.relname`,
  )
  return rows.map(({ name }) => name)
}
