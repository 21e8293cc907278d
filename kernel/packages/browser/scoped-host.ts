import type { BrowserHost, ReadableStore, SessionState } from '@spawnpoint/sdk/browser'
import { capabilityError } from '../../../sdk/common/capability-error.ts'
import { reachOf } from '../../../sdk/common/capabilities.ts'
import type { PlanPlugin } from '../../common/plan.ts'
import { deriveStore } from '../../browser/derive-store.ts'
import { isGrantedHost, isOwnCall, isOwnPage, isOwnServerPath, isSessionCall } from './own-address.ts'
import { owned, ownedClock, ownedMessages } from './owned-effects.ts'
import type { PluginLife } from './plugin-life.ts'

type Grantee = Pick<PlanPlugin, 'id' | 'capabilities' | 'requires'>

/** Identity and permissions that `session.profile` grants; no contact data or balance. */
const profileKeys = ['uuid', 'username', 'first_name', 'last_name', 'avatar'] as const

const profileOf = ({ status, user, permissions }: SessionState): SessionState => ({
  status,
  user: Object.fromEntries(profileKeys.flatMap((key) => (key in user ? [[key, user[key]]] : []))),
  billing: {},
  stats: {},
  permissions,
})

const nobody: SessionState = { status: 'unknown', user: {}, billing: {}, stats: {}, permissions: [] }

const derived = <A, B>(source: ReadableStore<A>, make: (value: A) => B): ReadableStore<B> =>
  deriveStore([source], () => make(source.getState()))

const createAsk = ({ id, capabilities = [] }: Grantee, life: PluginLife) => {
  const isGranted = (capability: string): boolean => capabilities.includes(capability)
  return {
    isGranted,
    alive: (): void => {
      if (life.isOver()) throw new Error(`E_PLUGIN_OFF ${id}: the plugin was switched off`)
    },
    need: (capability: string): void => {
      if (life.isOver()) throw new Error(`E_PLUGIN_OFF ${id}: the plugin was switched off`)
      if (!isGranted(capability)) throw capabilityError(id, capability)
    },
    /** Members that no capability grants, because they belong to the visitor. */
    refuse: (what: string) => (): never => {
      throw new Error(`E_NOT_FOR_PLUGINS ${id}: ${what} is the visitor's to decide`)
    },
  }
}

type Ask = ReturnType<typeof createAsk>

const scopeStorage = ({ storage }: BrowserHost, { id }: Grantee, { need }: Ask): BrowserHost['storage'] => {
  const prefix = `plugin.${id}.`
  return {
    get: (key) => {
      need('storage')
      return storage.get(prefix + key)
    },
    set: (key, value) => {
      need('storage')
      storage.set(prefix + key, String(value))
    },
    remove: (key) => {
      need('storage')
      storage.remove(prefix + key)
    },
    entries: () => {
      need('storage')
      return storage
        .entries()
        .flatMap(([key, value]) =>
          key.startsWith(prefix) ? [[key.slice(prefix.length), value] as const] : [],
        )
    },
  }
}

const scopeNotify = ({ notify }: BrowserHost, { need }: Ask, life: PluginLife): BrowserHost['notify'] => {
  const messages = ownedMessages(life, notify)
  return {
    toast: (options) => {
      need('notify')
      return messages.toast(options)
    },
    dialog: async (options) => {
      need('notify')
      return messages.dialog(options)
    },
  }
}

const scopeCalls = (host: BrowserHost, plugin: Grantee, ask: Ask): Pick<BrowserHost, 'call' | 'fetch'> => {
  const hosts = reachOf(plugin.capabilities ?? [], 'http.external:')
  return {
    call: async (endpoint, input) => {
      ask.alive()
      const params: unknown = input && 'params' in input ? input.params : undefined
      if (!isOwnCall(plugin, endpoint, params)) ask.need('http.core')
      if (isSessionCall(endpoint, params)) ask.need('session.profile')
      return host.call(endpoint, input)
    },
    fetch: async (url, init) => {
      if (hosts.length === 0) ask.need('http.external:<host>')
      ask.alive()
      if (!isGrantedHost(url, hosts))
        throw new Error(`E_HOST ${plugin.id}: ${url} is at none of ${hosts.join(', ')}`)
      return host.fetch(url, { ...init, credentials: 'omit', redirect: 'error' })
    },
  }
}

