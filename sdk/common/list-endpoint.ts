import { z } from 'zod'
import { readFilterPairs } from './filter-pairs.ts'

const paging = {
  cursor: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).optional(),
}

// Written out because the type of a partial object of unknown keys is too deep to check.
type WantedSchema<Filters extends Readonly<Record<string, z.ZodType>>> = z.ZodType<
  { readonly [Key in keyof Filters]?: z.output<Filters[Key]> | undefined },
  Record<string, string>
>

/**
 * Query of a list endpoint: `cursor`, `limit`, `search`, `sort`, `order`, and `filter` as `key:value` pairs, comma-separated.
 *
 * @example defineEndpoint({ method: 'GET', path: '/api/acme/notes', summary: 'Notes', access: { user: true }, query: listQuery({ sort: ['createdAt'], filters: { open: z.enum(['true', 'false']) } }), reply: listReply(z.object({ id: z.uuid(), text: z.string() })), fails: { BAD_CURSOR: 400 } })
 */
export const listQuery = <
  const Sort extends readonly [string, ...string[]] = ['id'],
  Filters extends Readonly<Record<string, z.ZodType<unknown, string>>> = Record<never, never>,
>({ sort, filters }: { readonly sort?: Sort; readonly filters?: Filters } = {}) => {
  const wanted = z.strictObject(filters ?? {}).partial() as unknown as WantedSchema<Filters>
  return z.strictObject({
    ...paging,
    search: z.string().trim().max(100).default(''),
    sort: z.enum(sort ?? (['id'] as unknown as Sort)).optional(),
    filter: z
      .string()
      .max(500)
      .default('')
      .transform((text): Record<string, string> => Object.fromEntries(readFilterPairs(text)))
      .pipe(wanted),
  })
}

/** Reply of a list endpoint: one page of rows and the cursors of its neighbors. @example listReply(z.object({ id: z.uuid(), text: z.string() })) */
export const listReply = <Row extends z.ZodType>(row: Row) =>
  z.object({
    items: z.array(row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Exact up to 10,000 rows, an estimate beyond. */
    total: z.number().int().optional(),
    /** Only so many of the matches were sorted: too many match to sort them all. */
    sortedWithin: z.number().int().optional(),
  })
