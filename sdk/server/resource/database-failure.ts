import type { Table } from 'drizzle-orm'
import { columnsOf } from './resource-table.ts'

export const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'

/** The fields of a unique violation. Read from `Key (a, b)=(…)`, whose signs are the same in every language. */
export function duplicateFields(table: Table, detail: string): Readonly<Record<string, string>> {
  const named = /\((.+?)\)=\(/.exec(detail)?.[1] ?? ''
  const keys = Object.entries(columnsOf(table)).filter(([, column]) =>
    new RegExp(String.raw`(^|\W)${column.name}(\W|$)`).test(named),
  )
  return Object.fromEntries(keys.map(([key]) => [key, 'DUPLICATE']))
}
