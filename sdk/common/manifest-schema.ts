import { z } from 'zod'
import { isCapability } from './capabilities.ts'
import { hasHiddenMarks } from './look-alike.ts'
import type { Manifest, WellKnownRoute } from './manifest.ts'

const slug = /^[a-z][a-z0-9-]{2,39}(\.[a-z][a-z0-9-]{2,39})?$/
/** A version as semver.org has it. */
export const semver = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/

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

/** Well-known routes, which the kernel links to without naming a plugin. @example WELL_KNOWN_ROUTES.includes('login') */
export const WELL_KNOWN_ROUTES = [
  'home',
  'login',
  'verify',
  'forbidden',
  'server-error',
  'not-found',
  'lost-connection',
  'admin',
  'required-step',
  'closed',
] as const satisfies readonly WellKnownRoute[]

const name = z.string().min(1).max(80)
const shown = (longest: number) => z.string().max(longest)
const label = shown(200).min(1)
const path = z.string().regex(/^\/[\w\-/:.{}*]*$/)
const order = z.number().int().optional()
const file = z
  .string()
  .min(1)
  .refine((text) => !text.startsWith('/') && !text.split('/').includes('..'), { error: 'E_FILE_OUTSIDE' })

const routeShape = {
  id: name,
  path,
  rule: z
    .string()
    .regex(/^[A-Z]{2,5}[1-9]\d*$/)
    .optional(),
  permission: z.string().optional(),
  flag: z.string().optional(),
  module: name.optional(),
  // A path of this site: two slashes, or one of them backwards, begin an address of another.
  redirect: z
    .string()
    .regex(/^\/(?![/\\])/)
    .optional(),
  title: label,
  wellKnown: z.enum(WELL_KNOWN_ROUTES).optional(),
  bare: z.boolean().optional(),
}
const adminRoute = z.strictObject({ ...routeShape, area: z.literal('admin'), permission: z.string().min(1) })
const route = z.union([
  adminRoute,
  z.strictObject({ ...routeShape, area: z.enum(['public', 'guest', 'user']) }),
])
const tab = z.strictObject({ id: name, title: label, module: name, order })

const registeredPage = z.strictObject({ path, title: label })
// Its title is what the operator reads: one that stands for many could be anything.
const registeredPart = z.strictObject({ id: name.regex(/^[^*]+$/), title: label })

const permissionEntry = z.strictObject({
  constant: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  value: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  category: shown(80).min(1),
  description: label,
})

const shape = z.strictObject({
  schema: z.literal(1),
  id: z.string().max(48).regex(slug),
  version: z.string().regex(semver),
  title: label,
  description: shown(500),
  publisher: shown(80).optional(),
  license: shown(80).optional(),
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
        module: name.optional(),
        flag: z.string().optional(),
        badge: name.optional(),
        badgeLabel: label.optional(),
        under: z.array(z.string().startsWith('/')).optional(),
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
  registers: z
    .strictObject({
      routes: z.array(registeredPage).optional(),
      adminPages: z.array(registeredPage).optional(),
      debugTabs: z.array(registeredPart).optional(),
      widgets: z.array(registeredPart).optional(),
      commands: z.array(registeredPart).optional(),
      slots: z.array(z.strictObject({ slot: name })).optional(),
    })
    .optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  flags: z.array(z.string()),
  modules: z.record(name, file),
  boot: name.optional(),
  server: file.optional(),
  migrations: file.optional(),
  locales: z.array(z.string().regex(/^[a-z]{2}$/)).min(1),
  customerMessages: z.boolean().optional(),
  files: z.record(file, z.strictObject({ sha384: z.string(), bytes: z.number().int().min(0) })).optional(),
  signature: z.strictObject({ alg: z.literal('ed25519'), keyId: z.string(), value: z.string() }).optional(),
})

/** Names of browser modules that a manifest's contributions point to. @example moduleReferences(manifest) */
export function moduleReferences(manifest: Manifest): ReadonlySet<string> {
  const c = manifest.contributes
  const named = [
    ...c.routes,
    ...c.adminPages,
    ...c.nav,
    ...c.slots,
    ...c.widgets,
    ...c.debugTabs,
    ...c.customisationTabs,
  ].flatMap((entry) => (entry.module ? [entry.module] : []))
  return new Set(manifest.boot ? [...named, manifest.boot] : named)
}

type Report = (at: PropertyKey[], message: string) => void

/** All of it may be shown, keys included: a mark that is not seen could make it read as something else. */
function checkMarks(value: unknown, at: PropertyKey[], report: Report) {
  if (typeof value === 'string' && hasHiddenMarks(value)) report(at, 'E_TEXT_MARKS')
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const place = [...at, Array.isArray(value) ? Number(key) : key]
    if (hasHiddenMarks(key)) report(place, 'E_TEXT_MARKS')
    checkMarks(member, place, report)
  }
}

function checkModules(manifest: Manifest, report: Report) {
  const used = moduleReferences(manifest)
  for (const module of used) if (!manifest.modules[module]) report(['modules', module], 'E_MODULE_MISSING')
  // Its boot code may name any of them.
  if (manifest.capabilities.includes('hooks.register')) return
  for (const module of Object.keys(manifest.modules))
    if (!used.has(module)) report(['modules', module], 'E_MODULE_UNUSED')
}

