import type { BuiltinHooks, PluginHooks } from './hooks.ts'
import type { RegisteredEntries } from './registered-entries.ts'

/** Hooks that code of an added plugin may tap, with the capability that each needs; null needs none. */
const capabilities: Readonly<Record<keyof PluginHooks, string | null>> = {
  beforeAccessCheck: 'hooks.access-check',
  afterSession: 'hooks.session',
  resolvePermission: 'hooks.session',
  registerRoutes: 'hooks.register',
  registerAdminPage: 'hooks.register',
  registerDebugTab: 'hooks.register',
  registerSlot: 'hooks.register',
  registerWidget: 'hooks.register',
  registerCommand: 'hooks.register',
  beforeNavigate: 'navigate',
  routeChanged: null,
  localeChanged: null,
  settingsChanged: null,
  pluginStateChanged: null,
}

/** By name; a hook that is not here is for built-ins. */
export const hookCapabilities: Readonly<Record<string, string | null>> = capabilities

/** The list of the manifest's `registers` that names what a tap of this hook may add. */
export const hookLists: Readonly<Record<string, keyof RegisteredEntries>> = {
  registerRoutes: 'routes',
  registerAdminPage: 'adminPages',
  registerDebugTab: 'debugTabs',
  registerSlot: 'slots',
  registerWidget: 'widgets',
  registerCommand: 'commands',
}

const forBuiltins: Readonly<Record<keyof BuiltinHooks, true>> = {
  registerCustomisationTab: true,
  sessionFailed: true,
  navItems: true,
}

/** Hooks that only built-ins may tap. */
export const builtinHooks: readonly string[] = Object.keys(forBuiltins)
