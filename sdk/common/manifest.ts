import type { Capability } from './capabilities.ts'
import type { PermissionEntry } from './permission.ts'
import type { RegisteredEntries } from './registered-entries.ts'
import { isResource, type Resource } from './resource/define-resource.ts'
import { resourceContributions, type ManifestResource } from './resource/resource-manifest.ts'

/** Visitors that may open a route. `guest` pages are for visitors who are not signed in. @example 'user' */
export type Area = 'public' | 'guest' | 'user' | 'admin'

/**
 * A place the kernel itself links to, claimed by exactly one route of one plugin.
 * @example 'login'
 */
export type WellKnownRoute =
  | 'home'
  | 'login'
  | 'verify'
  | 'forbidden'
  | 'server-error'
  | 'not-found'
  | 'lost-connection'
  | 'admin'
  | 'required-step'
  | 'closed'

/**
 * A page. `title` and every other label is literal text, or `%key%` for a message of the plugin.
 * Admin routes need a permission; the schema refuses them without.
 *
 * @example { id: 'store', path: '/store', area: 'user', flag: 'store_enabled', module: 'store-page', title: '%store.title%' }
 */
export interface ManifestRoute {
  readonly id: string
  readonly path: string
  /** Id of the rule that asks for this screen, such as `SCR43`. */
  readonly rule?: string | undefined
  readonly area: Area
  readonly permission?: string | undefined
  readonly flag?: string | undefined
  /** Name of a browser module in `modules`; its default export is the page. Absent on a redirect. */
  readonly module?: string | undefined
  /** A server path or route path that this route sends the browser to instead of drawing a page. */
  readonly redirect?: string | undefined
  readonly title: string
  readonly wellKnown?: WellKnownRoute | undefined
  /** The page stands alone (sign-in, error pages), without menu and top bar. */
  readonly bare?: boolean | undefined
}

/** A menu entry; shown when its route is allowed. @example { area: 'user', route: 'store', label: '%nav.store%', icon: 'ShoppingCart', group: 'main', order: 40 } */
export interface ManifestNav {
  readonly area: 'user' | 'admin' | 'account'
  readonly route: string
  readonly label: string
  readonly icon?: string | undefined
  readonly group?: string | undefined
  readonly order?: number | undefined
  /**
   * In the account menu: a module whose default export, `(host) => Promise<void>`, does what the entry says. The route
   * is for direct visits, and for when that fails.
   */
  readonly module?: string | undefined
  /** A boolean public setting that must be on for the entry to be shown, beside what its route needs. */
  readonly flag?: string | undefined
  /** The entry of the session's `stats` whose number is shown beside it, unless it is 0. */
  readonly badge?: string | undefined
  /** Says to screen readers what that number counts, and is read before it. @example '%nav.unread%' */
  readonly badgeLabel?: string | undefined
  /** Other addresses: on their pages, and on pages below them, this entry is the current one. @example ['/server'] */
  readonly under?: readonly string[] | undefined
}

/** A module drawn in a named place of another plugin's page. @example { slot: 'dashboard.before', module: 'notice', order: 10 } */
export interface ManifestSlot {
  readonly slot: string
  readonly module: string
  readonly order?: number | undefined
  readonly permission?: string | undefined
  readonly flag?: string | undefined
}

/** A card on the dashboard. @example { id: 'balance', module: 'balance-widget', title: '%widget%', size: 'small' } */
export interface ManifestWidget {
  readonly id: string
  readonly module: string
  readonly title: string
  readonly size?: 'small' | 'medium' | 'wide' | undefined
  readonly order?: number | undefined
  readonly area?: 'user' | 'admin' | undefined
  readonly permission?: string | undefined
  readonly flag?: string | undefined
}

/** A tab of the debug panel or the customisation panel. @example { id: 'network', title: '%tabs.network%', module: 'network-tab', order: 10 } */
export interface ManifestTab {
  readonly id: string
  readonly title: string
  readonly module: string
  readonly order?: number | undefined
}

/** An entry of the command palette that goes to a route. @example { id: 'open-store', title: '%nav.store%', route: 'store' } */
export interface ManifestCommand {
  readonly id: string
  readonly title: string
  readonly route: string
  readonly shortcut?: string | undefined
}

