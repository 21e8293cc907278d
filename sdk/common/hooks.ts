import type {
  ManifestCommand,
  ManifestNav,
  ManifestRoute,
  ManifestSlot,
  ManifestTab,
  ManifestWidget,
} from './manifest.ts'

/**
 * Undoes one registration. Calling it twice is harmless.
 * @example const tap = hooks.on('routeChanged', ({ path }) => console.log(path)); tap.dispose()
 */
export interface Disposable {
  dispose(): void
}

/**
 * The kinds of hook. Bail and waterfall hooks read only `undefined` as "no answer": `null`, `false` and `0` answer.
 * @example const kind: HookKind = 'SyncWaterfallHook'
 */
export type HookKind =
  | 'SyncHook'
  | 'SyncBailHook'
  | 'SyncWaterfallHook'
  | 'AsyncSeriesHook'
  | 'AsyncSeriesBailHook'
  | 'AsyncSeriesWaterfallHook'

/** Declaration of a hook: kind, arguments, result of a call. @example const shape: HookShape = { kind: 'SyncHook', args: ['/store'], result: undefined } */
export interface HookShape {
  readonly kind: HookKind
  readonly args: readonly unknown[]
  readonly result: unknown
}

/** A table of hooks by name, as `KernelHooks` is one. @example type Checked = HookTable<{ 'acme.row': SyncNotice<[row: string]> }> */
export type HookTable<H> = { readonly [N in keyof H]: HookShape }

/** Tells each tap in turn; answers are ignored. @example type LocaleChanged = SyncNotice<[locale: string]> */
export interface SyncNotice<A extends readonly unknown[]> {
  readonly kind: 'SyncHook'
  readonly args: A
  readonly result: void
}

/** The first answer ends the call. @example type Resolve = SyncBail<[permission: string], 'deny'> */
export interface SyncBail<A extends readonly unknown[], R> {
  readonly kind: 'SyncBailHook'
  readonly args: A
  readonly result: R | undefined
}

/** Each tap may replace the value for the next. @example type Items = Waterfall<readonly NavItem[]> */
export interface Waterfall<T, C extends readonly unknown[] = []> {
  readonly kind: 'SyncWaterfallHook'
  readonly args: readonly [value: T, ...C]
  readonly result: T
}

/** Waits for each tap before the next. @example type AfterSession = AsyncSeries<[snapshot: SessionSnapshot, cause: SessionCause]> */
export interface AsyncSeries<A extends readonly unknown[]> {
  readonly kind: 'AsyncSeriesHook'
  readonly args: A
  readonly result: void
}

/** Waits for each tap; the first answer ends the call. @example type BeforeNavigate = AsyncBail<[to: string], NavigationAnswer> */
export interface AsyncBail<A extends readonly unknown[], R> {
  readonly kind: 'AsyncSeriesBailHook'
  readonly args: A
  readonly result: R | undefined
}

/** Return type of a hook's tap. @example const answer: TapReturn<PluginHooks['resolvePermission']> = 'deny' */
export type TapReturn<H extends HookShape> = H['kind'] extends `Async${string}`
  ? H['result'] | void | Promise<H['result'] | void>
  : H['result'] | void

/** The function given to `on`. @example const log: Tap<PluginHooks['routeChanged']> = (change) => console.log(change.path) */
export type Tap<H extends HookShape> = (...args: H['args']) => TapReturn<H>

/** Where in the order a tap runs. @example { stage: -10, before: 'leaderboard' } */
export interface HookOptions {
  /** Low stages run first; 0 when left out. */
  readonly stage?: number
  /** Ids of plugins whose taps of this hook, already registered, shall run after this one. */
  readonly before?: string | readonly string[]
}

/**
 * The plugin's view of the hooks: it can only tap them. Without a type argument these are the hooks of added plugins; a
 * built-in asks for `HookBus<KernelHooks>`.
 * @example hooks.on('routeChanged', ({ path }) => console.info(path))
 */
export interface HookBus<H extends HookTable<H> = PluginHooks> {
  on<N extends keyof H & string>(name: N, fn: Tap<H[N]>, options?: HookOptions): Disposable
}

