import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { browserHooks } from '../common/hooks/catalogue.ts'
import { createGate, type Gate } from '../common/hooks/gate.ts'
import { createHookBus } from '../common/hooks/hook-bus.ts'
import { isAdministration } from '../common/messages.ts'
import { isBuiltin, type Plan, type PlanPlugin } from '../common/plan.ts'
import { tapCoreCheck } from './access-check.ts'
import type { Kernel, KernelDeps, PluginParts } from './kernel.ts'
import { createMessages, type Messages } from './messages/messages.ts'
import type { AddedPlugins, LoadAddedPlugins } from './plugins/added-plugins.ts'
import { createDeferred } from './plugins/deferred.ts'
import { loadModule, outliveLeaving, type ModuleDeps } from './plugins/load-module.ts'
import { createPlanSync } from './plugins/plan-sync.ts'
import { createPluginComponents, type PluginComponents } from './plugins/plugin-components.tsx'
import { createPluginRegistry } from './plugins/plugin-registry.ts'
import { createTrace } from './trace.ts'

/** The other parts are wired after these: they are reached only once something runs. */
type Whole = () => Kernel

const withoutAdded: LoadAddedPlugins = () =>
  Promise.reject(new Error('E_ADDED_PLUGINS this page runs built-in plugins only'))

/** Built-ins ship with the product; only added plugins have scripts of their own. */
const isShipped = ({ integrity }: PlanPlugin): boolean => integrity === undefined

/** Literal text as it is; `%key%` as the plugin's message, or as the server resolved it before its words are here. */
const createLabels =
  (messages: Messages, findPlugin: (id: string) => PlanPlugin | null) =>
  (plugin: string, label: string): string => {
    const key = /^%(.+)%$/.exec(label)?.[1]
    if (key === undefined) return label
    if (messages.has(plugin, key)) return messages.translate(plugin, key)
    const labels = findPlugin(plugin)?.labels
    return labels?.[label] ?? labels?.[key] ?? key
  }

interface Added {
  load(): Promise<AddedPlugins>
  /** Null before its first use. */
  now(): AddedPlugins | null
}

const wireAdded = ({ modules, loadAdded = withoutAdded }: KernelDeps, whole: Whole): Added => {
  let loaded: AddedPlugins | null = null
  const deferred = createDeferred(async () => {
    loaded = await loadAdded(whole(), modules)
    return loaded
  })
  return {
    load: async () => {
      try {
        return await deferred.load()
      } catch (error) {
        deferred.retry()
        throw error
      }
    },
    now: () => loaded,
  }
}

const wireGate = ({ platform, log }: KernelDeps, added: Added, whole: Whole): Gate => {
  const { clock } = platform
  const gate = createGate({
    clock: {
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: (timer) => clock.clearTimeout(Number(timer)),
    },
    isProtected: (id) => whole().registry.find(id)?.removable === false,
    onQuarantine: (plugin, fault) => {
      const { error } = fault
      const { registry, bus } = whole()
      log(`plugin ${plugin} was stopped after three faults`, error)
      added.now()?.end(plugin)
      registry.withdraw(plugin)
      // The first fault tells most: what follows is often only its consequence.
      const first = gate.faults(plugin)[0] ?? fault
      void added.load().then(({ reportFault }) => reportFault(first))
      bus.call('pluginStateChanged', { plugin, state: 'quarantined', reason: String(error) })
    },
  })
  return gate
}

const wireMessages = ({ platform, chunks, modules, log }: KernelDeps, added: Added) => {
  const messages = createMessages({
    platform,
    chunks,
    logFailure: (language, error) =>
      void outliveLeaving(platform.clock).then(() =>
        log(`messages of ${language} could not be loaded`, error),
      ),
  })
  const prepare: PluginParts['prepare'] = async (plugin) => {
    const isForStaff = isAdministration(plugin) || plugin.contributes.adminPages.length > 0
    await Promise.all([
      modules.builtin[plugin.id] ? null : added.load().then(({ prepareMessages }) => prepareMessages(plugin)),
      isForStaff ? messages.loadAdmin() : null,
    ])
  }
  const followLanguage: PluginParts['followLanguage'] = async (language) =>
    added.now()?.followLanguage(language)
  return { messages, prepare, followLanguage }
}

