import type { ClientBase } from 'pg'
import type { Table } from './list-tables.ts'
import type { SequenceState } from './read-rows.ts'

/** Puts rows into a table of the same shape, given as their texts. */
export async function insertRows(client: ClientBase, table: Table, rows: readonly string[]): Promise<void> {
  const columns = table.columns
    .filter(({ generated }) => !generated)
    .map(({ name }) => client.escapeIdentifier(name))
  // Without the offset the cast would be repeated for each column.
  await client.query(
    `insert into ${table.name} (${columns.join(', ')}) overriding system value
     select ${columns.map((name) => `(r.v).${name}`).join(', ')}
     from (select x::${table.name} as v from unnest($1::text[]) x offset 0) r`,
    [rows],
  )
}

export async function setSequences(client: ClientBase, states: readonly SequenceState[]): Promise<void> {
  for (const { name, last, called } of states)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, last, called])
}

interface Change {
  readonly undo: string
  readonly redo: string
}

const inTables = (names: string) =>
  `format('%I.%I', n.nspname, t.relname) = any(${names}) and t.relnamespace = n.oid`

/** Foreign keys and triggers of these tables, as the statements that take them off and put them back. */
async function findGuards(client: ClientBase, tables: readonly Table[]): Promise<readonly Change[]> {
  const { rows } = await client.query<Change>(
    `select format('alter table %I.%I drop constraint %I', n.nspname, t.relname, c.conname) as undo,
            format('alter table %I.%I add constraint %I %s', n.nspname, t.relname, c.conname,
                   pg_get_constraintdef(c.oid)) as redo
     from pg_constraint c join pg_class t on t.oid = c.conrelid, pg_namespace n
     where c.contype = 'f' and c.conparentid = 0 and ${inTables('$1')}
     union all
     select format('alter table %I.%I disable trigger %I', n.nspname, t.relname, g.tgname),
            format('alter table %I.%I enable %s trigger %I', n.nspname, t.relname,
                   case g.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, g.tgname)
     from pg_trigger g join pg_class t on t.oid = g.tgrelid, pg_namespace n
     where not g.tgisinternal and g.tgenabled <> 'D' and g.tgparentid = 0 and ${inTables('$1')}`,
    [tables.map(({ name }) => name)],
  )
  return rows
}

/**
 * Fills tables in any order: triggers and foreign keys were obeyed when the rows were written. They are taken off and put
 * back in the caller's transaction, as only the tables' owner has to be able to; the keys check the rows then.
 */
export async function withoutGuards(
  client: ClientBase,
  tables: readonly Table[],
  fill: () => Promise<void>,
): Promise<void> {
  const guards = await findGuards(client, tables)
  for (const { undo } of guards) await client.query(undo)
  // Rows inserted by migrations are among those to come, in their current form.
  for (const { name } of tables) await client.query(`delete from ${name}`)
  await fill()
  for (const { redo } of guards) await client.query(redo)
}