/** All that the product knows of a plugin before its code runs. @example const pathsOf = (manifest: Manifest) => manifest.contributes.routes.map(({ path }) => path) */
export interface Manifest {
  readonly schema: 1
  readonly id: string
  readonly version: string
  readonly title: string
  readonly description: string
  readonly publisher?: string | undefined
  /** SPDX expression of its licence, such as `MIT`. */
  readonly license?: string | undefined
  readonly icon?: string | undefined
  readonly kind: 'builtin' | 'plugin' | 'theme' | 'language'
  readonly engines?: { readonly shell?: string | undefined; readonly sdk?: string | undefined } | undefined
  readonly removable: boolean
  readonly defaultEnabled: boolean
  readonly dependencies: Readonly<Record<string, string>>
  readonly conflicts: readonly string[]
  readonly permissions: {
    readonly defines: readonly PermissionEntry[]
    readonly requires: readonly string[]
  }
  readonly capabilities: readonly Capability[]
  /**
   * How far the plugin is kept from the rest. `server`: always a `worker` thread of its own, or, left out, wherever the
   * operator allows: a package runs in a worker unless the operator allows it into the server's process, a folder of
   * `plugins/` in the process. `browser`: a sandboxed `frame`, or the `page` (default). An operator may ask for more
   * isolation, never less.
   */
  readonly isolation?:
    | { readonly browser?: 'page' | 'frame' | undefined; readonly server?: 'process' | 'worker' | undefined }
    | undefined
  readonly contributes: {
    readonly routes: readonly ManifestRoute[]
    readonly adminPages: readonly ManifestRoute[]
    readonly nav: readonly ManifestNav[]
    readonly slots: readonly ManifestSlot[]
    readonly widgets: readonly ManifestWidget[]
    readonly debugTabs: readonly ManifestTab[]
    readonly customisationTabs: readonly ManifestTab[]
    readonly commands: readonly ManifestCommand[]
  }
  /** All that boot code may add with the capability `hooks.register`; what is not listed is refused (`E_REGISTER`). */
  readonly registers?: RegisteredEntries | undefined
  /** JSON Schema of the operator's settings form at /plugins/{identifier}/config; secrets carry `x-secret: true`. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
  /** Feature flags (boolean public settings) that routes or menu entries depend on. */
  readonly flags: readonly string[]
  /** Module name → file, relative to the plugin's folder. */
  readonly modules: Readonly<Record<string, string>>
  /** A module loaded at start-up, before the access check; built-ins, or by the operator's grant. */
  readonly boot?: string | undefined
  readonly server?: string | undefined
  readonly migrations?: string | undefined
  readonly locales: readonly string[]
  /**
   * For a built-in whose pages are all for staff: customers meet some of its messages on pages of others, such as the
   * name of a transaction, so they come with the messages for everybody.
   */
  readonly customerMessages?: boolean | undefined
  /** Written by the build: path → hash and size. */
  readonly files?: Readonly<Record<string, { readonly sha384: string; readonly bytes: number }>> | undefined
  readonly signature?: { readonly alg: 'ed25519'; readonly keyId: string; readonly value: string } | undefined
}

type Optional = Partial<
  Omit<Manifest, 'id' | 'version' | 'title' | 'description' | 'schema' | 'contributes' | 'permissions'>
> & {
  readonly schema?: 1
  readonly permissions?: Partial<Manifest['permissions']>
  readonly contributes?: Partial<Manifest['contributes']>
}

/** A manifest as authors write it, with defaults omitted. @example { id: 'hello', version: '1.0.0', title: 'Hello', description: 'The smallest plugin' } */
export type ManifestInput = Pick<Manifest, 'id' | 'version' | 'title' | 'description'> &
  Optional & {
    /** Declared resources: their pages, menu entries, permissions and modules become part of the manifest. */
    readonly resources?: readonly (Resource | ManifestResource)[]
  }

type CapabilitiesOf<I> = I extends { readonly capabilities: infer C extends readonly Capability[] }
  ? C
  : readonly []

/**
 * Declares a plugin. Checked against the manifest schema when the product is built and when the plugin is
 * installed; throws nothing itself.
 *
 * @example
 * export default defineManifest({
 *   id: 'hello', version: '1.0.0', title: 'Hello', description: 'The smallest plugin',
 *   modules: { page: 'browser/page.tsx' },
 *   contributes: { routes: [{ id: 'hello', path: '/p/hello', area: 'user', module: 'page', title: '%title%' }] },
 * })
 */
export function defineManifest<const I extends ManifestInput>(
  input: I,
): Manifest & { readonly capabilities: CapabilitiesOf<I> } {
  const { permissions, contributes, resources = [], modules, ...rest } = input
  const declared = resources.map((each) =>
    resourceContributions(isResource(each) ? { resource: each } : each),
  )
  const manifest: Manifest = {
    schema: 1,
    kind: 'plugin',
    removable: true,
    defaultEnabled: false,
    dependencies: {},
    conflicts: [],
    capabilities: [],
    flags: [],
    locales: ['en'],
    ...rest,
    modules: Object.assign({}, ...declared.map((each) => each.modules), modules),
    permissions: {
      requires: [],
      ...permissions,
      defines: [...declared.flatMap((each) => each.permissions), ...(permissions?.defines ?? [])],
    },
    contributes: {
      routes: [],
      slots: [],
      widgets: [],
      debugTabs: [],
      customisationTabs: [],
      commands: [],
      ...contributes,
      adminPages: [...declared.flatMap((each) => each.adminPages), ...(contributes?.adminPages ?? [])],
      nav: [...declared.flatMap((each) => each.nav), ...(contributes?.nav ?? [])],
    },
  }
  // The list is the input's own, or empty as the type says.
  return manifest as Manifest & { readonly capabilities: CapabilitiesOf<I> }
}

/** The manifest of a built-in; made by {@link defineBuiltin}. @example const notes: BuiltinManifest = defineBuiltin({ id: 'notes', title: 'Notes', description: 'Keeps notes' }) */
export type BuiltinManifest = Manifest & { readonly kind: 'builtin' }

/**
 * Declares a plugin that ships with the product: kind `builtin`, on by default, six languages. One that is only a
 * resource needs no server module: its `resource.ts` serves as one.
 *
 * @example export default defineBuiltin({ id: 'store', title: '%title%', description: 'Sells resources for coins' })
 */
export const defineBuiltin = (
  input: Omit<ManifestInput, 'version' | 'kind'> & { readonly version?: string },
): BuiltinManifest => ({
  ...defineManifest({
    version: '0.1.0',
    defaultEnabled: true,
    locales: ['en', 'ro', 'fr', 'de', 'es', 'md'],
    ...(input.resources ? { server: 'resource.ts', migrations: 'migrations' } : {}),
    ...input,
  }),
  kind: 'builtin',
})
