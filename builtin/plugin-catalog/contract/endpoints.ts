import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const list = { permission: 'admin.plugins.list' } as const
const edit = { permission: 'admin.plugins.edit' } as const
const text = z.string().nullable()

/** Reasons why a catalog could not be read. */
export const catalogProblems = ['UNREACHABLE', 'FORMAT', 'SIGNATURE', 'OLDER'] as const

const item = z.object({
  catalog: z.string(),
  id: z.string(),
  title: z.string(),
  description: z.string(),
  publisher: text,
  license: text,
  /** The newest version made for this product; the newest of all where none is. */
  version: z.string(),
  publishedAt: z.iso.datetime(),
  changes: z.string(),
  bytes: z.number(),
  /** Version of the plugin with this id here. */
  installed: text,
  state: z.enum(['available', 'installed', 'update', 'incompatible', 'taken']),
})

const catalog = z.object({
  catalogs: z.array(
    z.object({
      url: z.string(),
      /** Null until it was read once. */
      name: text,
      readAt: z.iso.datetime().nullable(),
      problem: z.enum(catalogProblems).nullable(),
      detail: text,
    }),
  ),
  plugins: z.array(item),
})

export type CatalogView = z.output<typeof catalog>
export type CatalogItem = z.output<typeof item>

export const listCatalog = defineEndpoint({
  method: 'GET',
  path: '/api/plugin-catalog',
  summary: 'Plugins of the subscribed catalogs, with what is installed of them',
  access: list,
  query: z.strictObject({ language: z.string().max(8).default('en') }),
  reply: catalog,
})

export const refreshCatalog = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-catalog/refresh',
  summary: 'Read the subscribed catalogs again, now',
  access: edit,
  limit: 20,
  reply: z.object({}),
})

export const reviewFromCatalog = defineEndpoint({
  method: 'POST',
  path: '/api/plugin-catalog/review',
  summary: 'Download a version from a catalog and say what it asks for; nothing of it runs',
  access: edit,
  limit: 20,
  body: z.strictObject({
    catalog: z.string().max(2_000),
    id: z.string().max(60),
    version: z.string().max(60),
  }),
  reply: z.object({
    /** Names the review: the page of plugins shows it and asks for consent. */
    review: z.uuid(),
  }),
  fails: {
    REAUTHENTICATION_REQUIRED: 403,
    NOT_FOUND: 404,
    CATALOG_UNREACHABLE: 502,
    CATALOG_PACKAGE_CHANGED: 409,
    PACKAGE_TOO_LARGE: 413,
    PACKAGE_NOT_A_ZIP: 400,
    PACKAGE_PATH_OUTSIDE: 400,
    PACKAGE_SYMLINK: 400,
    PACKAGE_BOMB: 400,
    PACKAGE_ENTRY_TWICE: 400,
    PACKAGE_MANIFEST: 400,
    PACKAGE_HASH: 400,
    PACKAGE_SIGNATURE: 400,
  },
})
