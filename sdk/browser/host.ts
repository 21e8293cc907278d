import type { AnyEndpoint, Area, CallOf, HookBus, KernelHooks, ReplyOf } from '@spawnpoint/sdk/common'
import type { DialogOptions, ToastOptions } from '@spawnpoint/sdk/ui'
import type { i18n as I18n } from 'i18next'
import { createContext, createElement, useContext, type ComponentType, type ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { HostRouter } from './host-router.tsx'
import type { ReadableStore, StoreApi } from './store.ts'
import type { UiSettings } from './ui-settings.ts'

/** The session as the browser knows it. @example session.user.username */
export interface SessionState {
  readonly status: 'unknown' | 'signed-out' | 'signed-in'
  readonly user: Readonly<Record<string, unknown>>
  readonly billing: Readonly<Record<string, unknown>>
  readonly stats: Readonly<Record<string, unknown>>
  readonly permissions: readonly string[]
}

/** A route as links see it. @example host.routes.getState().find((route) => route.id === 'store') */
export interface RouteView {
  readonly id: string
  readonly plugin: string
  readonly path: string
  readonly area: Area
  readonly permission: string | null
  readonly flag: string | null
  readonly title: string
  readonly wellKnown: string | null
}

/** One contribution of a slot, a widget row or a tab bar, its module loaded on first draw. @example useContributions('widget', 'dashboard').map(({ id, Component }: Contribution) => <Component key={id} />) */
export interface Contribution {
  readonly id: string
  readonly plugin: string
  readonly title: string
  readonly size: 'small' | 'medium' | 'wide'
  readonly Component: ComponentType<Record<string, unknown>>
}

/** An entry of a menu that the visitor may open. @example host.menu('account').getState().map(({ label, path }: MenuEntry) => `${label} ${path}`) */
export interface MenuEntry {
  readonly id: string
  readonly plugin: string
  readonly label: string
  readonly icon: string
  readonly path: string
  /** The group of the menu that it stands in; the area of a page. */
  readonly group: string
  /** A module that runs instead of opening the page. */
  readonly module?: string | undefined
  readonly shortcut?: string | undefined
  /** The entry of the session's `stats` whose number is shown beside it. */
  readonly badge?: string | undefined
  /** Says what that number counts. */
  readonly badgeLabel?: string | undefined
  /** Other addresses whose pages belong to it. */
  readonly under?: readonly string[] | undefined
  /** Says which added plugin it comes from, for `PluginMark`; absent for what belongs to the product. */
  readonly from?: string | undefined
}

/** A record of what happened in this tab, for the debug panel. @example host.trace.getState().filter((entry: TraceEntry) => entry.kind === 'network') */
export interface TraceEntry {
  readonly id: number
  readonly at: number
  readonly kind: 'network' | 'error' | 'console' | 'hook'
  readonly plugin: string | null
  readonly title: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** The shell's services for every browser module. Reached through hooks; tests create their own. @example await useHost().call(saveNote, { body: { text: 'Hello' } }) */
export interface BrowserHost {
  readonly session: ReadableStore<SessionState>
  /** Public settings, from the cache first. */
  readonly settings: ReadableStore<Readonly<Record<string, unknown>>>
  readonly uiSettings: StoreApi<UiSettings>
  readonly locale: ReadableStore<string>
  readonly location: ReadableStore<{ readonly path: string; readonly search: string; readonly hash: string }>
  readonly routes: ReadableStore<readonly RouteView[]>
  /** The plugins that run in this tab; each change raises the version. Added ones are not of the kind `builtin`. */
  readonly plan: ReadableStore<{
    readonly version: number
    readonly plugins: readonly { readonly id: string; readonly version: string; readonly kind: string }[]
  }>
  readonly trace: ReadableStore<readonly TraceEntry[]> & { clear(kind: TraceEntry['kind']): void }
  readonly clock: {
    now(): number
    setTimeout(run: () => void, ms: number): number
    clearTimeout(id: number): void
  }
  /** Outlives the session, apart from keys that begin with `session:`. */
  readonly storage: {
    get(key: string): string | null
    set(key: string, value: string): void
    remove(key: string): void
    entries(): readonly (readonly [key: string, value: string])[]
  }
  call<E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>): Promise<ReplyOf<E>>
  /** Fetches the session again, e.g. after log-in. Resolves when permissions and user are fresh. */
  refreshSession(cause: 'login' | 'refresh'): Promise<void>
  /** Takes over session entries that another answer carried, e.g. a new balance, which saves a call. */
  updateSession(entries: Partial<Pick<SessionState, 'user' | 'billing' | 'stats'>>): void
  /** Runs an action; where the server wants the password again, asks for it and repeats the action once. */
  reauthenticate<R>(action: () => Promise<R>): Promise<R>
  /** Forgets the session in this tab, as after log-out, and shows the log-in page. */
  forgetSession(): void
  refreshSettings(): Promise<void>
  setLocale(locale: string): Promise<void>
  can(permission: string): boolean
  flag(name: string): boolean
  /** Path of a route by its id, params filled in and encoded. Throws when there is no such route. */
  pathTo(route: string, params?: Readonly<Record<string, string>>): string
  pathToWellKnown(wellKnown: string): string
  navigate(to: string, options?: { readonly replace?: boolean }): void
  /** Asks before the page is left by a link, the palette or the history; returns its undo. The answer false stays. */
  guardNavigation(ask: () => Promise<boolean>): () => void
  /** Asks what `guardNavigation` registered, before something ends the page without leaving it by a link, such as a log-out. */
  mayLeave(): Promise<boolean>
  /** Goes back or forward in the history: `-1` is the page before. */
  go(steps: number): void
  /** Leaves the single-page app for a server path. */
  leaveTo(path: string): void
  /** The i18next instance: one namespace per plugin, and `shell`. */
  readonly i18n: I18n
  /** Translates `<plugin>.<key>`; missing keys fall back to English, then to the key. */
  translate(plugin: string, key: string, values?: Readonly<Record<string, unknown>>): string
  /** The message of a failed call: the plugin's `errors.<CODE>`, else the shell's, else the server's sentence. */
  explain(plugin: string, error: unknown): string
  /** Toasts and dialogs of the shell. `toast` answers with its undo, `dialog` with what was answered. */
  readonly notify: {
    toast(options: Omit<ToastOptions, 'action'>): () => void
    dialog(options: DialogOptions): Promise<boolean>
  }
  /** Calls another host, without cookies. In a run-time plugin: those that its manifest names. */
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** The hooks of the shell, for taps of a built-in under its id. A run-time plugin taps from its boot module. */
  hooksOf(plugin: string): HookBus<KernelHooks>
  /** The public part of a plugin's settings. */
  configOf(plugin: string): ReadableStore<Readonly<Record<string, unknown>>>
  contributions(
    kind: 'slot' | 'widget' | 'debug-tab' | 'customisation-tab',
    name: string,
  ): ReadableStore<readonly Contribution[]>
  /** The entries of a menu, all commands, or all pages without parameters, as far as the visitor may open them. */
  menu(name: 'user' | 'account' | 'admin' | 'commands' | 'pages'): ReadableStore<readonly MenuEntry[]>
  /** Opens the page of an entry, or runs its module. */
  openEntry(entry: MenuEntry): Promise<void>
}

/** The shell's own words, under the key `shell`. @example const t = useT(SHELL) */
export const SHELL = 'shell'

const HostContext = createContext<BrowserHost | null>(null)
const PluginContext = createContext<string>(SHELL)

/** Gives a tree its host, its messages and its router. The shell and `createBrowserHost` of the testing entry use it. @example <HostProvider value={host}><App /></HostProvider> */
export const HostProvider = ({ value, children }: { value: BrowserHost; children?: ReactNode }) =>
  createElement(
    HostContext.Provider,
    { value },
    createElement(
      I18nextProvider,
      { i18n: value.i18n },
      createElement(HostRouter, { host: value }, children),
    ),
  )

/** Says which plugin a tree belongs to; the shell wraps every contribution in it. @example <PluginProvider value="store"><App /></PluginProvider> */
export const PluginProvider = PluginContext.Provider

/** The host. Throws outside of the shell. @example const host = useHost() */
export function useHost(): BrowserHost {
  const host = useContext(HostContext)
  if (!host)
    throw new Error('E_NO_HOST: render inside <HostProvider>, or use renderPlugin of @spawnpoint/sdk/testing')
  return host
}

/** The id of the plugin this component belongs to. @example const id = usePluginId() */
export const usePluginId = (): string => useContext(PluginContext)
