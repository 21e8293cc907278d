import type { Transaction } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { commas, lineOf, pastKey, ROWS_AT_ONCE, type PageReader, type Place } from './read-rows.ts'
import type { ReadableKind } from './readable-kind.ts'

/** So many keys are in memory at once, which are some megabytes. */
const KEYS_AT_ONCE = 50_000

/**
 * Rows of a user as a step of their own. Were condition, order and limit planned together, PostgreSQL could walk through the
 * rows of everybody in the order of their key, in the hope of meeting those of this user soon.
 */
const ownRows = ({ from, key, where = sql`true` }: ReadableKind, past: Place | null) => {
  const named = key.map(({ value }, at) => sql`${value} as ${sql.identifier(`key_${at}`)}`)
  return sql`with own as materialized (
    select ${commas(named)} from ${from} where ${where} and ${past === null ? sql`true` : pastKey(key, past)})`
}

/** Planned as a reading of all rows, and ended after the first. */
export const findsRows = (kind: ReadableKind) => sql`${ownRows(kind, null)} select 1 from own limit 1`

const keysPast = (kind: ReadableKind, past: Place | null) => {
  const keys = kind.key.map((_part, at) => sql.identifier(`key_${at}`))
  return sql`${ownRows(kind, past)}
    select ${commas(keys.map((name) => sql`own.${name}::text as ${name}`))} from own
    order by ${commas(keys.map((name) => sql`own.${name}`))} limit ${KEYS_AT_ONCE}`
}

async function readKeys(tx: Transaction, kind: ReadableKind, past: Place | null): Promise<readonly Place[]> {
  const { rows } = await tx.execute<Record<string, string>>(keysPast(kind, past))
  return rows.map((row) => kind.key.map((_part, at) => row[`key_${at}`] ?? ''))
}

/** The condition is asked again, since a row may have become another's meanwhile; as `is true` it chooses no index. */
const rowsAt = (kind: ReadableKind, places: readonly Place[]) => {
  const { from, key, where = sql`true` } = kind
  const values = commas(key.map(({ value }) => value))
  const lists = key.map(
    ({ type }, at) => sql`${sql.param(places.map((place) => place[at]))}::${sql.raw(`${type}[]`)}`,
  )
  return sql`select ${lineOf(kind)} as line from ${from}
    where (${values}) in (select * from unnest(${commas(lists)})) and (${where}) is true order by ${values}`
}

async function readRows(tx: Transaction, kind: ReadableKind, places: readonly Place[]) {
  const { rows } = await tx.execute<{ line: string }>(rowsAt(kind, places))
  return rows.map(({ line }) => line)
}

/**
 * The rows of a user as lines of JSON in the order of their key. Their keys are found once for many pages, so that the work for
 * a row depends neither on how many the user has, nor on how many everybody has.
 */
export async function* readOwnLines(read: PageReader, kind: ReadableKind): AsyncGenerator<readonly string[]> {
  let past: Place | null = null
  do {
    const after: Place | null = past
    const keys: readonly Place[] = await read((tx) => readKeys(tx, kind, after))
    for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
      const lines = await read((tx) => readRows(tx, kind, keys.slice(at, at + ROWS_AT_ONCE)))
      if (lines.length > 0) yield lines
    }
    past = keys.length < KEYS_AT_ONCE ? null : (keys.at(-1) ?? null)
  } while (past !== null)
}
