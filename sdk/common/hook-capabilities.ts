import type { KernelHooks } from './hooks.ts'

/** Hooks that code of an added plugin may tap, with the capability that each needs; null needs none. Others are for built-ins. */
const capabilities = {
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
} as const

export const hookCapabilities: Readonly<Record<string, string | null>> = capabilities

/** Hooks with a dot in their names belong to plugins. */
const forBuiltins: Readonly<
  Record<Exclude<keyof KernelHooks, keyof typeof capabilities | `${string}.${string}`>, true>
> = {
  registerCustomisationTab: true,
  sessionFailed: true,
  navItems: true,
}

/** Hooks that only built-ins may tap. */
export const builtinHooks: readonly string[] = Object.keys(forBuiltins)
