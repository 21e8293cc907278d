import type { HookTable, KernelHooks, ServerHooks } from '../../../sdk/common/hooks.ts'
import type { HookDefinition } from './hook-bus.ts'

// Optional, because plugins merge hooks of their own into these tables; the kinds have to agree all the same.
type CatalogueOf<H extends HookTable<H>> = {
  readonly [N in keyof H]?: HookDefinition & { readonly kind: H[N]['kind'] }
}

const isRedirect = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'redirect' in answer && typeof answer.redirect === 'string'

export const browserHooks = {
  // The start waits for these rules, and fails where one does not answer, so a slow device gets time.
  beforeAccessCheck: { kind: 'AsyncSeriesHook', args: ['probe'], budgetMs: 5000 },
  afterSession: { kind: 'AsyncSeriesHook', args: ['snapshot', 'cause'], budgetMs: 200 },
  registerRoutes: { kind: 'SyncHook', args: ['routes'] },
  registerAdminPage: { kind: 'SyncHook', args: ['pages'] },
  registerDebugTab: { kind: 'SyncHook', args: ['tabs'] },
  registerSlot: { kind: 'SyncHook', args: ['slots'] },
  registerWidget: { kind: 'SyncHook', args: ['widgets'] },
  registerCommand: { kind: 'SyncHook', args: ['commands'] },
  registerCustomisationTab: { kind: 'SyncHook', args: ['tabs'] },
  sessionFailed: { kind: 'SyncBailHook', args: ['failure'], accepts: (answer) => answer === 'handled' },
  // Anything but a denial is refused here, so that a plugin cannot even end the asking of the others.
  resolvePermission: {
    kind: 'SyncBailHook',
    args: ['permission', 'session'],
    accepts: (answer) => answer === 'deny',
  },
  beforeNavigate: {
    kind: 'AsyncSeriesBailHook',
    args: ['to', 'from'],
    budgetMs: 100,
    accepts: (answer) => answer === 'cancel' || isRedirect(answer),
  },
  navItems: { kind: 'SyncWaterfallHook', args: ['items', 'area'], accepts: Array.isArray },
  routeChanged: { kind: 'SyncHook', args: ['change'] },
  localeChanged: { kind: 'SyncHook', args: ['locale'] },
  settingsChanged: { kind: 'SyncHook', args: ['keys'] },
  pluginStateChanged: { kind: 'SyncHook', args: ['change'] },
} satisfies CatalogueOf<KernelHooks>

export const serverHooks = {
  describeSession: { kind: 'AsyncSeriesHook', args: ['entries'], budgetMs: 200 },
  onRequest: { kind: 'AsyncSeriesHook', args: ['request'], budgetMs: 500 },
  beforeReply: { kind: 'AsyncSeriesHook', args: ['reply'], budgetMs: 500 },
  dispose: { kind: 'AsyncSeriesHook', args: ['plugin', 'cause'], budgetMs: 2000 },
} satisfies CatalogueOf<ServerHooks>
