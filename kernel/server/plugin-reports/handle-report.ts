import { addressPrefix, answer, type Actor } from '@spawnpoint/sdk/server'
import type { FaultReport } from '../../common/plugin-report.ts'
import { reportPluginFaults } from './report-endpoint.ts'
import type { ReportStore } from './report-store.ts'

/** People at addresses: one customer, with however many tabs or accounts, may not take a plugin from everybody else. */
const ENOUGH_PEOPLE = 3

export interface ReportDeps {
  readonly store: ReportStore
  /** What runs now; null when no such plugin is on. */
  find(plugin: string): { readonly version: string; readonly removable: boolean } | null
  /** Whoever may switch a plugin off by hand is believed at once. */
  managesPlugins(actor: Actor): boolean
  quarantine(plugin: string, reason: string): Promise<void>
}

const reasonOf = ({ effect, stack }: Pick<FaultReport, 'effect' | 'stack'>) => `${effect}: ${stack}`

async function takeFault(deps: ReportDeps, actor: Actor, ip: string, fault: FaultReport): Promise<void> {
  const plugin = deps.find(fault.plugin)
  // A tab from before an upgrade tells of code that no longer runs.
  if (!plugin || plugin.version !== fault.version) return
  await deps.store.addFault({ user: actor.id, place: addressPrefix(ip) }, fault)
  if (!plugin.removable) return
  const recent = await deps.store.recentFaults(fault.plugin, fault.version)
  if (recent.places < ENOUGH_PEOPLE && !deps.managesPlugins(actor)) return
  await deps.quarantine(fault.plugin, reasonOf(recent))
  await deps.store.forgetFaults(fault.plugin)
}

/** Keeps what a tab told, and switches a plugin off for the instance once enough people were hit. */
export const handleReport = (deps: ReportDeps) =>
  answer(reportPluginFaults, async ({ actor, body, ip }) => {
    for (const fault of body.faults) await takeFault(deps, actor, ip, fault)
    for (const { plugin: id, uses, ...use } of body.deprecations) {
      const plugin = deps.find(id)
      if (plugin) await deps.store.addDeprecation(id, plugin.version, use, uses)
    }
    return {}
  })
