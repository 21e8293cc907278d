import type { AnyEndpoint, CallOf, Capability, ReplyOf } from '@spawnpoint/sdk/common'
import { useMemo } from 'react'
import { capabilityError } from '../common/capability-error.ts'
import { useFormat, useT } from './hooks.ts'
import { useHost, usePluginId, type BrowserHost, type SessionState } from './host.ts'
import { createStore, useStore, type ReadableStore } from './store.ts'

/** The visitor, as far as a plugin may know. @example plugin.session.can('plugin.acme.view') */
export interface PluginSession {
  readonly status: 'unknown' | 'signed-out' | 'signed-in'
  readonly name: string | null
  readonly avatar: string | null
  readonly permissions: readonly string[]
  /** The server checks again, always. */
  can(permission: string): boolean
}

/** Values that stay in the visitor's browser, under the plugin's own names. @example plugin.storage.set('tab', 'log') */
export interface PluginStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
  entries(): readonly (readonly [key: string, value: string])[]
}

/** Members that every component of a plugin has, whatever its capabilities. @example plugin.t('title') */
export interface BrowserContextBase {
  readonly id: string
  /** Translates words of the plugin. */
  readonly t: (key: string, values?: Readonly<Record<string, unknown>>) => string
  /** Numbers and dates in the chosen language and the instance's time zone. */
  readonly format: ReturnType<typeof useFormat>
  /** Settings whose schema says `"x-public": true`, as the operator saved them. */
  readonly config: Readonly<Record<string, unknown>>
  /** Calls an endpoint of the plugin itself. Rejects with `CallError`. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>): Promise<ReplyOf<E>>
  /** The sentence for a failed call. */
  explain(error: unknown): string
}

/** Members by capability. @example BrowserContextMembers['notify'] // { notify: BrowserHost['notify'] } */
export interface BrowserContextMembers {
  /** Calls of other plugins' endpoints, in the name of whoever looks at the page. */
  readonly 'http.core': {
    readonly core: { call<E extends AnyEndpoint>(endpoint: E, input?: CallOf<E>): Promise<ReplyOf<E>> }
  }
  readonly 'session.profile': { readonly session: PluginSession }
  /** Leads to pages that are not the plugin's own. */
  readonly navigate: { navigate(to: string, options?: { readonly replace?: boolean }): void }
  readonly storage: { readonly storage: PluginStorage }
  readonly notify: { readonly notify: BrowserHost['notify'] }
  /** As the standard's `fetch`, for the hosts that the manifest names, `https` only. Throws `E_HOST` for others. */
  readonly 'http.external': { fetch(url: string, init?: RequestInit): Promise<Response> }
}

type Member<C extends string, K extends keyof BrowserContextMembers> = [
  Extract<C, K | `${K}:${string}`>,
] extends [never]
  ? unknown
  : BrowserContextMembers[K]

/** The context of a plugin's components: the base, and one member for each capability of its manifest. @example BrowserContext<'notify'> */
export type BrowserContext<C extends string> = BrowserContextBase &
  Member<C, 'http.core'> &
  Member<C, 'session.profile'> &
  Member<C, 'navigate'> &
  Member<C, 'storage'> &
  Member<C, 'notify'> &
  Member<C, 'http.external'>

interface Grant {
  readonly member: string
  /** Capability that the manifest would have to list. */
  readonly capability: string
  readonly isGranted: (capabilities: readonly string[]) => boolean
  readonly of: (host: BrowserHost, session: SessionState | null) => unknown
}

const named = (capability: string) => (capabilities: readonly string[]) => capabilities.includes(capability)

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const sessionOf = (host: BrowserHost, session: SessionState | null): PluginSession => {
  const { status, user, permissions } = session ?? host.session.getState()
  const { username, avatar } = user
  return { status, name: textOf(username), avatar: textOf(avatar), permissions, can: host.can }
}

const grants: readonly Grant[] = [
  { member: 'core', capability: 'http.core', isGranted: named('http.core'), of: ({ call }) => ({ call }) },
  { member: 'session', capability: 'session.profile', isGranted: named('session.profile'), of: sessionOf },
  { member: 'navigate', capability: 'navigate', isGranted: named('navigate'), of: (host) => host.navigate },
  { member: 'storage', capability: 'storage', isGranted: named('storage'), of: (host) => host.storage },
  { member: 'notify', capability: 'notify', isGranted: named('notify'), of: (host) => host.notify },
  {
    member: 'fetch',
    capability: 'http.external:<host>',
    isGranted: (capabilities) => capabilities.some((each) => each.startsWith('http.external:')),
    of: (host) => host.fetch,
  },
]

/** Read when it is used and not before: what is not granted throws there, and nowhere else. */
const createMembers = (
  host: BrowserHost,
  id: string,
  capabilities: readonly string[],
  session: SessionState | null,
): object =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      grants.map(({ member, capability, isGranted, of }) => [
        member,
        {
          enumerable: isGranted(capabilities),
          get: () => {
            if (!isGranted(capabilities)) throw capabilityError(id, capability)
            return of(host, session)
          },
        },
      ]),
    ),
  )

const noSession = createStore(() => null)

/**
 * The context of a component of a run-time plugin: what the manifest's `capabilities` grant and nothing else. A member
 * that is not granted is absent in types, and throws `E_CAPABILITY` with the manifest line to add at run time. What is
 * made through it is undone when the plugin leaves. Throws `E_PLUGIN_MANIFEST` for another plugin's manifest.
 *
 * @example
 * const { t, call, notify } = usePlugin(manifest)
 * await call(saveNote, { body: { text: 'Hello' } })
 * notify.toast({ title: t('saved'), tone: 'success' })
 */
export function usePlugin<const C extends readonly Capability[]>(manifest: {
  readonly id: string
  readonly capabilities: C
}): BrowserContext<C[number]> {
  const host = useHost()
  const id = usePluginId()
  const { capabilities } = manifest
  if (id !== manifest.id)
    throw new Error(`E_PLUGIN_MANIFEST ${manifest.id}: this component belongs to "${id}", pass that manifest`)
  const t = useT()
  const format = useFormat()
  const config = useStore(useMemo(() => host.configOf(id), [host, id]))
  const watches = capabilities.includes('session.profile')
  const session = useStore<ReadableStore<SessionState | null>>(watches ? host.session : noSession)
  return useMemo(() => {
    const base: BrowserContextBase = {
      id,
      t,
      format,
      config,
      call: host.call,
      explain: (error) => host.explain(id, error),
    }
    const members = createMembers(host, id, capabilities, session)
    // The members are those that the capabilities name, which is what the type says.
    return Object.freeze(
      Object.defineProperties(members, Object.getOwnPropertyDescriptors(base)),
    ) as BrowserContext<C[number]>
  }, [host, id, capabilities, t, format, config, session])
}
