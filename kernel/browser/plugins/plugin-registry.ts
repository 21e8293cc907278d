import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import type { Disposable } from '../../../sdk/common/hooks.ts'
import type { Gate } from '../../common/hooks/gate.ts'
import type { KernelHookBus } from '../../common/hooks/hook-bus.ts'
import type { Plan, PlanPlugin } from '../../common/plan.ts'
import { collectContributions, noContributions, tapManifest, type Contributions } from './contributions.ts'

export interface PluginRegistry {
  readonly contributions: ReadableStore<Contributions>
  readonly plan: ReadableStore<Plan>
  find(id: string): PlanPlugin | null
  /** Boot code speaks before the plan is applied, so its owner is switched on ahead. */
  activate(id: string): void
  /** Undone when the plugin leaves. */
  own(id: string, undo: Disposable): void
  /** Takes its parts out of the pages of others; its own pages stay, and say what happened. */
  withdraw(id: string): void
  apply(plan: Plan): void
  /** Asks every plugin again for what it adds. */
  collect(): void
}

const noPlan: Plan = { version: 0, plugins: [], settings: {}, safeMode: false }

const isSame = (a: PlanPlugin, b: PlanPlugin): boolean =>
  a.version === b.version && JSON.stringify(a) === JSON.stringify(b)

const navOf = ({ plugins }: Plan) =>
  plugins.flatMap(({ id, contributes }) => contributes.nav.map((item) => ({ ...item, plugin: id })))

/** Without what a plugin adds to the pages of others. */
const withoutParts = ({ routes, nav, ...others }: Contributions, id: string): Contributions => {
  const left = Object.entries(others).map(([kind, entries]) => [
    kind,
    entries.filter(({ plugin }) => plugin !== id),
  ])
  // The same kinds, each with fewer entries.
  return { routes, nav, ...(Object.fromEntries(left) as typeof others) }
}

/** Enabled plugins and their contributions. A new plan changes only what differs, so other pages stay mounted. */
export const createPluginRegistry = (bus: KernelHookBus, gate: Gate): PluginRegistry => {
  const plan = createStore(() => noPlan)
  const contributions = createStore(() => noContributions)
  const undos = new Map<string, readonly Disposable[]>()
  const plugins = new Map<string, PlanPlugin>()

  const own = (id: string, undo: Disposable): void => void undos.set(id, [...(undos.get(id) ?? []), undo])

  const remove = (id: string): void => {
    plugins.delete(id)
    gate.setActive(id, false)
    for (const undo of undos.get(id) ?? []) undo.dispose()
    undos.delete(id)
    bus.call('pluginStateChanged', { plugin: id, state: 'suspended' })
  }
  const add = (plugin: PlanPlugin): void => {
    plugins.set(plugin.id, plugin)
    // An operator who switches it on again means it: an earlier quarantine of this tab is over.
    gate.release(plugin.id)
    gate.setActive(plugin.id, true)
    own(plugin.id, tapManifest(bus, plugin))
    bus.call('pluginStateChanged', { plugin: plugin.id, state: 'active' })
  }

  const withdraw = (id: string): void =>
    void contributions.setState(withoutParts(contributions.getState(), id), true)

  const collect = (): void => {
    const current = plan.getState()
    if (current === noPlan) return
    contributions.setState(collectContributions(bus, navOf(current)), true)
  }

  const apply = (next: Plan): void => {
    const wanted = new Map(next.plugins.map((plugin) => [plugin.id, plugin]))
    for (const [id, plugin] of plugins) {
      const successor = wanted.get(id)
      if (!successor || !isSame(plugin, successor)) remove(id)
    }
    for (const plugin of next.plugins) if (!plugins.has(plugin.id)) add(plugin)
    plan.setState(next, true)
    collect()
  }

  return {
    contributions,
    plan,
    find: (id) => plugins.get(id) ?? null,
    activate: (id) => gate.setActive(id, true),
    own,
    withdraw,
    apply,
    collect,
  }
}
