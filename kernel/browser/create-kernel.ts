import { SHELL, type BrowserHost, type SessionState } from '@spawnpoint/sdk/browser'
import { holds, ROOT_PERMISSION } from '../../sdk/common/permission.ts'
import type { SessionSnapshot } from '../../sdk/common/hooks.ts'
import { showDialog as openDialog } from '../../sdk/ui/dialogs.ts'
import { toasts } from '../../sdk/ui/toasts.ts'
import { browserHooks } from '../common/hooks/catalogue.ts'
import { createGate } from '../common/hooks/gate.ts'
import { createHookBus } from '../common/hooks/hook-bus.ts'
import { seriesKinds } from '../common/hooks/series-kinds.ts'
import { isAdministration } from '../common/messages.ts'
import type { Language, Plan, PlanPlugin } from '../common/plan.ts'
import { createAccessRules, tapCoreCheck } from './access-check.ts'
import { createApiClient } from './api-client.ts'
import { fillPath } from './call-path.ts'
import { createHost } from './host.ts'
import { createLabels } from './label.ts'
import { createMessages, type MessageChunks } from './messages/messages.ts'
import type { Platform } from './platform/platform.ts'
import { createPlanSync } from './plugins/plan-sync.ts'
import type { AddedMessages, LoadAddedPlugins } from './plugins/added-plugins.ts'
import { createDeferred } from './plugins/deferred.ts'
import { loadModule, type ModuleDeps, outliveLeaving } from './plugins/load-module.ts'
import { createPluginComponents } from './plugins/plugin-components.tsx'
import { createPluginRegistry } from './plugins/plugin-registry.ts'
import { createPluginScopes } from './plugins/plugin-scopes.ts'
import { createNavigation } from './routing/navigation.ts'
import { createRouteBook } from './routing/route-book.ts'
import { createSession } from './session/session.ts'
import type { SessionReaction } from './session/session-reactions.ts'
import { createSettingsCache } from './settings-cache.ts'
import { createTrace } from './trace.ts'
import { createUiSettingsStore } from './ui-settings/ui-settings-store.ts'

export interface KernelDeps {
  readonly platform: Platform
  readonly chunks: MessageChunks
  readonly modules: Pick<ModuleDeps, 'builtin' | 'isListed' | 'importModule'>
  /** Loads what only plugins need that did not come with the product. */
  readonly loadAdded?: LoadAddedPlugins
  /** Resolves once the visitor has read it. */
  readonly showDialog: (dialog: KernelDialog) => Promise<unknown>
  readonly log: (sentence: string, error: unknown) => void
}

export interface KernelDialog {
  readonly title: string
  readonly text: string
  readonly footer?: string
  readonly tone: 'warning' | 'danger'
}

/** Built-ins ship with the product; only added plugins have scripts of their own. */
const isShipped = ({ integrity }: PlanPlugin): boolean => integrity === undefined

const snapshotOf = ({ user, billing, stats, permissions }: SessionState): SessionSnapshot =>
  Object.freeze({ user, billing, stats, permissions })

const withoutAdded = () => Promise.reject(new Error('E_ADDED_PLUGINS this page runs built-in plugins only'))

