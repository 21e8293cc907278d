import type { Transaction } from '@spawnpoint/sdk/server'
import { sql, type SQL } from 'drizzle-orm'
import type { ReadableKind } from './readable-kind.ts'

/** Rows of one question. A message may have 20,000 characters: the page stays within some megabytes. */
export const ROWS_AT_ONCE = 500

const commas = (parts: readonly SQL[]) => sql.join([...parts], sql`, `)

const lineOf = ({ columns }: ReadableKind) => {
  const values = Object.entries(columns).map(([name, { value }]) => sql`${value} as ${sql.identifier(name)}`)
  return sql`(select row_to_json(written) from (select ${commas(values)}) written)::text`
}

type Place = readonly string[]

const pageOf = (kind: ReadableKind, past: Place | null) => {
  const key = commas(kind.key.map(({ value }) => value))
  const ends = kind.key.map(({ value }, at) => sql`(${value})::text as ${sql.identifier(`key_${at}`)}`)
  const after =
    past === null
      ? sql`true`
      : sql`(${key}) > (${commas(kind.key.map(({ type }, at) => sql`${past[at]}::${sql.raw(type)}`))})`
  return sql`select ${lineOf(kind)} as line, ${commas(ends)} from ${kind.from}
    where ${after} and ${kind.where ?? sql`true`} order by ${key} limit ${ROWS_AT_ONCE}`
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
