import type { Transaction } from '@spawnpoint/sdk/server'
import { sql, type SQL } from 'drizzle-orm'
import type { ReadableKind } from './readable-kind.ts'

/** Rows of one question. A message may have 20,000 characters: the page stays within some megabytes. */
export const ROWS_AT_ONCE = 500

export const commas = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

export const lineOf = ({ columns }: Pick<ReadableKind, 'columns'>) => {
  const values = Object.entries(columns).map(([name, { value }]) => sql`${value} as ${sql.identifier(name)}`)
  return sql`(select row_to_json(written) from (select ${commas(values)}) written)::text`
}

/** Values of a key, as texts. */
export type Place = readonly string[]

/** The rows behind a place in the order of their key. */
export const pastKey = (key: ReadableKind['key'], past: Place) =>
  sql`(${commas(key.map(({ value }) => value))}) > (${commas(key.map(({ type }, at) => sql`${past[at]}::${sql.raw(type)}`))})`

const pageOf = ({ key, ...kind }: ReadableKind, past: Place | null) => {
  const ends = key.map(({ value }, at) => sql`(${value})::text as ${sql.identifier(`key_${at}`)}`)
  return sql`select ${lineOf(kind)} as line, ${commas(ends)} from ${kind.from}
    where ${past === null ? sql`true` : pastKey(key, past)}
    order by ${commas(key.map(({ value }) => value))} limit ${ROWS_AT_ONCE}`
}

type Page = readonly Readonly<Record<string, string>>[]

const readPage = async (tx: Transaction, kind: ReadableKind, past: Place | null): Promise<Page> =>
  (await tx.execute<Record<string, string>>(pageOf(kind, past))).rows

const endOf = ({ key }: ReadableKind, rows: Page): Place =>
  key.map((_part, at) => rows.at(-1)?.[`key_${at}`] ?? '')

/** Runs the question of one page. */
export type PageReader = <T>(ask: (tx: Transaction) => Promise<T>) => Promise<T>

/** All rows as lines of JSON in the order of their key, a page at a time. PostgreSQL writes them, so numbers stay exact. */
export async function* readLines(read: PageReader, kind: ReadableKind): AsyncGenerator<readonly string[]> {
  let past: Place | null = null
  do {
    const after: Place | null = past
    const rows: Page = await read((tx) => readPage(tx, kind, after))
    if (rows.length > 0) yield rows.map(({ line = '' }) => line)
    past = rows.length < ROWS_AT_ONCE ? null : endOf(kind, rows)
  } while (past !== null)
}

export interface Totals {
  readonly rows: number
  /** As texts: a sum may be above what a number of JavaScript holds. */
  readonly sums: Readonly<Record<string, string>>
}

/** Counts and adds up in the database, as a check on what was written. */
export async function readTotals(tx: Transaction, { from, sums }: ReadableKind): Promise<Totals> {
  const asked = Object.entries(sums).map(
    ([name, sum]) => sql`coalesce(${sum}, 0)::text as ${sql.identifier(name)}`,
  )
  const { rows } = await tx.execute<Record<string, string>>(
    sql`select ${commas([sql`count(*)::text as "all rows"`, ...asked])} from ${from}`,
  )
  const { 'all rows': count = '0', ...added } = rows[0] ?? {}
  return { rows: Number(count), sums: added }
}
