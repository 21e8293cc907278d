import { hookCapabilities } from '../../../sdk/common/hook-capabilities.ts'
import { capabilityError } from '../../../sdk/common/capability-error.ts'
import type { Disposable, HookBus, KernelHooks, Tap } from '../../../sdk/common/hooks.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'
import { isBuiltin, type Plan, type PlanPlugin } from '../../common/plan.ts'
import type { AddedPlugins } from '../../browser/plugins/added-plugins.ts'
import type { PluginRegistry } from '../../browser/plugins/plugin-registry.ts'
import type { ToldOfVersion } from './plugin-reports.ts'
import { withinManifest } from './register-limits.ts'

const patienceMs = 1000
// An operator's access rule is waited for, since the page stays closed without it.
const rulePatienceMs = 10_000
// A loop that never ends would fill the memory of the page.
const MOST_TAPS = 100
const ruleHook = 'beforeAccessCheck'
const ruleCapability = 'hooks.access-check'

export interface BootDeps {
  readonly gate: Gate
  readonly bus: KernelHookBus
  readonly registry: PluginRegistry
  readonly load: (plugin: PlanPlugin, module: string) => Promise<unknown>
  readonly log: (sentence: string, error: unknown) => void
  /** Tells staff on the plugins page. */
  readonly note: (fault: ToldOfVersion) => void
}

/** Failures of code that runs once a start: too few for a quarantine, so that nobody would ever hear of them. */
type Tell = (plugin: PlanPlugin, effect: string, error: unknown) => void

const createTell = ({ log, note }: Pick<BootDeps, 'log' | 'note'>): Tell => {
  const told = new Map<string, string>()
  return (plugin, effect, error) => {
    const { id, version } = plugin
    log(`${effect} of plugin ${id} failed`, error)
    // The first failure tells most: others are often only its consequence.
    if (told.get(id) === version) return
    told.set(id, version)
    note({ owner: id, version, effect, error })
  }
}

/** Access rules of plugins. A rule that fails, hangs or is never registered must not open the page. */
interface AccessRules {
  /** Expects something of a plugin; call the result once it is done. */
  expect(plugin: string): () => void
  /** Plugins that have left something undone. */
  unfinished(): readonly string[]
}

const createAccessRules = (): AccessRules => {
  const open = new Map<symbol, string>()
  return {
    expect: (plugin) => {
      const key = Symbol(plugin)
      open.set(key, plugin)
      return () => void open.delete(key)
    },
    unfinished: () => [...new Set(open.values())],
  }
}

type Boot = (hooks: HookBus<KernelHooks>) => void

const isBoot = (value: unknown): value is Boot => typeof value === 'function'

const checkTap = (plugin: PlanPlugin, name: string): void => {
  if (isBuiltin(plugin)) return
  const needed = hookCapabilities[name]
  if (needed === undefined) throw new Error(`E_HOOK ${plugin.id}: ${name} is for built-ins`)
  if (needed !== null && !plugin.capabilities?.includes(needed)) throw capabilityError(plugin.id, needed)
}

/** In a frame nothing starts with the page; elsewhere the operator has read that the plugin has boot code. */
const mayBoot = (plugin: PlanPlugin): boolean => isBuiltin(plugin) || !plugin.isolated

const noTap: Disposable = { dispose: () => undefined }

/** The rule counts as checked once it has run to its end. */
const watchRule = (rules: AccessRules, id: string, rule: Tap<KernelHooks['beforeAccessCheck']>) => {
  const done = rules.expect(id)
  const run: typeof rule = async (probe) => {
    await rule(probe)
    done()
  }
  return { run, done }
}

interface BootParts extends BootDeps {
  readonly accessRules: AccessRules
  readonly tell: Tell
}

