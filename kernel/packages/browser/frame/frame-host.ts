import { createStore, type BrowserHost, type SessionState, type StoreApi } from '@spawnpoint/sdk/browser'
import type { ToastOptions } from '@spawnpoint/sdk/ui'
import { createExplain } from '../../../browser/explain.ts'
import { fillPath } from '../../../browser/call-path.ts'
import type { FrameCall, FrameStart, FrameState } from './frame-protocol.ts'
import type { FrameLine } from './frame-line.ts'
import type { FrameMessages } from './frame-messages.ts'

type Input = Readonly<{ params?: unknown; query?: unknown; body?: unknown; signal?: AbortSignal }>

const crossing = ({ params, query, body }: Input): FrameCall =>
  body instanceof FormData ? { params, query, form: [...body] } : { params, query, body }

const nobody: SessionState = { status: 'unknown', user: {}, billing: {}, stats: {}, permissions: [] }

const createStorage = ({ plugin, storage }: FrameStart, line: FrameLine): BrowserHost['storage'] => {
  const prefix = `plugin.${plugin.id}.`
  const values = new Map(storage.map(([key, value]) => [prefix + key, value]))
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => {
      values.set(key, value)
      void line.ask('storageSet', key.slice(prefix.length), value)
    },
    remove: (key) => {
      values.delete(key)
      void line.ask('storageRemove', key.slice(prefix.length))
    },
    entries: () => [...values],
  }
}

const createNotify = (line: FrameLine): BrowserHost['notify'] => ({
  toast: (options: ToastOptions) => {
    // A function cannot cross, and no host offers this one.
    const { action: _action, ...data } = options
    const shown = line.ask('toast', data)
    // A refusal by the page is counted as a fault of the plugin.
    return () => void shown.then((toast) => line.ask('closeToast', Number(toast)))
  },
  dialog: async (options) => (await line.ask('dialog', options)) === true,
})

type Moves = Pick<BrowserHost, 'navigate' | 'go' | 'leaveTo' | 'guardNavigation' | 'mayLeave'>

/** A guard is asked here for moves of the frame itself; for all others the page asks in its own words. */
const createMoves = (line: FrameLine, location: FrameStores['location']): Moves => {
  let guard: (() => Promise<boolean>) | null = null
  const setGuard = (next: typeof guard): void => {
    guard = next
    void line.ask('unsaved', next !== null)
  }
  const mayLeave = async (): Promise<boolean> => guard === null || guard()
  const isSamePage = (to: string): boolean =>
    URL.parse(to, 'https://page.invalid')?.pathname === location.getState().path
  return {
    navigate: (to, { replace = false } = {}) => {
      const move = (): void => void line.ask('navigate', to, replace)
      if (guard === null || replace || isSamePage(to)) move()
      else void mayLeave().then((leaves) => leaves && move())
    },
    go: (steps) => void line.ask('go', steps),
    leaveTo: (path) => void line.ask('leaveTo', path),
    guardNavigation: (ask) => {
      setGuard(ask)
      return () => {
        if (guard === ask) setGuard(null)
      }
    },
    mayLeave,
  }
}

const refuse = async (): Promise<never> => {
  throw new Error('E_FRAME: nothing in a frame can do that')
}

export interface FrameStores {
  readonly state: StoreApi<FrameState>
  readonly session: StoreApi<SessionState>
  readonly settings: StoreApi<FrameState['settings']>
  readonly uiSettings: BrowserHost['uiSettings']
  readonly location: StoreApi<FrameState['location']>
  readonly routes: StoreApi<FrameState['routes']>
  readonly config: StoreApi<FrameState['config']>
  put(next: FrameState): void
}

/** The stores of a host, filled by what the page tells. */
export const createFrameStores = (first: FrameState): FrameStores => {
  const state = createStore(() => first)
  const part = <T>(read: (from: FrameState) => T) => {
    const store = createStore(() => read(first))
    return { store, read, follow: (next: FrameState) => store.setState(read(next), true) }
  }
  const session = part((from) => from.session ?? nobody)
  const settings = part(({ settings: values }) => values)
  const uiSettings = part(({ uiSettings: values }) => values)
  const location = part((from) => from.location)
  const routes = part((from) => from.routes)
  const config = part((from) => from.config)
  return {
    state,
    session: session.store,
    settings: settings.store,
    uiSettings: uiSettings.store,
    location: location.store,
    routes: routes.store,
    config: config.store,
    put: (next: FrameState): void => {
      state.setState(next, true)
      for (const each of [session, settings, uiSettings, location, routes, config]) each.follow(next)
    },
  }
}

/** The host inside a frame: the page answers, nothing is reached from here. */
export const createFrameHost = (
  start: FrameStart,
  { line, messages, stores }: { line: FrameLine; messages: FrameMessages; stores: FrameStores },
): BrowserHost => {
  const { state, routes } = stores
  const none = createStore<readonly never[]>(() => [])
  const call = async (endpoint: { method: string; path: string }, input: Input = {}): Promise<unknown> => {
    input.signal?.throwIfAborted()
    return line.ask('call', { method: endpoint.method, path: endpoint.path }, crossing(input))
  }
  const pathOf = (find: (route: { id: string; wellKnown: string | null }) => boolean): string | undefined =>
    routes.getState().find(find)?.path
  return {
    session: stores.session,
    // A frame lives and dies with one plan.
    plan: createStore(() => ({ version: 0, plugins: [] })),
    settings: stores.settings,
    uiSettings: stores.uiSettings,
    locale: messages.locale,
    location: stores.location,
    routes,
    trace: { ...none, clear: () => undefined },
    clock: {
      now: () => Date.now(),
      setTimeout: (run, ms) => window.setTimeout(run, ms),
      clearTimeout: (id) => window.clearTimeout(id),
    },
    storage: createStorage(start, line),
    // The endpoint's types say what the page answers.
    call: call as BrowserHost['call'],
    refreshSession: async () => void (await line.ask('refreshSession')),
    // The page asks for the password when it makes the call.
    reauthenticate: (action) => action(),
    updateSession: refuse,
    forgetSession: () => undefined,
    refreshSettings: async () => void (await line.ask('refreshSettings')),
    setLocale: refuse,
    can: (permission) => state.getState().isRoot || state.getState().permissions.includes(permission),
    flag: (name) => state.getState().settings[name] === true,
    pathTo: (id, params) => {
      const path = pathOf((route) => route.id === id)
      if (path === undefined) throw new Error(`E_NO_ROUTE: there is no route "${id}"`)
      return fillPath(path, params)
    },
    pathToWellKnown: (wellKnown) => pathOf((route) => route.wellKnown === wellKnown) ?? '/',
    ...createMoves(line, stores.location),
    i18n: messages.i18n,
    translate: messages.translate,
    explain: createExplain(messages),
    notify: createNotify(line),
    fetch: (url, init) => window.fetch(url, init),
    hooksOf: () => ({ on: () => ({ dispose: () => undefined }) }),
    configOf: () => stores.config,
    contributions: () => none,
    menu: () => none,
    openEntry: async ({ path }) => void (await line.ask('navigate', path, false)),
  }
}
