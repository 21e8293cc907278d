import { z } from 'zod'
import { defineEndpoint, type Endpoint, type Failures } from './endpoint.ts'
import type { ManifestInput, ManifestRoute } from './manifest.ts'

/** The four permissions of a resource. @example { list: 'admin.locations.list', create: 'admin.locations.create', delete: 'admin.locations.delete' } */
export interface ResourcePermissions {
  readonly list: string
  readonly create?: string
  readonly edit?: string
  readonly delete?: string
}

/** How a column of the list is drawn and what may be done with it. @example { key: 'name', sort: true, search: true } */
export interface ResourceColumn {
  readonly key: string
  readonly kind?: 'text' | 'number' | 'coins' | 'date' | 'boolean' | 'status' | 'code' | 'color'
  readonly sort?: boolean
  readonly search?: boolean
  /** Offered as a filter: the allowed values, or `boolean`. */
  readonly filter?: readonly string[] | 'boolean'
}

/** The kind of a computed value; a word, so that the declaration stays data. @example const computed: Record<string, ComputedKind> = { categoryName: 'text' } */
export type ComputedKind = 'text' | 'number' | 'boolean' | 'list'

/** A resource as declared; made by {@link defineResource}. @example Resource<(typeof locationFields)['shape']> */
export interface Resource<S extends z.ZodRawShape = z.ZodRawShape> {
  readonly kind: 'resource'
  /** Plugin id, also the message root and the REST path. */
  readonly id: string
  readonly fields: z.ZodObject<S>
  /** What the server adds to each row for reading, such as the name behind an id; any of it may be null. */
  readonly computed?: Readonly<Record<string, ComputedKind>>
  /** Codes beyond {@link RESOURCE_FAILURES} that a write or a deletion may fail with. */
  readonly fails?: Failures
  readonly columns: readonly ResourceColumn[]
  readonly permissions: ResourcePermissions
  /** Where the pages stand, e.g. `/mc-admin/locations`. */
  readonly path: string
  /** The column that names a row in dialogs. */
  readonly title: string
  readonly icon: string
  readonly nav: { readonly group: string; readonly order: number }
}

/**
 * Declares list, create, edit and delete over one entity; data only. `fields` is what a person may write,
 * one zod schema for both sides; the server adds `id`, `version`, `createdAt`, `updatedAt`.
 *
 * @example
 * export const locations = defineResource({
 *   id: 'locations', path: '/mc-admin/locations', title: 'name', icon: 'MapPin',
 *   nav: { group: 'management', order: 20 },
 *   fields: z.object({ name: plainText(1, 191), slots: z.number().int().min(1) }),
 *   columns: [{ key: 'name', sort: true, search: true }, { key: 'slots', kind: 'number', sort: true }],
 *   permissions: { list: 'admin.locations.list', create: 'admin.locations.create', edit: 'admin.locations.edit', delete: 'admin.locations.delete' },
 * })
 */
export const defineResource = <S extends z.ZodRawShape>(
  declaration: Omit<Resource<S>, 'kind'>,
): Resource<S> => ({ ...declaration, kind: 'resource' })

/** What every stored row carries besides its fields. @example rowShape.version */
export const rowShape = {
  id: z.uuid(),
  /** Raised by each edit; an edit names the version it saw and is refused when it is stale. */
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}

/** A row as the server answers it. @example RowOf<typeof locations> */
export type RowOf<X> =
  X extends Resource<infer S>
    ? z.output<z.ZodObject<S>> & { id: string; version: number; createdAt: string; updatedAt: string }
    : never

const listQuery = z.strictObject({
  cursor: z.string().max(3000).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  sort: z.string().max(60).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  search: z.string().trim().max(100).optional(),
  /** `key:value` pairs, comma-separated. */
  filter: z.string().max(500).optional(),
})

/** The failures of resource endpoints. @example RESOURCE_FAILURES.STALE_EDIT // 409 */
export const RESOURCE_FAILURES = {
  NOT_FOUND: 404,
  STALE_EDIT: 409,
  DUPLICATE: 409,
  IN_USE: 409,
  BAD_CURSOR: 400,
  BAD_QUERY: 400,
} as const

/**
 * A database transaction as a contract names it: contracts run in browsers too and know no driver.
 * The server makes it a transaction again with `asTransaction` of `@spawnpoint/sdk/resource/server`.
 *
 * @example interface EggCategoriesService { hold(tx: OpenTransaction, id: string): Promise<{ name: string } | null> }
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

/** What an endpoint answers that fills a select of a form. @example defineEndpoint({ method: 'GET', path: '/api/acme/colours', summary: 'Colours', access: { user: true }, reply: choicesReply }) */
export const choicesReply = z.object({
  choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })),
})

const computedSchemas: Readonly<Record<ComputedKind, z.ZodType>> = {
  text: z.string().nullable(),
  number: z.number().nullable(),
  boolean: z.boolean().nullable(),
  list: z.array(z.unknown()).nullable(),
}

