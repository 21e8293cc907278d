import type { HookBus } from '../../../sdk/common/hooks.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
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

/** Hands the hooks to a plugin, and remembers its taps so that they leave with it. */
const ownedHooks = ({ bus, registry }: BootDoors, id: string): HookBus =>
  Object.freeze<HookBus>({
    on: (name, fn, options) => {
      const tap = bus.on(id, name, fn, options)
      registry.own(id, tap)
      return tap
    },
  })

/** Runs the boot modules before the access check. One that fails or dawdles is logged at the gate and left out. */
export const bootPlugins = async (doors: BootDoors, plan: Plan): Promise<void> => {
  const { gate, registry, load } = doors
  await Promise.all(
    plan.plugins.map(async (plugin) => {
      const { id, boot: module } = plugin
      if (module === null) return
      registry.activate(id)
      const run = async (): Promise<void> => {
        const boot = await load(plugin, module)
        if (!isBoot(boot)) throw new TypeError(`boot module of ${id} exports no function by default`)
        boot(ownedHooks(doors, id))
      }
      await gate.runAsync(id, 'boot', run, { budgetMs: patienceMs })
    }),
  )
}