/** A violation that stops the start of the application. @example { code: 'ACME_KIOSK', text: 'Use the kiosk address.' } */
export interface AccessViolation {
  readonly code: string
  readonly text: string
}

/** Lets a plugin add violations to the access check; it cannot remove any. @example probe.report({ code: 'ACME_KIOSK', text: 'Use the kiosk address.' }) */
export interface AccessProbe {
  readonly url: URL
  report(violation: AccessViolation): void
}

/**
 * The session as the server last answered it, frozen.
 * @example snapshot.permissions.includes('admin.users.list')
 */
export interface SessionSnapshot {
  readonly user: Readonly<Record<string, unknown>>
  readonly billing: Readonly<Record<string, unknown>>
  readonly stats: Readonly<Record<string, unknown>>
  readonly permissions: readonly string[]
}

/** Why a session was fetched. @example const isFirst = (cause: SessionCause): boolean => cause !== 'refresh' */
export type SessionCause = 'start' | 'refresh' | 'login'

/** Why a session could not be had. @example const isBusy = (failure: SessionFailure): boolean => failure.status === 503 */
export interface SessionFailure {
  readonly code: string
  readonly status?: number | undefined
}

/** Takes routes, one at a time; an entry, once in, stays. An added plugin adds pages below `/p/<id>`, of modules of its manifest; else `E_REGISTER`. @example routes.add({ id: 'home', path: '/p/acme', area: 'user', module: 'page', title: 'Acme' }) */
export interface RouteTable {
  add(route: ManifestRoute): void
}

/** An admin route: without a permission it does not type. @example { id: 'acme', path: '/mc-admin/x/acme', area: 'admin', permission: 'acme.view', module: 'page', title: 'Acme' } */
export type AdminRoute = ManifestRoute & { readonly area: 'admin'; readonly permission: string }

/** Takes admin pages. An added plugin adds pages below `/mc-admin/x/<id>`, with permissions of its manifest; else `E_REGISTER`. @example pages.add(adminRoute) */
export interface AdminPages {
  add(page: AdminRoute): void
}

/** Takes tabs of the debug panel. @example tabs.add({ id: 'queue', title: 'Queue', module: 'queue-tab' }) */
export interface DebugTabs {
  add(tab: ManifestTab): void
}

/** Takes modules drawn in a named place of a page. @example slots.add({ slot: 'dashboard.before', module: 'notice' }) */
export interface SlotTable {
  add(slot: ManifestSlot): void
}

/** Takes dashboard cards. @example widgets.add({ id: 'balance', module: 'balance', title: 'Balance', size: 'small' }) */
export interface WidgetTable {
  add(widget: ManifestWidget): void
}

/** Takes entries of the command palette. @example commands.add({ id: 'store', title: 'Open the store', route: 'store' }) */
export interface CommandTable {
  add(command: ManifestCommand): void
}

/** Takes tabs of the customisation panel. @example tabs.add({ id: 'fonts', title: 'Fonts', module: 'fonts-tab' }) */
export interface CustomisationTabs {
  add(tab: ManifestTab): void
}

/** A menu entry and the plugin it comes from. @example { plugin: 'store', area: 'user', route: 'store', label: 'Store' } */
export interface NavItem extends ManifestNav {
  readonly plugin: string
}

/** A guard's answer that stops a navigation. @example const answer: NavigationAnswer = { redirect: '/dashboard' } */
export type NavigationAnswer = { readonly redirect: string } | 'cancel'

/** A finished change of page. @example hooks.on('routeChanged', ({ path, routeId }: RouteChange) => console.log(routeId, path)) */
export interface RouteChange {
  readonly path: string
  readonly previous: string | undefined
  /** `plugin/route`, or nothing on a path that no route claims. */
  readonly routeId: string | undefined
}

/** A plugin entered another state. @example const change: PluginStateChange = { plugin: 'store', state: 'quarantined', reason: 'three faults' } */
export interface PluginStateChange {
  readonly plugin: string
  readonly state: string
  readonly reason?: string | undefined
}