/** Added plugins that the debug panel has switched off in this tab, as JSON. */
const OFF_HERE = 'spawnpoint_plugins_off'

/** The page waits no longer than this for the modules of a new build. */
const PREPARE_MS = 2_000

const wirePlan = (
  { platform, log }: KernelDeps,
  components: Pick<PluginComponents, 'prepareBuild'>,
  whole: Whole,
): Pick<PluginParts, 'apply' | 'planSync'> => {
  const offHere = platform.tabStorage.get(OFF_HERE) ?? ''
  const isOff = ({ id }: PlanPlugin) => offHere.includes(JSON.stringify(id))
  const apply = (plan: Plan): void => {
    const { registry, settings } = whole()
    // A tab in safe mode stays in it, whatever is switched on elsewhere.
    const isSafe = registry.plan.getState().safeMode
    const safeMode = isSafe || plan.safeMode
    const plugins = plan.plugins.filter((plugin) => isShipped(plugin) || !(isSafe || isOff(plugin)))
    registry.apply({ ...plan, safeMode, plugins })
    settings.accept(plan.settings)
  }
  const version = () => whole().registry.plan.getState().version
  const applyPrepared = async (plan: Plan): Promise<void> => {
    const before = version()
    const builds = plan.plugins.filter((plugin) => !isShipped(plugin))
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = platform.clock.setTimeout(resolve, PREPARE_MS)
    await Promise.race([Promise.all(builds.map(components.prepareBuild)), late])
    platform.clock.clearTimeout(timer)
    // Meanwhile a later plan may have been applied.
    if (plan.version >= version() || version() === before) apply(plan)
  }
  const planSync = createPlanSync(platform, {
    version,
    apply: applyPrepared,
    logFailure: (error) => log('the plan could not be loaded', error),
  })
  return { apply, planSync }
}

const wireHosts = (added: Added, whole: Whole) => {
  const hostOf = (id: string): BrowserHost => {
    const own = added.now()?.hostOf(id)
    if (own) return own
    const plugin = whole().registry.find(id)
    if (plugin && !isBuiltin(plugin)) throw new Error(`E_NOT_PREPARED ${id}: its host is not here yet`)
    return whole().host
  }
  const hostFor = async (plugin: PlanPlugin): Promise<BrowserHost> => {
    if (!isBuiltin(plugin)) await added.load()
    return hostOf(plugin.id)
  }
  return { hostOf, hostFor }
}

export const wirePlugins = (deps: KernelDeps, whole: Whole): PluginParts => {
  const { platform, modules } = deps
  const { clock } = platform
  const added = wireAdded(deps, whole)
  const gate = wireGate(deps, added, whole)
  const bus = createHookBus({ gate, catalogue: browserHooks })
  tapCoreCheck(bus)
  const registry = createPluginRegistry(bus, gate)
  const texts = wireMessages(deps, added)
  const hosts = wireHosts(added, whole)
  const loadAdded: ModuleDeps['loadAdded'] = async (...asked) => (await added.load()).loadModule(...asked)
  const load: PluginParts['load'] = (plugin, module) =>
    loadModule({ ...modules, platform, loadAdded, prepare: texts.prepare }, plugin, module)
  const components = createPluginComponents({
    gate,
    clock,
    load,
    ...hosts,
    // While it is written its modules come from a server of their own, with updates in place: that takes the page.
    isFramed: ({ isolated }) => isolated === true && !import.meta.env.DEV,
    loadFramed: async (plugin, module) => (await added.load()).createFramedPart(plugin, module),
    onLoadFailed: (plugin, error) =>
      bus.call('pluginStateChanged', { plugin: plugin.id, state: 'failed', reason: String(error) }),
  })
  return {
    trace: createTrace(clock),
    gate,
    bus,
    added: added.load,
    unfinishedRules: () => added.now()?.unfinishedRules() ?? [],
    registry,
    ...texts,
    label: createLabels(texts.messages, registry.find),
    load,
    hostFor: hosts.hostFor,
    componentOf: components.of,
    ...wirePlan(deps, components, whole),
  }
}