/** Everything of the browser kernel, put together; nothing runs before `start-up` says so. */
export const createKernel = ({
  platform,
  chunks,
  modules,
  loadAdded = withoutAdded,
  showDialog,
  log,
}: KernelDeps) => {
  const { clock } = platform
  const trace = createTrace(clock)
  const gate = createGate({
    clock: {
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: (timer) => clock.clearTimeout(Number(timer)),
    },
    isProtected: (id) => registry.find(id)?.removable === false,
    onQuarantine: (plugin, fault) => {
      const { error } = fault
      log(`plugin ${plugin} was stopped after three faults`, error)
      scopes.end(plugin)
      registry.withdraw(plugin)
      // The first fault tells most: what follows is often only its consequence.
      const first = gate.faults(plugin)[0] ?? fault
      void reports.load().then((loaded) => loaded.fault(first))
      bus.call('pluginStateChanged', { plugin, state: 'quarantined', reason: String(error) })
    },
  })
  const reports = createDeferred(async () => {
    const { createReports } = await loadAdded()
    return createReports({ platform, find: registry.find, session: () => session.state.getState(), log })
  })
  const bus = createHookBus({ gate, catalogue: browserHooks, kinds: seriesKinds })
  const accessRules = createAccessRules()
  tapCoreCheck(bus)
  const registry = createPluginRegistry(bus, gate)
  const messages = createMessages({
    platform,
    chunks,
    logFailure: (language, error) =>
      void outliveLeaving(platform.clock).then(() =>
        log(`messages of ${language} could not be loaded`, error),
      ),
  })
  const label = createLabels(messages, registry.find)
  const uiSettings = createUiSettingsStore(platform.storage)
  const settings = createSettingsCache(platform, {
    onChange: (keys) => bus.call('settingsChanged', keys),
    isCaching: () => uiSettings.getState().performance.enableCaching,
  })
  const book = createRouteBook(({ plugin, title }) => label(plugin, title))
  const updateBook = (): void => book.update(registry.contributions.getState())
  registry.contributions.subscribe(updateBook)
  // Titles are messages.
  messages.version.subscribe(updateBook)
  const navigation = createNavigation({
    address: platform.address,
    ask: (to, from) => bus.callAsync('beforeNavigate', to, from),
    onChange: ({ path }, previous) => {
      const route = book.match(path)
      bus.call('routeChanged', { path, previous, routeId: route ? `${route.plugin}/${route.id}` : undefined })
    },
  })
  let addedWords: AddedMessages | null = null
  const loadAddedWords = async (plugin: PlanPlugin): Promise<void> => {
    const { createMessages } = await loadAdded()
    addedWords ??= createMessages(platform, messages, (id, error) =>
      log(`messages of plugin ${id} could not be loaded`, error),
    )
    await addedWords.prepare(plugin)
  }
  const prepare = async (plugin: PlanPlugin): Promise<void> => {
    const isForStaff = isAdministration(plugin) || plugin.contributes.adminPages.length > 0
    await Promise.all([
      modules.builtin[plugin.id] ? null : loadAddedWords(plugin),
      isForStaff ? messages.loadAdmin() : null,
    ])
  }
  const load = (plugin: PlanPlugin, module: string): Promise<unknown> =>
    loadModule({ ...modules, platform, loadAdded, prepare }, plugin, module)
  const scopes = createPluginScopes(registry, () => host, loadAdded)
  const componentOf = createPluginComponents({
    gate,
    clock,
    load,
    scopes,
    // While it is written its modules come from a server of their own, with updates in place: that takes the page.
    isFramed: ({ isolated }) => isolated === true && !import.meta.env.DEV,
    loadFramed: async (plugin, module) => {
      const { createFramedPart } = await loadAdded()
      return createFramedPart(parts, plugin, module)
    },
    onLoadFailed: (plugin, error) =>
      bus.call('pluginStateChanged', { plugin: plugin.id, state: 'failed', reason: String(error) }),
  })
  const apply = (plan: Plan): void => {
    // A tab in safe mode stays in it, whatever is switched on elsewhere.
    const isSafe = registry.plan.getState().safeMode
    registry.apply(isSafe ? { ...plan, safeMode: true, plugins: plan.plugins.filter(isShipped) } : plan)
    settings.accept(plan.settings)
  }
  const planSync = createPlanSync(platform, {
    version: () => registry.plan.getState().version,
    apply,
    logFailure: (error) => log('the plan could not be loaded', error),
  })
  const wellKnownPath = (name: Parameters<typeof book.wellKnown>[0]): string => {
    const route = book.wellKnown(name)
    return route ? fillPath(route.path) : '/'
  }
  const react = async ({ dialog, goTo }: SessionReaction): Promise<void> => {
    if (dialog) {
      const word = (part: string): string => messages.translate(SHELL, `session.${dialog}.${part}`)
      const footer = messages.has(SHELL, `session.${dialog}.footer`) ? { footer: word('footer') } : {}
      await showDialog({ title: word('title'), text: word('text'), tone: 'warning', ...footer })
    }
    navigation.navigate(wellKnownPath(goTo), { replace: true })
  }
  const session = createSession({
    platform,
    onAnswer: planSync.notice,
    onRefused: (keys) => log('session entries refused, their keys belong to the product', keys),
    afterSession: (snapshot, cause) => {
      // Never awaited: a plugin that takes its time must not hold up the refresh.
      void bus.callAsync('afterSession', snapshot, cause)
    },
    isHandled: (failure) => bus.call('sessionFailed', failure) === 'handled',
    react,
  })
  const can = (permission: string): boolean => {
    const state = session.state.getState()
    if (!holds(state.permissions, permission)) return false
    if (state.permissions.includes(ROOT_PERMISSION)) return true
    return bus.call('resolvePermission', permission, snapshotOf(state)) !== 'deny'
  }
  const call = createApiClient({
    platform,
    trace,
    onAnswer: planSync.notice,
    onUnauthenticated: () => {
      if (session.state.getState().status === 'signed-in') void session.refresh('refresh')
    },
  })
  const notify: BrowserHost['notify'] = { toast: toasts.show, dialog: openDialog }
  const parts = {
    notify,
    platform,
    trace,
    gate,
    bus,
    accessRules,
    registry,
    messages,
    label,
    uiSettings,
    settings,
    book,
    navigation,
    followAddedWords: async (language: Language) => addedWords?.follow(language),
    prepare,
    load,
    scopes,
    reports,
    componentOf,
    planSync,
    wellKnownPath,
    session,
    can,
    call,
    apply,
    showDialog,
    log,
  }
  const host = createHost(parts)
  return { ...parts, host }
}

export type Kernel = ReturnType<typeof createKernel>
