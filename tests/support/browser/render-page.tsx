import {
  CallError,
  createStore,
  HostProvider,
  PluginProvider,
  type BrowserHost,
  type Contribution,
  type RouteView,
  type SessionState,
} from '@spawnpoint/sdk/browser'
import type { AnyEndpoint, Manifest } from '@spawnpoint/sdk/common'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { act, render } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ComponentType } from 'react'
import { parse } from 'yaml'
import { createReauthentication } from '../../../kernel/browser/session/reauthentication.ts'
import { ReauthenticationHost } from '../../../kernel/browser/session/reauthentication-dialog.tsx'
import { ROOT } from '../../../kernel/server/version.ts'
import { defaultUiSettings } from '../../../sdk/browser/ui-settings.ts'
import { DialogHost } from '../../../sdk/ui/dialog-host.tsx'
import { showDialog } from '../../../sdk/ui/dialogs.ts'
import { toasts } from '../../../sdk/ui/toasts.ts'
import { pluginFolder } from '../plugin-folder.ts'
import { createTestI18n } from './create-test-i18n.ts'

type Input = { readonly params?: Record<string, string>; readonly query?: object; readonly body?: object }
type Answer = (input: Input) => unknown

const placeOf = (to: string) => {
  const { pathname, search, hash } = new URL(to, 'https://dash.example.com')
  return { path: pathname, search, hash }
}

const routesOf = ({ id: plugin, contributes }: Manifest): readonly RouteView[] =>
  contributes.adminPages.map(({ id, path, area, permission, title }) => ({
    id,
    plugin,
    path,
    area,
    permission: permission ?? null,
    flag: null,
    title,
    wellKnown: null,
  }))

/** A failed answer. */
export const refuse = (code: string, status: number, fields = {}, details = {}): never => {
  throw new CallError({ code, status, fields, details })
}

const messagesIn = (folder: string): object => parse(readFileSync(join(folder, 'en.yml'), 'utf8'))

/** Draws a page of a built-in with its English words over answers given by `METHOD /path`. */
export function renderPage(
  Page: ComponentType,
  options: {
    readonly manifest: Manifest
    /** The person of the session. */
    readonly user?: Readonly<Record<string, unknown>>
    /** Figures of the session. */
    readonly stats?: Readonly<Record<string, unknown>>
    readonly at: string
    /** Outlives the page where several are drawn with one. */
    readonly storage?: Map<string, string>
    readonly permissions: readonly string[]
    /** Public settings and feature flags by their keys; off without them. */
    readonly settings?: Readonly<Record<string, unknown>>
    readonly answers: Readonly<Record<string, Answer>>
    /** Contributions of other plugins by kind, such as `slot`, or by kind and place, such as `slot admin.user.tabs`. */
    readonly contributions?: Readonly<Record<string, readonly Contribution[]>>
    /** Further built-ins whose words the page shows. */
    readonly words?: readonly string[]
    /** Pages of other plugins that the page links to. */
    readonly neighbours?: readonly {
      readonly id: string
      readonly path: string
      readonly permission: string | null
    }[]
  },
) {
  const { manifest, permissions, answers } = options
  const { id } = manifest
  const folders = [ROOT, ...[id, ...(options.words ?? [])].map(pluginFolder)]
  const i18n = createTestI18n(
    Object.assign({}, ...folders.map((folder) => messagesIn(join(folder, 'locales')))),
  )
  const calls: { readonly to: string; readonly input: Input }[] = []
  const storage = options.storage ?? new Map<string, string>()
  const location = createStore(() => placeOf(options.at))
  const guards = new Set<() => Promise<boolean>>()
  const mayLeave = async () => ([...guards].at(-1) ?? (async () => true))()
  const neighbours = (options.neighbours ?? []).map((page): RouteView => ({
    ...page,
    plugin: page.id,
    area: 'admin',
    flag: null,
    title: page.id,
    wellKnown: null,
  }))
  const routes = [...routesOf(manifest), ...neighbours]
  const reauthentication = createReauthentication()
  const session = createStore<SessionState>(() => ({
    status: 'signed-in',
    user: options.user ?? {},
    billing: {},
    stats: options.stats ?? {},
    permissions,
  }))
  const host = {
    session,
    locale: createStore(() => 'EN'),
    settings: createStore(() => options.settings ?? {}),
    uiSettings: createStore(() => defaultUiSettings),
    storage: {
      get: (key: string) => storage.get(key) ?? null,
      set: (key: string, value: string) => void storage.set(key, value),
      remove: (key: string) => void storage.delete(key),
    },
    location,
    routes: createStore(() => routes),
    clock: { now: () => Date.now(), setTimeout: (run: () => void) => setTimeout(run, 0), clearTimeout },
    can: (permission: string) => permissions.includes(permission),
    // Answers nothing: an `act` around it would take a thenable for its own and never end, in this file and the next.
    navigate: (to: string) => void act(() => location.setState(placeOf(to), true)),
    notify: { toast: toasts.show, dialog: showDialog },
    updateSession: (entries: Partial<SessionState>) =>
      void act(() => session.setState({ user: { ...session.getState().user, ...entries.user } })),
    refreshSession: async () => undefined,
    reauthenticate: reauthentication.run,
    guardNavigation: (ask: () => Promise<boolean>) => {
      guards.add(ask)
      return () => void guards.delete(ask)
    },
    mayLeave,
    contributions: (kind: string, place: string) =>
      createStore(() => options.contributions?.[`${kind} ${place}`] ?? options.contributions?.[kind] ?? []),
    pathToWellKnown: (wellKnown: string) => `/${wellKnown}`,
    pathTo: (route: string, params: Record<string, string> = {}) =>
      (routes.find((each) => each.id === route)?.path ?? `/${route}`).replace(':id', params['id'] ?? ''),
    i18n,
    translate: (plugin: string, key: string, values: Record<string, unknown> = {}) =>
      i18n.t(key, { ...values, ns: plugin }),
    explain: (plugin: string, error: unknown) =>
      error instanceof CallError
        ? i18n.t(`errors.${error.code}`, { ...error.details, ns: plugin, defaultValue: error.code })
        : 'failed',
    call: async (endpoint: AnyEndpoint, input: Input = {}) => {
      const to = `${endpoint.method} ${endpoint.path}`
      calls.push({ to, input })
      const answer = answers[to]
      if (!answer) throw new Error(`no answer for ${to}`)
      return answer(input)
    },
  } as unknown as BrowserHost // Only what the pages under test reach.
  forgetAnswers()
  render(
    <HostProvider value={host}>
      <PluginProvider value={id}>
        <DataProvider>
          <Page />
        </DataProvider>
      </PluginProvider>
      <DialogHost />
      <ReauthenticationHost question={reauthentication.question} />
    </HostProvider>,
  )
  return {
    callsTo: (to: string) => calls.filter((call) => call.to === to).map(({ input }) => input),
    location,
    session,
    /** Whether the page asks before it is left. */
    isGuarded: () => guards.size > 0,
    /** Asks as a link would. */
    mayLeave,
  }
}
