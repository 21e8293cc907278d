import type { ExportKind, ExportSource } from '@spawnpoint/sdk/server'
import { sql, type SQL } from 'drizzle-orm'
import { ExportError } from './export-error.ts'

export interface ReadableColumn {
  readonly value: SQL
  readonly type: string
  readonly about: string
}

/** A kind with everything as SQL, whether a plugin declared it or its tables were found in the database. */
export interface ReadableKind {
  readonly name: string
  readonly about: string
  readonly version: number
  readonly from: SQL
  /** Each part of the key with its type, which the end of a page is compared as. */
  readonly key: readonly { readonly value: SQL; readonly type: string }[]
  readonly columns: Readonly<Record<string, ReadableColumn>>
  readonly sums: Readonly<Record<string, SQL>>
  /** Left out where every row of the table is meant. */
  readonly where?: SQL
  /** Narrows the kind to what is about a user; null where no row is. */
  readonly personal: ((user: string) => ReadableKind) | null
  readonly isOnlyPersonal?: boolean
  /** Columns of an added plugin's table that are not written. */
  readonly leftOut?: readonly string[]
}

/** The rows of a kind that are about a user, without the columns that are not. */
export const narrow = (kind: ReadableKind, where: SQL, omit: readonly string[]): ReadableKind => ({
  ...kind,
  where,
  columns: Object.fromEntries(Object.entries(kind.columns).filter(([name]) => !omit.includes(name))),
  sums: {},
})

function toReadable({ table, key, columns, sums = {}, personal, ...more }: ExportKind): ReadableKind {
  const kind: ReadableKind = {
    ...more,
    from: sql`${table}`,
    key: key.map((column) => ({ value: sql`${column}`, type: column.getSQLType() })),
    columns: Object.fromEntries(
      Object.entries(columns).map(([column, { value, ...about }]) => [
        column,
        { value: sql`${value}`, ...about },
      ]),
    ),
    sums,
    personal: null,
  }
  if (!personal) return kind
  const { rows, omit = [] } = personal
  const whereOf = (user: SQL) => (typeof rows === 'function' ? rows(user) : sql`${rows} = ${user}`)
  return { ...kind, personal: (user) => narrow(kind, whereOf(sql`${user}::uuid`), omit) }
}

/** The kinds of all sources by name. Two plugins that write the same file are a mistake. */
export function readKinds(sources: readonly ExportSource[]): readonly ReadableKind[] {
  const kinds = sources.flatMap(({ kinds: own }) => own.map(toReadable))
  const sorted = kinds.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const doubled = sorted.find(({ name }, at) => sorted[at + 1]?.name === name)
  if (doubled) throw new ExportError(`Two plugins export a kind named "${doubled.name}".`)
  const odd = sorted.find(({ name }) => !/^[a-z0-9-]{1,60}$/.test(name))
  if (odd) throw new ExportError(`"${odd.name}" is no name for a kind of the export.`)
  return sorted
}