const scopeMoves = (
  host: BrowserHost,
  plugin: Grantee,
  ask: Ask,
): Pick<BrowserHost, 'navigate' | 'go' | 'leaveTo'> => ({
  navigate: (to, options) => {
    ask.alive()
    if (!isOwnPage(plugin, to)) ask.need('navigate')
    host.navigate(to, options)
  },
  // The page before may be anybody's.
  go: (steps) => {
    ask.need('navigate')
    host.go(steps)
  },
  leaveTo: (path) => {
    ask.alive()
    if (!isOwnServerPath(plugin, path)) ask.need('navigate')
    host.leaveTo(path)
  },
})

const scopeSession = (host: BrowserHost, plugin: Grantee, ask: Ask, life: PluginLife) => {
  // Permission checks follow the session without the capability to read it, so listeners get nothing of it either.
  const profile = owned(
    life,
    derived(
      host.session,
      ask.isGranted('session.profile') ? profileOf : ({ status }) => ({ ...nobody, status }),
    ),
  )
  const getProfile = (): SessionState => {
    ask.need('session.profile')
    return profile.getState()
  }
  const own = `plugin.${plugin.id}.`
  return {
    session: { subscribe: profile.subscribe, getState: getProfile, getInitialState: getProfile },
    /** Its own permissions are its business, and those that its manifest requires; others tell who somebody is. */
    can: (permission: string): boolean => {
      if (!permission.startsWith(own) && !plugin.requires?.includes(permission)) ask.need('session.profile')
      return host.can(permission)
    },
    refreshSession: async (): Promise<void> => {
      ask.alive()
      await host.refreshSession('refresh')
    },
    updateSession: ask.refuse('the session'),
    forgetSession: ask.refuse('signing out'),
    reauthenticate: async <R>(action: () => Promise<R>): Promise<R> => {
      ask.alive()
      return host.reauthenticate(action)
    },
    setLocale: ask.refuse('the language'),
  }
}

/**
 * The host as a run-time plugin gets it: what its capabilities grant, nothing that outlives it, and nothing of others.
 * In the page this guards against mistakes; in a frame it stands on the page's side as well, where it guards in earnest.
 */
export const createScopedHost = (host: BrowserHost, plugin: Grantee, life: PluginLife): BrowserHost => {
  const ask = createAsk(plugin, life)
  const settings = owned(life, host.uiSettings)
  const ownTrace = derived(host.trace, (entries) => entries.filter((each) => each.plugin === plugin.id))
  return {
    ...host,
    ...scopeSession(host, plugin, ask, life),
    ...scopeCalls(host, plugin, ask),
    ...scopeMoves(host, plugin, ask),
    settings: owned(life, host.settings),
    locale: owned(life, host.locale),
    location: owned(life, host.location),
    routes: owned(life, host.routes),
    plan: owned(life, host.plan),
    uiSettings: { ...settings, setState: ask.refuse('the look') },
    trace: { ...owned(life, ownTrace), clear: ask.refuse('the record') },
    clock: ownedClock(life, host.clock),
    storage: scopeStorage(host, plugin, ask),
    notify: scopeNotify(host, ask, life),
    hooksOf: ask.refuse('the hooks of the shell'),
    configOf: () => owned(life, host.configOf(plugin.id)),
    contributions: (kind, name) => owned(life, host.contributions(kind, name)),
    // Which entries are there tells what the visitor may do.
    menu: (name) => {
      ask.need('session.profile')
      return owned(life, host.menu(name))
    },
    openEntry: async (entry) => {
      ask.need('navigate')
      await host.openEntry(entry)
    },
  }
}
