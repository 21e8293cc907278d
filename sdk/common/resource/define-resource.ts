import type { z } from 'zod'
import type { AnyEndpoint, Failures } from '../endpoint.ts'
import { defineService, type ServiceToken } from '../token.ts'
import type { Fields, FieldSpec, FieldValue, ModeOf } from './fields.ts'

/** The pages of a resource. @example const page: ResourcePage = 'list' */
export type ResourcePage = 'list' | 'create' | 'edit' | 'delete'

/** All pages of a resource, in the order of their rules. @example RESOURCE_PAGES.map((page) => routeOf(departments, page)) */
export const RESOURCE_PAGES: readonly ResourcePage[] = ['list', 'create', 'edit', 'delete']

/** The fields that every stored row has besides the declared ones. @example type Ids = Pick<RowFields, 'id'> */
export interface RowFields {
  readonly id: string
  /** Raised by each edit; an edit names the version it started from and is refused when that is stale. */
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

declare const declared: unique symbol

type Named<F extends Fields, M> = { [K in keyof F]: ModeOf<F[K]> extends M ? K : never }[keyof F]

/** The values that a person writes, by the declared fields. @example Body<FieldsOf<typeof departments>> */
export type Body<F extends Fields> = {
  readonly [K in Named<F, 'required'>]: FieldValue<F[K]>
} & { readonly [K in Named<F, 'optional'>]?: FieldValue<F[K]> | undefined }

/** A stored row, by the declared fields. @example StoredRow<FieldsOf<typeof departments>> */
export type StoredRow<F extends Fields> = RowFields & {
  readonly [K in Named<F, 'required' | 'optional' | 'readOnly'>]: FieldValue<F[K]>
}

/** The fields that a resource was declared with. @example FieldsOf<typeof departments> */
export type FieldsOf<X> = X extends { readonly [declared]?: infer F }
  ? Extract<Exclude<F, undefined>, Fields>
  : never

/** The values that a person writes: what the create form sends. @example BodyOf<typeof departments> */
export type BodyOf<X> = Body<FieldsOf<X>>

/** A row as it is stored. @example StoredRowOf<typeof departments> */
export type StoredRowOf<X> = StoredRow<FieldsOf<X>>

/** A row as the server answers it. @example RowOf<typeof departments> */
export type RowOf<X> = StoredRow<FieldsOf<X>> & {
  readonly [K in Named<FieldsOf<X>, 'computed'>]?: FieldValue<FieldsOf<X>[K]>
}

/** The values of a new row as the service accepts them, fields that only the server writes included. @example NewRow<FieldsOf<typeof departments>> */
export type NewRow<F extends Fields> = Body<F> & {
  readonly [K in Named<F, 'readOnly'>]?: FieldValue<F[K]>
}

/** Values that rows must have; a list means any of them. @example const open: RowFilter<FieldsOf<typeof locations>> = { status: ['online'] } */
export type RowFilter<F extends Fields> = {
  readonly [K in keyof StoredRow<F>]?: StoredRow<F>[K] | readonly StoredRow<F>[K][]
}

/**
 * A database transaction as a contract names it: contracts run in browsers too and know no driver.
 *
 * @example interface Bookings { cancel(tx: OpenTransaction, id: string): Promise<void> }
 */
export interface OpenTransaction {
  readonly execute: unknown
}

/**
 * Counts what still uses a row, by plugin id; a row with any use is not deleted (`IN_USE`).
 *
 * @example const countEggs: UsageCheck = async (tx, id) => ({ eggs: await countByCategory(tx, id) })
 */
export type UsageCheck = (tx: OpenTransaction, id: string) => Promise<Readonly<Record<string, number>>>

/** Operations on the rows of a resource, for other plugins. @example definePluginServer(builtin, { uses: { departments: departments.service }, setup: async ({ departments }) => console.log(await departments.list()) }) */
export interface ResourceService<F extends Fields> {
  find(id: string): Promise<StoredRow<F> | null>
  /** All rows that match, ordered by title. For resources that stay small; use the endpoint to page through large ones. */
  list(filter?: RowFilter<F>): Promise<readonly StoredRow<F>[]>
  /**
   * Finds and locks a row until the transaction ends. With `share` others can lock it as well, and only its edit and
   * deletion wait.
   */
  lock(tx: OpenTransaction, id: string, strength?: 'share' | 'update'): Promise<StoredRow<F> | null>
  /** Writes a row in the caller's transaction. */
  create(tx: OpenTransaction, values: NewRow<F>): Promise<StoredRow<F>>
  /** Changes rows in the caller's transaction and raises their versions; returns how many were different before. */
  change(tx: OpenTransaction, ids: readonly string[], values: Partial<NewRow<F>>): Promise<number>
  /**
   * Creates a row, or changes the one with this id, as staff with all rights do: checked by the resource's hooks and noted
   * in the audit log as the operator's. The caller has checked the values by the schemas of the resource. Throws
   * `EndpointFailure` with the codes of the resource's endpoints.
   */
  save(id: string | null, values: Partial<NewRow<F>>): Promise<StoredRow<F>>
  /** Adds a check that runs before a row is deleted; returns its undo. */
  onDelete(check: UsageCheck): () => void
}

/** The service of a declared resource. @example ServiceOf<typeof departments> */
export type ServiceOf<X> = ResourceService<FieldsOf<X>>

/** A resource as declared; plain data, made by {@link defineResource}. @example Resource<{ name: Field<string> }> */
export interface Resource<F extends Fields = Fields> {
  readonly kind: 'resource'
  readonly id: string
  /** The plugin that serves it. */
  readonly plugin: string
  readonly fields: { readonly [K in keyof F]: FieldSpec }
  /** The field that names a row in dialogs. */
  readonly title: string
  readonly icon: string
  readonly nav: { readonly group?: string; readonly order: number }
  readonly path: string
  /** Base of the REST endpoints. */
  readonly api: `/api/${string}`
  /** Prefix of its messages within the plugin's own: empty, or `<id>.`. */
  readonly messages: string
  /** PostgreSQL schema and table. */
  readonly table: { readonly schema: string; readonly name: string }
  readonly permissions: Readonly<Record<ResourcePage, string>>
  /** Category of its permissions in the catalogue. */
  readonly category: string
  readonly rules: readonly string[]
  /** Which of the two dates the list shows, last. */
  readonly dates: readonly ('createdAt' | 'updatedAt')[]
  /** Codes beyond the common ones that a write can fail with. */
  readonly fails: Failures
  readonly service: ServiceToken<ResourceService<F>>
  /** Only carries the types of the fields. */
  readonly [declared]?: F
}

/** How a resource is declared, see {@link defineResource}. @example ResourceOptions<{ name: Field<string> }> */
export interface ResourceOptions<F extends Fields> {
  readonly fields: F
  readonly title: Extract<keyof F, string>
  readonly icon: string
  readonly nav: { readonly group?: string; readonly order: number }
  /** Prefix of its four permissions, such as `admin.departments`. */
  readonly permission?: string
  readonly category?: string
  readonly path?: string
  readonly table?: string
  /** Rules that ask for the four pages: list, create, edit, delete. */
  readonly rules?: readonly [string, string, string, string]
  readonly dates?: readonly ('createdAt' | 'updatedAt')[]
  readonly fails?: Failures
}

const singular = (word: string) =>
  word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.endsWith('s') ? word.slice(0, -1) : word

const capitalized = (text: string) =>
  text
    .split(/[.-]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' ')

/**
 * Declares a resource: list, create, edit and delete over one kind of row. From its fields follow the table, the REST
 * endpoints under `/api/<name>`, the four pages with their guards and permissions, and the service token.
 * A built-in names it like itself; an added plugin puts its id before it: `hello/greetings`.
 *
 * @example
 * export const goals = defineResource('goals', {
 *   permission: 'admin.goals', nav: { group: 'management', order: 40 }, icon: 'Flag', title: 'day',
 *   fields: {
 *     day: date().unique().column({ sort: true }),
 *     owner: email().optional().column(),
 *     open: boolean(true).column({ filter: true }),
 *   },
 * })
 */
export function defineResource<const F extends Fields>(
  name: string,
  options: ResourceOptions<F>,
): Resource<F> {
  const [plugin = name, id = plugin] = name.split('/')
  const isOwn = id === plugin
  const permission = options.permission ?? `plugin.${plugin}.${id}`
  const specs = Object.entries(options.fields).map(([key, { spec }]) => [key, spec])
  const schema = plugin.replaceAll('-', '_').replaceAll('.', '__')
  return {
    kind: 'resource',
    id,
    plugin,
    // One spec for each declared field.
    fields: Object.fromEntries(specs) as Resource<F>['fields'],
    title: options.title,
    icon: options.icon,
    nav: options.nav,
    path: options.path ?? (isOwn ? `/mc-admin/${id}` : `/mc-admin/x/${plugin}/${id}`),
    api: isOwn ? `/api/${id}` : `/api/${plugin}/${id}`,
    messages: isOwn ? '' : `${id}.`,
    table: { schema, name: options.table ?? singular(id.replaceAll('-', '_')) },
    permissions: {
      list: `${permission}.list`,
      create: `${permission}.create`,
      edit: `${permission}.edit`,
      delete: `${permission}.delete`,
    },
    category: options.category ?? capitalized(permission.replace(/^plugin\.[^.]+\./, '')),
    rules: options.rules ?? [],
    dates: options.dates ?? ['createdAt'],
    fails: options.fails ?? {},
    service: defineService(`${plugin}.${id}`),
  }
}

/** True for a declared resource. @example isResource(departments) // true */
export const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'resource'

/** Id of the route of a page. @example routeOf(departments, 'edit') // 'departments-edit' */
export const routeOf = ({ plugin, id }: Pick<Resource, 'plugin' | 'id'>, page: ResourcePage): string =>
  plugin === id ? `${id}-${page}` : `${plugin}-${id}-${page}`

/** Names and specs of the fields that pass a test. @example fieldsOf(departments, ({ column }) => column !== undefined) */
export const fieldsOf = (
  resource: Pick<Resource, 'fields'>,
  test: (spec: FieldSpec) => boolean = () => true,
): readonly (readonly [name: string, spec: FieldSpec])[] =>
  Object.entries(resource.fields).filter(([, spec]) => test(spec))

/** True for fields that a person writes. @example fieldsOf(departments, isWritable) */
export const isWritable = ({ readOnly, computed }: FieldSpec): boolean => !readOnly && !computed

/** The failures that every resource endpoint knows. @example RESOURCE_FAILURES.STALE_EDIT // 409 */
export const RESOURCE_FAILURES = {
  NOT_FOUND: 404,
  STALE_EDIT: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  BAD_CURSOR: 400,
  BAD_QUERY: 400,
} as const

/** Where the fields are known only at run time, so are the types of their values. */
type AnsweredRow<X> = string extends keyof FieldsOf<X>
  ? RowFields & Readonly<Record<string, unknown>>
  : RowOf<X>

/** One page of the rows of a resource, as the server answers it. @example ListedRows<typeof departments>['items'] */
export interface ListedRows<X> {
  readonly items: readonly AnsweredRow<X>[]
  /** Cursors of the pages beside this one; null where there is none. */
  readonly next: string | null
  readonly previous: string | null
  /** Exact up to 10,000 rows, an estimate beyond. */
  readonly total: number
}

type Answering<R> = Omit<AnyEndpoint, 'reply'> & { readonly reply: z.ZodType<R, R> }

/** The REST endpoints of a resource with the types of their replies, as {@link resourceCalls} returns them. @example ResourceCalls<typeof departments>['list'] */
export interface ResourceCalls<X = Resource> {
  readonly list: Answering<ListedRows<X>>
  /** Answers with a file. */
  readonly exportCsv: AnyEndpoint
  readonly get: Answering<{ readonly item: AnsweredRow<X> }>
  readonly create: Answering<{ readonly item: AnsweredRow<X> }>
  readonly update: Answering<{ readonly item: AnsweredRow<X> }>
  readonly remove: Answering<{ readonly id: string }>
  /** The choices of the fields declared with `optionsFrom`, by field. */
  readonly options: Readonly<Record<string, AnyEndpoint>>
}

/**
 * The REST endpoints of a resource as data, for the browser and for tests. The server adds the schemas
 * (`resourceEndpoints`). Replies have the type of the resource's rows; the server checks what is sent.
 *
 * @example useEndpoint(resourceCalls(departments).list, { query: { search: 'billing' } })
 */
export function resourceCalls<X extends Resource>(resource: X): ResourceCalls<X> {
  const { api, permissions, id } = resource
  const fails: Failures = { ...resource.fails, ...RESOURCE_FAILURES }
  const call = (
    method: AnyEndpoint['method'],
    path: string,
    page: ResourcePage,
    summary: string,
    ...others: readonly ResourcePage[]
  ): AnyEndpoint => {
    const alternatives = others.map((each) => permissions[each])
    const access = { permission: permissions[page], ...(alternatives.length > 0 && { alternatives }) }
    // Callers need no schemas, and the browser's contracts have none either.
    return { kind: 'endpoint', method, path, summary, access, fails } as unknown as AnyEndpoint
  }
  const calls = {
    list: call('GET', api, 'list', `List ${id}`),
    exportCsv: call('GET', `${api}/export.csv`, 'list', `Export ${id} as CSV`),
    // The pages that edit and delete a row read it first.
    get: call('GET', `${api}/:id`, 'list', `Read one of ${id}`, 'edit', 'delete'),
    create: call('POST', api, 'create', `Create in ${id}`),
    update: call('PATCH', `${api}/:id`, 'edit', `Edit one of ${id}`),
    remove: call('DELETE', `${api}/:id`, 'delete', `Delete one of ${id}`),
    options: Object.fromEntries(
      fieldsOf(resource, ({ options }) => options !== undefined).map(([field, { options }]) => [
        field,
        call('GET', `${api}/${options?.from}`, 'list', `Choices for ${field} of ${id}`, 'create', 'edit'),
      ]),
    ),
  }
  // The server answers with the rows that the fields of the resource describe.
  return calls as unknown as ResourceCalls<X>
}
