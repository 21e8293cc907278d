import { capabilityError } from '../../../sdk/common/capability-error.ts'
import type { HookBus } from '../../../sdk/common/hooks.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'
import { isBuiltin, type Plan, type PlanPlugin } from '../../common/plan.ts'
import type { PluginRegistry } from './plugin-registry.ts'

const patienceMs = 1000

export interface BootDoors {
  readonly gate: Gate
  readonly bus: KernelHookBus
  readonly registry: PluginRegistry
  readonly load: (plugin: PlanPlugin, module: string) => Promise<unknown>
}

type Boot = (hooks: HookBus) => void

const isBoot = (value: unknown): value is Boot => typeof value === 'function'

/** What a run-time plugin may tap from its boot module, by the capability that grants it; null needs none. */
const tappable: Readonly<Record<string, string | null>> = {
  beforeAccessCheck: 'hooks.access-check',
  afterSession: 'hooks.session',
  resolvePermission: 'hooks.session',
  beforeNavigate: 'navigate',
  routeChanged: null,
  localeChanged: null,
  settingsChanged: null,
  pluginStateChanged: null,
}

const checkTap = (plugin: PlanPlugin, name: string): void => {
  if (isBuiltin(plugin)) return
  const needed = tappable[name]
  // What it contributes stands in its manifest, where the operator could read it.
  if (needed === undefined) throw new Error(`E_HOOK ${plugin.id}: ${name} is for built-ins`)
  if (needed !== null && !plugin.capabilities?.includes(needed)) throw capabilityError(plugin.id, needed)
}

/** A run-time plugin's code starts with the page only where its operator agreed to a hook that needs it. */
const mayBoot = (plugin: PlanPlugin): boolean =>
  isBuiltin(plugin) ||
  (!plugin.isolated && (plugin.capabilities ?? []).some((each) => each.startsWith('hooks.')))

/** Hands the hooks to a plugin, and remembers its taps so that they leave with it. */
const ownedHooks = ({ gate, bus, registry }: BootDoors, plugin: PlanPlugin): HookBus => {
  const { id } = plugin
  return Object.freeze<HookBus>({
    on: (name, fn, options) => {
      // It would wake up again with the plugin, beside the taps that the plugin makes then.
      if (!gate.isActive(id)) throw new Error(`E_PLUGIN_OFF ${id}: the plugin was switched off`)
      checkTap(plugin, name)
      const tap = bus.on(id, name, fn, options)
      registry.own(id, tap)
      return tap
    },
  })
}

/** Runs the boot modules before the access check. One that fails or dawdles is logged at the gate and left out. */
export const bootPlugins = async (doors: BootDoors, plan: Plan): Promise<void> => {
  const { gate, registry, load } = doors
  await Promise.all(
    plan.plugins.map(async (plugin) => {
      const { id, boot: module } = plugin
      if (module === null || !mayBoot(plugin)) return
      registry.activate(id)
      const run = async (): Promise<void> => {
        const boot = await load(plugin, module)
        if (!isBoot(boot)) throw new TypeError(`boot module of ${id} exports no function by default`)
        boot(ownedHooks(doors, plugin))
      }
      await gate.runAsync(id, 'boot', run, { budgetMs: patienceMs })
    }),
  )
}
