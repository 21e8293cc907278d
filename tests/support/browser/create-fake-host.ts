import {
  CallError,
  createStore,
  type BrowserHost,
  type Contribution,
  type RouteView,
  type SessionState,
  type TraceEntry,
} from '@spawnpoint/sdk/browser'
import { holds, type AnyEndpoint } from '@spawnpoint/sdk/common'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { createReauthentication } from '../../../kernel/browser/session/reauthentication.ts'
export { ReauthenticationHost } from '../../../kernel/browser/session/reauthentication-dialog.tsx'
import { ROOT } from '../../../kernel/server/version.ts'
import { showDialog } from '../../../sdk/ui/dialogs.ts'
import { toasts } from '../../../sdk/ui/toasts.ts'
import { pluginFolder } from '../plugin-folder.ts'
import { createTestI18n } from './create-test-i18n.ts'

/** A route as links see it. */
export const aRoute = (overrides: Partial<RouteView> & { readonly path: string }): RouteView => ({
  id: overrides.path,
  plugin: 'test',
  area: 'user',
  permission: null,
  flag: null,
  title: overrides.path,
  wellKnown: null,
  ...overrides,
})

const placeOf = (to: string) => {
  const { pathname, search, hash } = new URL(to, 'https://dash.example.com')
  return { path: pathname, search, hash }
}

const read = (folder: string): object => parse(readFileSync(join(folder, 'locales/en.yml'), 'utf8'))

/** The messages of the plugin and of the shell. */
const englishOf = (plugin: string): object => ({ ...read(ROOT), ...read(pluginFolder(plugin)) })

export interface FakeHostOptions {
  /** Plugin whose English messages are available. */
  readonly plugin: string
  readonly path?: string
  readonly session?: Partial<SessionState>
  readonly settings?: Readonly<Record<string, unknown>>
  readonly routes?: readonly RouteView[]
  readonly trace?: readonly TraceEntry[]
  readonly storage?: Readonly<Record<string, string>>
  /** `kind:name` → what other plugins put there. */
  readonly contributions?: Readonly<Record<string, readonly Contribution[]>>
  /** `METHOD /path` → answer, or what throws it. */
  readonly answers?: Readonly<Record<string, (input: { body?: unknown; params?: unknown }) => unknown>>
  readonly now?: () => number
  readonly planVersion?: number
  readonly plugins?: readonly { readonly id: string; readonly version: string; readonly kind: string }[]
}

/** A host at its edges: real stores and words, answers given by the test. */
export function createFakeHost(options: FakeHostOptions) {
  const i18n = createTestI18n(englishOf(options.plugin))
  const calls: { readonly to: string; readonly input: { body?: unknown; params?: unknown } }[] = []
  const session = createStore<SessionState>(() => ({
    status: 'signed-in',
    user: {},
    billing: {},
    stats: {},
    permissions: [],
    ...options.session,
  }))
  const settings = createStore(() => options.settings ?? {})
  const routes = createStore(() => options.routes ?? [])
  const trace = createStore(() => options.trace ?? [])
  const storage = new Map(Object.entries(options.storage ?? {}))
  const location = createStore(() => placeOf(options.path ?? '/'))
  const reauthentication = createReauthentication()
  const guards = new Set<() => Promise<boolean>>()
  const timers = new Map<number, () => void>()
  const refreshed: string[] = []
  const left: string[] = []
  const host = {
    session,
    settings,
    routes,
    plan: createStore(() => ({ version: options.planVersion ?? 1, plugins: options.plugins ?? [] })),
    uiSettings: createStore(() => ({ theme: 'dark' })),
    locale: createStore(() => 'EN'),
    location,
    trace: {
      ...trace,
      clear: (kind: string) =>
        trace.setState(
          trace.getState().filter((entry) => entry.kind !== kind),
          true,
        ),
    },
    clock: {
      now: options.now ?? (() => Date.parse('2026-05-04T09:00:00')),
      setTimeout(run: () => void) {
        timers.set(timers.size + 1, run)
        return timers.size
      },
      clearTimeout: (id: number) => void timers.delete(id),
    },
    storage: {
      get: (key: string) => storage.get(key) ?? null,
      set: (key: string, value: string) => void storage.set(key, value),
      remove: (key: string) => void storage.delete(key),
      entries: () => [...storage],
    },
    async call(endpoint: AnyEndpoint, input: { body?: unknown; params?: unknown } = {}) {
      const to = `${endpoint.method} ${endpoint.path}`
      calls.push({ to, input })
      const answer = options.answers?.[to]
      if (!answer) throw new CallError({ code: 'NOT_FOUND', status: 404 })
      return answer(input)
    },
    refreshSession: async (cause: string) => void refreshed.push(cause),
    refreshSettings: async () => void refreshed.push('settings'),
    can: (permission: string) => holds(session.getState().permissions, permission),
    flag: (name: string) => settings.getState()[name] === true,
    pathTo: (id: string, params: Readonly<Record<string, string>> = {}) =>
      (routes.getState().find((route) => route.id === id)?.path ?? `/${id}`).replaceAll(
        /:(\w+)/g,
        (_, name: string) => params[name] ?? '',
      ),
    navigate: (to: string) => location.setState(placeOf(to), true),
    leaveTo: (path: string) => void left.push(path),
    reauthenticate: reauthentication.run,
    guardNavigation: (ask: () => Promise<boolean>) => {
      guards.add(ask)
      return () => void guards.delete(ask)
    },
    notify: { toast: toasts.show, dialog: showDialog },
    i18n,
    translate: (plugin: string, key: string, values: Readonly<Record<string, unknown>> = {}) =>
      i18n.t(key, { ...values, ns: plugin }),
    explain: (plugin: string, error: unknown) =>
      error instanceof CallError
        ? i18n.t(`errors.${error.code}`, { ...error.details, ns: plugin, defaultValue: error.code })
        : String(error),
    contributions: (kind: string, name: string) => {
      const found = options.contributions?.[`${kind}:${name}`] ?? []
      return createStore(() => found)
    },
  } as unknown as BrowserHost // What no page here reaches is left out.
  return {
    host,
    reauthentication,
    /** False where a page asks before it is left. */
    mayLeave: async () => guards.size === 0,
    refreshed,
    /** Paths for which the single-page app was left. */
    left,
    callsTo: (to: string) => calls.filter((call) => call.to === to).map(({ input }) => input),
    runTimers() {
      for (const run of timers.values()) run()
      timers.clear()
    },
  }
}
