import { browserHooks } from '../common/hooks/catalogue.ts'
import { createGate, type Gate } from '../common/hooks/gate.ts'
import { createHookBus } from '../common/hooks/hook-bus.ts'
import { seriesKinds } from '../common/hooks/series-kinds.ts'
import { isAdministration } from '../common/messages.ts'
import type { Plan, PlanPlugin } from '../common/plan.ts'
import { createAccessRules, tapCoreCheck } from './access-check.ts'
import type { Kernel, KernelDeps, PluginParts } from './kernel.ts'
import { createMessages, type Messages } from './messages/messages.ts'
import type { AddedMessages, LoadAddedPlugins } from './plugins/added-plugins.ts'
import { createDeferred } from './plugins/deferred.ts'
import { loadModule, outliveLeaving } from './plugins/load-module.ts'
import { createPlanSync } from './plugins/plan-sync.ts'
import { createPluginComponents } from './plugins/plugin-components.tsx'
import { createPluginRegistry } from './plugins/plugin-registry.ts'
import { createPluginScopes } from './plugins/plugin-scopes.ts'
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

const wireGate = ({ platform, log }: KernelDeps, loadAdded: LoadAddedPlugins, whole: Whole): Gate => {
  const { clock } = platform
  const reports = createDeferred(async () => {
    const { createReports } = await loadAdded()
    const { registry, session } = whole()
    return createReports({ platform, find: registry.find, session: () => session.state.getState(), log })
  })
  const gate = createGate({
    clock: {
      now: clock.now,
      setTimeout: clock.setTimeout,
      clearTimeout: (timer) => clock.clearTimeout(Number(timer)),
    },
    isProtected: (id) => whole().registry.find(id)?.removable === false,
    onQuarantine: (plugin, fault) => {
      const { error } = fault
      const { scopes, registry, bus } = whole()
      log(`plugin ${plugin} was stopped after three faults`, error)
      scopes.end(plugin)
      registry.withdraw(plugin)
      // The first fault tells most: what follows is often only its consequence.
      const first = gate.faults(plugin)[0] ?? fault
      void reports.load().then((loaded) => loaded.fault(first))
      bus.call('pluginStateChanged', { plugin, state: 'quarantined', reason: String(error) })
    },
  })
  return gate
}

const wireMessages = ({ platform, chunks, modules, log }: KernelDeps, loadAdded: LoadAddedPlugins) => {
  const messages = createMessages({
    platform,
    chunks,
    logFailure: (language, error) =>
      void outliveLeaving(platform.clock).then(() =>
        log(`messages of ${language} could not be loaded`, error),
      ),
  })
  let added: AddedMessages | null = null
  const prepareAdded = async (plugin: PlanPlugin): Promise<void> => {
    const { createMessages: create } = await loadAdded()
    added ??= create(platform, messages, (id, error) =>
      log(`messages of plugin ${id} could not be loaded`, error),
    )
    await added.prepare(plugin)
  }
  const prepare: PluginParts['prepare'] = async (plugin) => {
    const isForStaff = isAdministration(plugin) || plugin.contributes.adminPages.length > 0
    await Promise.all([
      modules.builtin[plugin.id] ? null : prepareAdded(plugin),
      isForStaff ? messages.loadAdmin() : null,
    ])
  }
  const followAddedMessages: PluginParts['followAddedMessages'] = async (language) => added?.follow(language)
  return { messages, prepare, followAddedMessages }
}

const wirePlan = ({ platform, log }: KernelDeps, whole: Whole): Pick<PluginParts, 'apply' | 'planSync'> => {
  const apply = (plan: Plan): void => {
    const { registry, settings } = whole()
    // A tab in safe mode stays in it, whatever is switched on elsewhere.
    const isSafe = registry.plan.getState().safeMode
    registry.apply(isSafe ? { ...plan, safeMode: true, plugins: plan.plugins.filter(isShipped) } : plan)
    settings.accept(plan.settings)
  }
  const planSync = createPlanSync(platform, {
    version: () => whole().registry.plan.getState().version,
    apply,
    logFailure: (error) => log('the plan could not be loaded', error),
  })
  return { apply, planSync }
}

export const wirePlugins = (deps: KernelDeps, whole: Whole): PluginParts => {
  const { platform, modules, loadAdded = withoutAdded } = deps
  const { clock } = platform
  const gate = wireGate(deps, loadAdded, whole)
  const bus = createHookBus({ gate, catalogue: browserHooks, kinds: seriesKinds })
  tapCoreCheck(bus)
  const registry = createPluginRegistry(bus, gate)
  const texts = wireMessages(deps, loadAdded)
  const load: PluginParts['load'] = (plugin, module) =>
    loadModule({ ...modules, platform, loadAdded, prepare: texts.prepare }, plugin, module)
  const scopes = createPluginScopes(registry, () => whole().host, loadAdded)
  const componentOf = createPluginComponents({
    gate,
    clock,
    load,
    scopes,
    // While it is written its modules come from a server of their own, with updates in place: that takes the page.
    isFramed: ({ isolated }) => isolated === true && !import.meta.env.DEV,
    loadFramed: async (plugin, module) => {
      const { createFramedPart } = await loadAdded()
      return createFramedPart(whole(), plugin, module)
    },
    onLoadFailed: (plugin, error) =>
      bus.call('pluginStateChanged', { plugin: plugin.id, state: 'failed', reason: String(error) }),
  })
  return {
    trace: createTrace(clock),
    gate,
    bus,
    accessRules: createAccessRules(),
    registry,
    ...texts,
    label: createLabels(texts.messages, registry.find),
    load,
    scopes,
    componentOf,
    ...wirePlan(deps, whole),
  }
}