/** Hands the hooks to a plugin, and remembers its taps so that they leave with it. */
const ownedHooks = (
  { gate, bus, registry, accessRules, tell }: BootParts,
  plugin: PlanPlugin,
  isSafeMode: boolean,
): HookBus<KernelHooks> => {
  const { id } = plugin
  let taps = 0
  const own = <T extends Disposable>(tap: T): T => {
    registry.own(id, tap)
    return tap
  }
  return Object.freeze<HookBus<KernelHooks>>({
    on: (name, fn, options) => {
      // It would wake up again with the plugin, beside the taps that the plugin makes then.
      if (!gate.isActive(id)) throw new Error(`E_PLUGIN_OFF ${id}: the plugin was switched off`)
      checkTap(plugin, name)
      taps += 1
      if (taps > MOST_TAPS && !isBuiltin(plugin)) throw new Error(`E_HOOK ${id}: more than ${MOST_TAPS} taps`)
      if (name !== ruleHook) {
        if (isBuiltin(plugin)) return own(bus.on(id, name, fn, options))
        if (isSafeMode) return noTap
        const tap = own(bus.on(id, name, withinManifest({ plugin, name, tell }, fn), options))
        // Later than at start nobody would ask for what it adds.
        if (name.startsWith('register')) registry.collect()
        return tap
      }
      // The name ties the function to this hook, which the type of a generic call cannot express.
      const { run, done } = watchRule(accessRules, id, fn as Tap<KernelHooks['beforeAccessCheck']>)
      const tap = bus.on(id, ruleHook, run, options)
      return own({
        dispose: () => {
          done()
          tap.dispose()
        },
      })
    },
  })
}

/**
 * Runs the boot modules before the access check. One that fails or takes too long is left out;
 * where it was granted the access check, that check fails.
 */
const bootPlugins = async (
  parts: BootParts,
  plan: Plan,
  isLatest: (plugin: PlanPlugin) => boolean,
): Promise<void> => {
  const { gate, registry, load, accessRules, tell } = parts
  await Promise.all(
    plan.plugins.map(async (plugin) => {
      const { id, boot: module } = plugin
      const isRule = plugin.capabilities?.includes(ruleCapability) === true
      // A frame starts after the access check, which must not pass without the rule.
      if (isRule && plugin.isolated && module !== null) accessRules.expect(id)
      if (module === null || !mayBoot(plugin)) return
      const done = isRule ? accessRules.expect(id) : () => undefined
      registry.activate(id)
      const start = async (): Promise<void> => {
        const boot = await load(plugin, module)
        if (!isBoot(boot)) throw new TypeError(`boot module of ${id} exports no function by default`)
        // Another version came meanwhile, whose boot code runs too.
        if (isLatest(plugin)) boot(ownedHooks(parts, plugin, plan.safeMode))
        done()
      }
      const run = (): Promise<void> =>
        start().catch((error: unknown) => {
          tell(plugin, 'boot', error)
          throw error
        })
      await gate.runAsync(id, 'boot', run, { budgetMs: isRule ? rulePatienceMs : patienceMs })
    }),
  )
}

export const createBoot = (deps: BootDeps): Pick<AddedPlugins, 'boot' | 'unfinishedRules'> => {
  const accessRules = createAccessRules()
  const parts: BootParts = { ...deps, accessRules, tell: createTell(deps) }
  const booted = new Map<string, string>()
  const boot = (plan: Plan): Promise<void> => {
    for (const plugin of plan.plugins) booted.set(plugin.id, JSON.stringify(plugin))
    const isLatest = (plugin: PlanPlugin) => booted.get(plugin.id) === JSON.stringify(plugin)
    return bootPlugins(parts, plan, isLatest)
  }
  // The taps of a plugin leave with its version: boot code of the next one makes them again in a page that is open.
  deps.registry.plan.subscribe((plan) => {
    const isHere = new Set(plan.plugins.map(({ id }) => id))
    for (const id of booted.keys()) if (!isHere.has(id)) booted.delete(id)
    const plugins = plan.plugins.filter(
      (plugin) =>
        plugin.boot !== null && !isBuiltin(plugin) && booted.get(plugin.id) !== JSON.stringify(plugin),
    )
    if (plugins.length > 0) void boot({ ...plan, plugins })
  })
  return {
    boot,
    unfinishedRules: accessRules.unfinished,
  }
}
