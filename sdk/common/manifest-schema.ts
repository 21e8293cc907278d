import { z } from 'zod'
import { isCapability } from './capabilities.ts'
import type { Manifest } from './manifest.ts'

const slug = /^[a-z][a-z0-9-]{2,39}(\.[a-z][a-z0-9-]{2,39})?$/
const semver = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

/**
 * Ids that name something of the kernel, or whose tables would lie in a schema of the kernel, its queue or PostgreSQL,
 * and so no plugin. Ids that begin with `pg-` are PostgreSQL's as well.
 *
 * @example RESERVED_IDS.includes('user')
 */
export const RESERVED_IDS: readonly string[] = [
  'user',
  'system',
  'docs',
  'public',
  'health',
  'metrics',
  'core',
  'kernel',
  'shell',
  'graphile-worker',
  'information-schema',
]

const name = z.string().min(1).max(80)
const label = z.string().min(1).max(200)
const path = z.string().regex(/^\/[\w\-/:.{}*]*$/)
const order = z.number().int().optional()
const file = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), { error: 'E_FILE_OUTSIDE' })

const routeShape = {
  id: name,
  path,
  permission: z.string().optional(),
  flag: z.string().optional(),
  module: name.optional(),
  redirect: z.string().startsWith('/').optional(),
  title: label,
  landmark: z
    .enum([
      'home',
      'login',
      'verify',
      'forbidden',
      'server-error',
      'not-found',
      'lost-connection',
      'admin',
      'duty',
    ])
    .optional(),
  bare: z.boolean().optional(),
}
const adminRoute = z.strictObject({ ...routeShape, area: z.literal('admin'), permission: z.string().min(1) })
const route = z.union([
  adminRoute,
  z.strictObject({ ...routeShape, area: z.enum(['public', 'guest', 'user']) }),
])
const tab = z.strictObject({ id: name, title: label, module: name, order })

const permissionEntry = z.strictObject({
  constant: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  value: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  category: name,
  description: label,
})

const shape = z.strictObject({
  schema: z.literal(1),
  id: z.string().max(48).regex(slug),
  version: z.string().regex(semver),
  title: label,
  description: z.string().max(500),
  publisher: z.string().max(80).optional(),
  license: z.string().max(80).optional(),
  icon: z.string().max(80).optional(),
  kind: z.enum(['builtin', 'plugin', 'theme', 'language']),
  engines: z.strictObject({ shell: z.string().optional(), sdk: z.string().optional() }).optional(),
  removable: z.boolean(),
  defaultEnabled: z.boolean(),
  dependencies: z.record(z.string(), z.string()),
  conflicts: z.array(z.string()),
  permissions: z.strictObject({ defines: z.array(permissionEntry), requires: z.array(z.string()) }),
  capabilities: z.array(z.string().refine(isCapability, { error: 'E_CAPABILITY_UNKNOWN' })),
  isolation: z
    .strictObject({
      browser: z.enum(['page', 'frame']).optional(),
      server: z.enum(['process', 'worker']).optional(),
    })
    .optional(),
  contributes: z.strictObject({
    routes: z.array(route),
    adminPages: z.array(adminRoute),
    nav: z.array(
      z.strictObject({
        area: z.enum(['user', 'admin', 'account']),
        route: name,
        label,
        icon: name.optional(),
        group: name.optional(),
        order,
      }),
    ),
    slots: z.array(
      z.strictObject({
        slot: name,
        module: name,
        order,
        permission: z.string().optional(),
        flag: z.string().optional(),
      }),
    ),
    widgets: z.array(
      z.strictObject({
        id: name,
        module: name,
        title: label,
        size: z.enum(['small', 'medium', 'wide']).optional(),
        order,
        area: z.enum(['user', 'admin']).optional(),
        permission: z.string().optional(),
        flag: z.string().optional(),
      }),
    ),
    debugTabs: z.array(tab),
    customisationTabs: z.array(tab),
    commands: z.array(
      z.strictObject({ id: name, title: label, route: name, shortcut: z.string().max(20).optional() }),
    ),
  }),
  settings: z.record(z.string(), z.unknown()).optional(),
  flags: z.array(z.string()),
  modules: z.record(name, file),
  boot: name.optional(),
  server: file.optional(),
  migrations: file.optional(),
  locales: z.array(z.string().regex(/^[a-z]{2}$/)).min(1),
  showsWords: z.array(name).optional(),
  files: z.record(file, z.strictObject({ sha384: z.string(), bytes: z.number().int().min(0) })).optional(),
  signature: z.strictObject({ alg: z.literal('ed25519'), keyId: z.string(), value: z.string() }).optional(),
})

