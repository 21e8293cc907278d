import { z } from 'zod'
import type { Access, Endpoint, Failures } from '../endpoint.ts'
import { resourceCalls, type BodyOf, type Resource, type RowOf } from './define-resource.ts'
import { fieldSchema, resourceSchemas } from './resource-schemas.ts'

/** Reply of an endpoint that fills a select of a form; `picture` is a path of this host, for a field declared with `pictureFrom`. @example defineEndpoint({ method: 'GET', path: '/api/acme/colors', summary: 'Colors', access: { user: true }, reply: choicesReply }) */
export const choicesReply = z.object({
  choices: z.array(
    z.object({
      value: z.union([z.string(), z.number()]),
      label: z.string(),
      picture: z.string().optional(),
    }),
  ),
})

/** One choice of a select. @example const choice: Choice = { value: 1, label: '1 · Minecraft' } */
export type Choice = z.output<typeof choicesReply>['choices'][number]

const listQuery = z.strictObject({
  cursor: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  sort: z.string().max(60).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  search: z.string().trim().max(100).optional(),
  /** `key:value` pairs, comma-separated. */
  filter: z.string().max(500).optional(),
})

const params = z.strictObject({ id: z.uuid() })

type Guarded<E> = Omit<E, 'access'> & { readonly access: Extract<Access, { readonly permission: string }> }
type Params = typeof params
type None = z.ZodType<Record<string, never>, Record<string, never>>
type Item<X> = z.ZodType<{ item: RowOf<X> }, { item: RowOf<X> }>
type Listed<X> = { items: RowOf<X>[]; next: string | null; previous: string | null; total: number }
type Change<X> = Partial<BodyOf<X>> & { readonly version: number }

/** The REST endpoints of a resource, as {@link resourceEndpoints} returns them. @example ResourceEndpoints<typeof departments>['list'] */
export interface ResourceEndpoints<X = Resource> {
  readonly list: Guarded<
    Endpoint<None, typeof listQuery, z.ZodUndefined, z.ZodType<Listed<X>, Listed<X>>, Failures>
  >
  /** Answers with a file, so it has no reply schema. */
  readonly exportCsv: Guarded<Endpoint<None, typeof listQuery, z.ZodUndefined, z.ZodString, Failures>>
  readonly get: Guarded<Endpoint<Params, None, z.ZodUndefined, Item<X>, Failures>>
  readonly create: Guarded<Endpoint<None, None, z.ZodType<BodyOf<X>, BodyOf<X>>, Item<X>, Failures>>
  readonly update: Guarded<Endpoint<Params, None, z.ZodType<Change<X>, Change<X>>, Item<X>, Failures>>
  readonly remove: Guarded<
    Endpoint<Params, None, z.ZodUndefined, z.ZodType<{ id: string }, { id: string }>, Failures>
  >
  /** The choices of the fields declared with `optionsFrom`, by field. */
  readonly options: Readonly<
    Record<
      string,
      Guarded<
        Endpoint<None, z.ZodType<Record<string, string>>, z.ZodUndefined, typeof choicesReply, Failures>
      >
    >
  >
}

const makeEndpoints = (resource: Resource) => {
  const calls = resourceCalls(resource)
  const schemas = resourceSchemas(resource)
  const item = z.object({ item: schemas.row })
  const listed = z.object({
    items: z.array(schemas.row),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    /** Exact up to 10,000 rows, an estimate beyond. */
    total: z.number().int(),
  })
  const options = Object.entries(calls.options).map(([field, call]) => {
    const wanted = Object.entries(resource.fields[field]?.options?.query ?? {})
    const query = wanted.map(([key, from]) => [key, fieldSchema(resource.fields[from] ?? { kind: 'text' })])
    return [field, { ...call, query: z.strictObject(Object.fromEntries(query)), reply: choicesReply }]
  })
  return {
    list: { ...calls.list, query: listQuery, reply: listed },
    exportCsv: { ...calls.exportCsv, query: listQuery, reply: z.string() },
    get: { ...calls.get, params, reply: item },
    create: { ...calls.create, body: schemas.body, reply: item },
    update: { ...calls.update, params, body: schemas.changes, reply: item },
    remove: { ...calls.remove, params, reply: z.object({ id: z.uuid() }) },
    options: Object.fromEntries(options),
  }
}

const made = new WeakMap<object, unknown>()

/**
 * The REST endpoints of a resource: list, get, create, update, remove, export. The same value each time.
 *
 * @example const { list, create } = resourceEndpoints(departments)
 */
export const resourceEndpoints = <X extends Resource>(resource: X): ResourceEndpoints<X> => {
  const endpoints = made.get(resource) ?? makeEndpoints(resource)
  made.set(resource, endpoints)
  // Made from the same fields as the types.
  return endpoints as ResourceEndpoints<X>
}