const computedShape = (resource: Resource) =>
  Object.fromEntries(
    Object.entries(resource.computed ?? {}).map(([key, kind]) => [key, computedSchemas[kind]]),
  )

const rowReply = (resource: Resource) =>
  z.object({ ...rowShape, ...resource.fields.shape, ...computedShape(resource) })

/** Every field optional and none with its default: what an edit leaves out stays as it is. */
const editShape = (resource: Resource) =>
  Object.fromEntries(
    Object.entries(resource.fields.shape).map(([key, field]) => [
      key,
      z.optional(field instanceof z.ZodDefault ? field.unwrap() : field),
    ]),
  )

/**
 * The REST endpoints of a resource, under `/api/<id>`: list, get, create, update, remove, export.
 *
 * @example const { list, create } = resourceEndpoints(locations)
 */
export function resourceEndpoints(resource: Resource) {
  const base = `/api/${resource.id}` as const
  const params = z.strictObject({ id: z.uuid() })
  const { permissions } = resource
  const item = z.object({ item: rowReply(resource) })
  const common = { fails: { ...resource.fails, ...RESOURCE_FAILURES } }
  return {
    list: defineEndpoint({
      ...common,
      method: 'GET',
      path: base,
      summary: `List ${resource.id}`,
      access: { permission: permissions.list },
      query: listQuery,
      reply: z.object({
        items: z.array(rowReply(resource)),
        next: z.string().nullable(),
        previous: z.string().nullable(),
        /** Exact up to 10,000 rows, an estimate beyond. */
        total: z.number().int(),
      }),
    }),
    exportCsv: `${base}/export.csv`,
    get: defineEndpoint({
      ...common,
      method: 'GET',
      path: `${base}/:id`,
      summary: `Read one of ${resource.id}`,
      // The pages that edit and delete a row read it first.
      access: {
        permission: permissions.list,
        alternatives: [permissions.edit, permissions.delete].filter((each) => each !== undefined),
      },
      params,
      reply: item,
    }),
    create: defineEndpoint({
      ...common,
      method: 'POST',
      path: base,
      summary: `Create in ${resource.id}`,
      access: { permission: permissions.create ?? permissions.list },
      body: z.strictObject(resource.fields.shape),
      reply: item,
    }),
    update: defineEndpoint({
      ...common,
      method: 'PATCH',
      path: `${base}/:id`,
      summary: `Edit one of ${resource.id}`,
      access: { permission: permissions.edit ?? permissions.list },
      params,
      body: z.strictObject({ ...editShape(resource), version: z.number().int() }),
      reply: item,
    }),
    remove: defineEndpoint({
      ...common,
      method: 'DELETE',
      path: `${base}/:id`,
      summary: `Delete one of ${resource.id}`,
      access: { permission: permissions.delete ?? permissions.list },
      params,
      reply: z.object({ id: z.uuid() }),
    }),
  }
}

/** Endpoints of a resource, as {@link resourceEndpoints} gives them. @example ResourceEndpoints['list'] */
export type ResourceEndpoints = ReturnType<typeof resourceEndpoints>

/** Any endpoint's shape, re-exported for resource helpers. @example AnyResourceEndpoint */
export type AnyResourceEndpoint = Endpoint

const actions = ['list', 'create', 'edit', 'delete'] as const

const routePath = (base: string, action: (typeof actions)[number]) =>
  ({ list: base, create: `${base}/create`, edit: `${base}/:id/edit`, delete: `${base}/:id/delete` })[action]

/**
 * The manifest entries of a resource: up to four routes with their guards and the menu entry. Modules are
 * `<action>` → `browser/<action>-page.tsx` unless the manifest says otherwise. `rules` names the rules that ask for the pages.
 *
 * @example export default defineBuiltin({ id: 'locations', title: '%title%', description: 'Places of servers', ...resourceManifest(locations) })
 */
export function resourceManifest(
  resource: Pick<Resource, 'id' | 'path' | 'permissions' | 'icon' | 'nav'>,
  rules: Partial<Record<(typeof actions)[number], string>> = {},
): Required<Pick<ManifestInput, 'contributes' | 'modules'>> {
  const present = actions.filter((action) => resource.permissions[action])
  const routes = present.map((action): ManifestRoute => ({
    id: `${resource.id}-${action}`,
    path: routePath(resource.path, action),
    ...(rules[action] ? { rule: rules[action] } : {}),
    area: 'admin',
    permission: resource.permissions[action],
    module: action,
    title: `%pages.${action}.title%`,
  }))
  return {
    contributes: {
      adminPages: routes,
      nav: [
        {
          area: 'admin',
          route: `${resource.id}-list`,
          label: '%nav%',
          icon: resource.icon,
          group: resource.nav.group,
          order: resource.nav.order,
        },
      ],
    },
    modules: Object.fromEntries(present.map((action) => [action, `browser/${action}-page.tsx`])),
  }
}