/** Names of browser modules that a manifest's contributions point to. @example moduleReferences(manifest) */
export function moduleReferences(manifest: Manifest): ReadonlySet<string> {
  const c = manifest.contributes
  const named = [
    ...c.routes,
    ...c.adminPages,
    ...c.slots,
    ...c.widgets,
    ...c.debugTabs,
    ...c.customisationTabs,
  ].flatMap((entry) => (entry.module ? [entry.module] : []))
  return new Set(manifest.boot ? [...named, manifest.boot] : named)
}

type Report = (at: PropertyKey[], message: string) => void

function checkModules(manifest: Manifest, report: Report) {
  const used = moduleReferences(manifest)
  for (const module of used) if (!manifest.modules[module]) report(['modules', module], 'E_MODULE_MISSING')
  for (const module of Object.keys(manifest.modules))
    if (!used.has(module)) report(['modules', module], 'E_MODULE_UNUSED')
}

function checkRoutes(manifest: Manifest, report: Report) {
  const routes = [...manifest.contributes.routes, ...manifest.contributes.adminPages]
  const ids = new Set<string>()
  for (const [index, each] of routes.entries()) {
    if (ids.has(each.id)) report(['contributes', 'routes', index, 'id'], 'E_ROUTE_DUPLICATE')
    ids.add(each.id)
    if (Boolean(each.module) === Boolean(each.redirect))
      report(['contributes', 'routes', index, 'module'], 'E_ROUTE_MODULE_OR_REDIRECT')
    if (manifest.kind !== 'builtin' && !isOwnPath(manifest.id, each.area === 'admin', each.path))
      report(['contributes', 'routes', index, 'path'], 'E_PATH_OUTSIDE')
  }
  for (const [index, entry] of manifest.contributes.nav.entries())
    if (!ids.has(entry.route)) report(['contributes', 'nav', index, 'route'], 'E_ROUTE_UNKNOWN')
}

const isOwnPath = (id: string, admin: boolean, text: string) => {
  const base = admin ? `/mc-admin/x/${id}` : `/p/${id}`
  return text === base || text.startsWith(`${base}/`)
}

function checkNames(manifest: Manifest, report: Report) {
  if (RESERVED_IDS.includes(manifest.id)) report(['id'], 'E_ID_RESERVED')
  if (manifest.id.startsWith('pg-')) report(['id'], 'E_ID_RESERVED')
  if (manifest.kind !== 'builtin' && !manifest.removable) report(['removable'], 'E_NOT_REMOVABLE')
  if (!manifest.locales.includes('en')) report(['locales'], 'E_ENGLISH_MISSING')
  for (const [index, each] of manifest.permissions.defines.entries())
    if (manifest.kind !== 'builtin' && !each.value.startsWith(`plugin.${manifest.id}.`))
      report(['permissions', 'defines', index, 'value'], 'E_PERMISSION_PREFIX')
}

/**
 * The manifest's schema: shape and cross-field rules. Each problem carries its path and a code
 * (`E_MODULE_MISSING`, `E_PATH_OUTSIDE`, …) as message.
 *
 * @example manifestSchema.safeParse(JSON.parse(text))
 */
export const manifestSchema = shape.superRefine((manifest, context) => {
  const report: Report = (at, message) => context.addIssue({ code: 'custom', path: at, message })
  checkNames(manifest, report)
  checkModules(manifest, report)
  checkRoutes(manifest, report)
})
