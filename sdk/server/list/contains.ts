import { is, sql, type SQL } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'

const isText = (type: string) => /^(text|varchar|character varying)/.test(type)

/** `%`, `_` and `\` as themselves, not as wildcards. */
const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** The word of a search that few rows have, such as the end of a generated name; null where it has none of the kind. */
const rareWord = (search: string): string | null => {
  const [word = null] = search
    .split(/[^\p{L}\p{N}]+/u)
    .filter((each) => each.length >= 4 && each.length < search.length && /\p{N}/u.test(each))
    .toSorted((a, b) => b.length - a.length)
  return word
}

/** True where a column or text expression contains the searched text, in upper or lower case. @example contains(notes.text, query.search) */
export const contains = (where: PgColumn | SQL, search: string): SQL => {
  const text = is(where, PgColumn) && !isText(where.getSQLType()) ? sql`${where}::text` : where
  const all = sql`${text} ilike ${`%${escapeLike(search)}%`}`
  const rare = rareWord(search)
  // A trigram index goes through the rows of the first condition: with the common words of a search these are many.
  return rare === null ? all : sql`(${text} ilike ${`%${rare}%`} and ${all})`
}

/** True where a text column or expression begins with the searched text, in upper or lower case. @example begins(notes.text, query.search) */
export const begins = (where: PgColumn | SQL, search: string): SQL =>
  sql`lower(${where}) like ${`${escapeLike(search.toLowerCase())}%`}`
