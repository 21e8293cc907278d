import { isSecretName } from '@spawnpoint/sdk/common'
import type { PluginRow, Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { narrow, type ReadableKind } from './readable-kind.ts'

interface FoundColumn {
  readonly name: string
  readonly type: string
  readonly not_null: boolean
  /** Its type is one of PostgreSQL itself: those of a plugin bring functions, which would run with our rights. */
  readonly plain: boolean
  /** Refers to the identities of users. */
  readonly of_user: boolean
}

interface FoundTable extends Record<string, unknown> {
  readonly name: string
  readonly columns: readonly FoundColumn[]
  readonly key: readonly string[]
}

/** Ordinary tables with a primary key. */
async function findTables(tx: Transaction, schema: string): Promise<readonly FoundTable[]> {
  const { rows } = await tx.execute<FoundTable>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
                'not_null', a.attnotnull, 'plain', t.typnamespace = 'pg_catalog'::regnamespace
                  and a.attgenerated <> 'v',
                'of_user', exists (select from pg_constraint f where f.contype = 'f' and f.conrelid = c.oid
                  and f.confrelid = 'kernel.identity'::regclass and f.conkey = array[a.attnum])) order by a.attnum)
         from pg_attribute a join pg_type t on t.oid = a.atttypid
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      (select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum))
         from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = c.oid and i.indisprimary) as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r' and not c.relrowsecurity
      and exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
    order by c.relname`)
  return rows
}

const typeNames: Readonly<Record<string, string>> = {
  bigint: 'integer',
  smallint: 'integer',
  jsonb: 'JSON',
  json: 'JSON',
  'timestamp with time zone': 'time',
  date: 'day',
}

/** Names under which tables of plugins keep the id of a user. */
const ownerNames: readonly string[] = ['owner', 'owner_id', 'user_id']

const isOwner = ({ name, type, plain, of_user: ofUser }: FoundColumn) =>
  plain && (ofUser || (ownerNames.includes(name) && (type === 'uuid' || type === 'text')))

function toKind(id: string, schema: string, table: FoundTable): ReadableKind | null {
  const from = sql`${sql.identifier(schema)}.${sql.identifier(table.name)}`
  const valueOf = (name: string) => sql`${from}.${sql.identifier(name)}`
  const isWritten = ({ name, plain }: FoundColumn) => plain && !isSecretName(name)
  const typeOf = new Map(table.columns.map((column) => [column.name, column]))
  const key = table.key.map((name) => ({ value: valueOf(name), type: typeOf.get(name)?.type ?? 'text' }))
  // Rows are told apart by their key, so a table whose key is a secret has none to write.
  const isKeyWritten = table.key.every((name) => {
    const column = typeOf.get(name)
    return column !== undefined && isWritten(column)
  })
  if (!isKeyWritten) return null
  const columns = table.columns.filter(isWritten)
  const owners = columns.filter(isOwner)
  const kind: ReadableKind = {
    name: `${id}.${table.name}`,
    about: `The table ${table.name} of the plugin ${id}.`,
    version: 1,
    from,
    key,
    columns: Object.fromEntries(
      columns.map(({ name, type, not_null }) => [
        name,
        {
          value: valueOf(name),
          type: `${typeNames[type] ?? type}${not_null ? '' : ' or null'}`,
          about: '',
        },
      ]),
    ),
    sums: {},
    leftOut: table.columns.filter((column) => !isWritten(column)).map(({ name }) => name),
    personal: null,
  }
  if (owners.length === 0) return kind
  // Compared in the type of the column: an index of it is of use.
  const whereOf = (user: string) =>
    sql.join(
      owners.map(({ name, type }) => sql`${valueOf(name)} = ${user}::${sql.raw(type)}`),
      sql` or `,
    )
  return { ...kind, personal: (user) => narrow(kind, sql`(${whereOf(user)})`, []) }
}

// The schema of a plugin is its id with underscores; the version of each kind is that of the plugin's own tables.
const schemaOf = (id: string) => id.replaceAll('-', '_').replaceAll('.', '__')

/** The tables of added plugins, which declare no export: those of their resources and any other with a primary key. */
export async function findAddedKinds(
  tx: Transaction,
  plugins: readonly PluginRow[],
): Promise<readonly ReadableKind[]> {
  const kinds: ReadableKind[] = []
  for (const { id } of plugins.filter(({ source }) => source !== 'builtin')) {
    const schema = schemaOf(id)
    for (const table of await findTables(tx, schema)) {
      const kind = toKind(id, schema, table)
      if (kind && /^[a-z0-9._-]{1,120}$/.test(kind.name)) kinds.push(kind)
    }
  }
  return kinds
}