/**
 * The browser's hooks that code of an added plugin may tap; `kernel-surface.json` says what each needs in the manifest.
 * @example const greet: Tap<PluginHooks['afterSession']> = (_session, cause) => console.info(cause)
 */
export interface PluginHooks {
  beforeAccessCheck: AsyncSeries<[probe: AccessProbe]>
  afterSession: AsyncSeries<[snapshot: SessionSnapshot, cause: SessionCause]>
  registerRoutes: SyncNotice<[routes: RouteTable]>
  registerAdminPage: SyncNotice<[pages: AdminPages]>
  registerDebugTab: SyncNotice<[tabs: DebugTabs]>
  registerSlot: SyncNotice<[slots: SlotTable]>
  registerWidget: SyncNotice<[widgets: WidgetTable]>
  registerCommand: SyncNotice<[commands: CommandTable]>
  resolvePermission: SyncBail<[permission: string, session: SessionSnapshot], 'deny'>
  beforeNavigate: AsyncBail<[to: string, from: string | undefined], NavigationAnswer>
  routeChanged: SyncNotice<[change: RouteChange]>
  localeChanged: SyncNotice<[locale: string]>
  settingsChanged: SyncNotice<[keys: readonly string[]]>
  pluginStateChanged: SyncNotice<[change: PluginStateChange]>
}

/** Hooks that only plugins which ship with the product tap. @example const items: Tap<BuiltinHooks['navItems']> = (entries) => entries.slice(0, 9) */
export interface BuiltinHooks {
  registerCustomisationTab: SyncNotice<[tabs: CustomisationTabs]>
  sessionFailed: SyncBail<[failure: SessionFailure], 'handled'>
  navItems: Waterfall<readonly NavItem[], [area: ManifestNav['area']]>
}

/**
 * All of the browser's hooks. Open: a built-in merges its own in, named `<plugin id>.<hook>`.
 * @example declare module '@spawnpoint/sdk/common' { interface KernelHooks { 'acme.rows': { kind: 'SyncHook'; args: [rows: number]; result: void } } }
 */
export interface KernelHooks extends PluginHooks, BuiltinHooks {}

/** The three objects of the session answer that take entries. @example 'stats' */
export type SessionGroup = 'user_info' | 'billing' | 'stats'

/** Takes entries of the session answer, those of an added plugin named `<id>.<name>`. @example const addWins = (entries: SessionEntries) => entries.add('stats', 'acme.wins', 12) */
export interface SessionEntries {
  readonly userId: string
  add(group: SessionGroup, key: string, value: unknown): void
}

/** Request data for server hooks: no query, no body, no cookies. @example { id: 'r1', plugin: 'store', method: 'GET', path: '/api/store/items', userId: null } */
export interface RequestFacts {
  readonly id: string
  /** The plugin that answers. */
  readonly plugin: string
  readonly method: string
  readonly path: string
  readonly userId: string | null
}

/** An answer about to be sent; headers can be added, never replaced. @example const mark = (reply: ReplyFacts) => reply.addHeader('server-timing', 'db;dur=3') */
export interface ReplyFacts {
  readonly request: RequestFacts
  readonly status: number
  addHeader(name: string, value: string): void
}

/** Why the server module of a plugin stops. @example 'upgraded' */
export type DisposeCause = 'disabled' | 'upgraded' | 'stopping'

/**
 * The server's hooks, which a plugin taps with the capability `server.hooks`: entries of the session answer, each request
 * once its caller is known, each reply before it is sent, each plugin that is about to stop.
 * @example const tap = (hooks: HookBus<ServerHooks>) => hooks.on('describeSession', async (entries) => entries.add('stats', 'acme.wins', 12))
 */
export interface ServerHooks {
  describeSession: AsyncSeries<[entries: SessionEntries]>
  onRequest: AsyncSeries<[request: RequestFacts]>
  beforeReply: AsyncSeries<[reply: ReplyFacts]>
  dispose: AsyncSeries<[plugin: string, cause: DisposeCause]>
}