/** Says of each that one before it has the same. */
function checkTwice(names: readonly string[], found: (index: number) => void) {
  for (const [index, each] of names.entries()) if (names.indexOf(each) < index) found(index)
}

function checkRoutes(manifest: Manifest, report: Report) {
  const routes = [...manifest.contributes.routes, ...manifest.contributes.adminPages]
  const first = manifest.contributes.routes.length
  const at = (index: number, field: string) =>
    index < first
      ? ['contributes', 'routes', index, field]
      : ['contributes', 'adminPages', index - first, field]
  checkTwice(
    routes.map(({ id }) => id),
    (index) => report(at(index, 'id'), 'E_ROUTE_DUPLICATE'),
  )
  checkTwice(
    routes.map((each) => each.path),
    (index) => report(at(index, 'path'), 'E_PATH_DUPLICATE'),
  )
  for (const [index, each] of routes.entries()) {
    if (Boolean(each.module) === Boolean(each.redirect))
      report(at(index, 'module'), 'E_ROUTE_MODULE_OR_REDIRECT')
    if (manifest.kind !== 'builtin' && !isOwnPath(manifest.id, each.area === 'admin', each.path))
      report(at(index, 'path'), 'E_PATH_OUTSIDE')
  }
  const ids = new Set(routes.map(({ id }) => id))
  for (const kind of ['nav', 'commands'] as const)
    for (const [index, entry] of manifest.contributes[kind].entries())
      if (!ids.has(entry.route)) report(['contributes', kind, index, 'route'], 'E_ROUTE_UNKNOWN')
}

function checkParts({ contributes }: Manifest, report: Report) {
  for (const kind of ['widgets', 'debugTabs', 'customisationTabs', 'commands'] as const)
    checkTwice(
      contributes[kind].map(({ id }) => id),
      (index) => report(['contributes', kind, index, 'id'], 'E_ID_DUPLICATE'),
    )
}

/** Boot code adds what the operator has read here, and nothing else. */
function checkRegistered({ id, kind, capabilities, registers }: Manifest, report: Report) {
  if (kind === 'builtin') return
  const entries = Object.values(registers ?? {}).flat()
  if (capabilities.includes('hooks.register') !== entries.length > 0) report(['registers'], 'E_REGISTERS')
  for (const place of ['routes', 'adminPages'] as const)
    for (const [index, page] of (registers?.[place] ?? []).entries())
      if (!isOwnPath(id, place === 'adminPages', page.path))
        report(['registers', place, index, 'path'], 'E_PATH_OUTSIDE')
}

/** The form is drawn and answers are judged by it, long after its author could have been told. */
function checkSettings({ settings }: Manifest, report: Report) {
  if (!settings) return
  if (settings['type'] !== 'object') return report(['settings', 'type'], 'E_SETTINGS_SCHEMA')
  try {
    z.fromJSONSchema(settings)
  } catch {
    report(['settings'], 'E_SETTINGS_SCHEMA')
  }
}

const isOwnPath = (id: string, admin: boolean, text: string) => {
  const base = admin ? `/mc-admin/x/${id}` : `/p/${id}`
  return (text === base || text.startsWith(`${base}/`)) && !text.split('/').includes('..')
}

function checkNames(manifest: Manifest, report: Report) {
  if (RESERVED_IDS.includes(manifest.id)) report(['id'], 'E_ID_RESERVED')
  if (manifest.id.startsWith('pg-')) report(['id'], 'E_ID_RESERVED')
  if (manifest.kind !== 'builtin' && !manifest.removable) report(['removable'], 'E_NOT_REMOVABLE')
  if (!manifest.locales.includes('en')) report(['locales'], 'E_ENGLISH_MISSING')
  for (const [index, each] of manifest.permissions.defines.entries())
    if (manifest.kind !== 'builtin' && !each.value.startsWith(`plugin.${manifest.id}.`))
      report(['permissions', 'defines', index, 'value'], 'E_PERMISSION_PREFIX')
  for (const field of ['constant', 'value'] as const)
    checkTwice(
      manifest.permissions.defines.map((each) => each[field]),
      (index) => report(['permissions', 'defines', index, field], 'E_PERMISSION_DUPLICATE'),
    )
}

/**
 * The manifest's schema: shape and cross-field rules. Each problem carries its path and a code
 * (`E_MODULE_MISSING`, `E_PATH_OUTSIDE`, …) as message.
 *
 * @example manifestSchema.safeParse(JSON.parse(text))
 */
export const manifestSchema = shape.superRefine((manifest, context) => {
  const report: Report = (at, message) => context.addIssue({ code: 'custom', path: at, message })
  checkMarks(manifest, [], report)
  checkNames(manifest, report)
  checkModules(manifest, report)
  checkRoutes(manifest, report)
  checkParts(manifest, report)
  checkRegistered(manifest, report)
  checkSettings(manifest, report)
})
