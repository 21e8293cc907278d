import { is, sql, type SQL } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'

const isText = (type: string) => /^(text|varchar|character varying)/.test(type)

/** `%`, `_` and `\` as themselves, not as wildcards. */
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** True where a column or text expression contains the searched text, in upper or lower case. @example contains(notes.text, query.search) */
export const contains = (where: PgColumn | SQL, search: string): SQL => {
  const text = is(where, PgColumn) && !isText(where.getSQLType()) ? sql`${where}::text` : where
  return sql`${text} ilike ${`%${escapeLike(search)}%`}`
}

/** True where a text column or expression begins with the searched text, in upper or lower case. @example begins(notes.text, query.search) */
export const begins = (where: PgColumn | SQL, search: string): SQL =>
  sql`lower(${where}) like ${`${escapeLike(search.toLowerCase())}%`}`
