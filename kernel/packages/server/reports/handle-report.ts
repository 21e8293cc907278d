import { addressPrefix, type Actor, type EndpointHandler } from '@spawnpoint/sdk/server'
import type { FaultReport } from '../../common/plugin-report.ts'
import type { reportPluginFaults } from './report-endpoint.ts'
import type { RecentFaults, ReportStore } from './report-store.ts'

/** Counted by network, so that one customer with several tabs or accounts is one reporter. */
const ENOUGH_PLACES = 3

interface ReportedPlugin {
  readonly version: string
  readonly removable: boolean
  readonly isBuiltin: boolean
}

export interface ReportDeps {
  readonly store: ReportStore
  /** The plugin that runs now; null when it is off. */
  find(plugin: string): ReportedPlugin | null
  /** Staff who may disable the plugin by hand. */
  managesPlugins(actor: Actor): boolean
  /** The server itself has counted faults of this plugin. */
  hasServerFaults(plugin: string): boolean
  quarantine(plugin: string, faults: RecentFaults, actor: string | null): Promise<void>
  notifyStaff(plugin: string, faults: RecentFaults): Promise<void>
}

async function recordFault(deps: ReportDeps, actor: Actor, ip: string, fault: FaultReport): Promise<void> {
  const plugin = deps.find(fault.plugin)
  // A tab opened before an upgrade reports code that no longer runs.
  if (!plugin || plugin.version !== fault.version) return
  if (fault.isNote) return deps.store.addFault({ user: actor.id, place: null }, fault)
  await deps.store.addFault({ user: actor.id, place: addressPrefix(ip) }, fault)
  const recent = await deps.store.recentFaults(fault.plugin, fault.version)
  // Anyone can send a report, so it is evidence only beside the server's own, and never against the product itself.
  const canQuarantine = !plugin.isBuiltin && plugin.removable
  const isStaff = deps.managesPlugins(actor)
  const isEnough = recent.places >= ENOUGH_PLACES
  if (canQuarantine && (isStaff || (isEnough && deps.hasServerFaults(fault.plugin)))) {
    await deps.quarantine(fault.plugin, recent, isStaff ? actor.id : null)
    await deps.store.settleFaults(fault.plugin)
  } else if (isEnough) await deps.notifyStaff(fault.plugin, recent)
}

/** Stores the faults that a tab reports; quarantines an added plugin only on the server's evidence or for staff. */
export const handleReport =
  (deps: ReportDeps): EndpointHandler<typeof reportPluginFaults> =>
  async ({ actor, body, ip }) => {
    for (const fault of body.faults) await recordFault(deps, actor, ip, fault)
    return {}
  }
