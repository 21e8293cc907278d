/** Hooks that code of an added plugin may tap, with the capability that each needs; null needs none. Others are for built-ins. */
export const hookCapabilities: Readonly<Record<string, string | null>> = {
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
