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
  /** Columns of an added plugin's table that are not written. */
  readonly leftOut?: readonly string[]
}

const toReadable = ({ name, about, version, table, key, columns, sums = {} }: ExportKind): ReadableKind => ({
  name,
  about,
  version,
  from: sql`${table}`,
  key: key.map((column) => ({ value: sql`${column}`, type: column.getSQLType() })),
  columns: Object.fromEntries(
    Object.entries(columns).map(([column, { value, ...more }]) => [
      column,
      { value: sql`${value}`, ...more },
    ]),
  ),
  sums,
})

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
