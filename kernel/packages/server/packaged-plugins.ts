import type { PluginRow } from '@spawnpoint/sdk/server'
import type {
  PackageCallDeps,
  PackagedPlugins,
  PackagesSource,
  PluginConfigs,
} from '../../server/host/packaged-plugins.ts'
import type { ClosedNetwork } from './context/closed-network.ts'
import type { DevPackages } from './dev/dev-packages.ts'
import { createFailedStarts } from './failed-starts.ts'
import type { LiveCatalogue } from './install/live-catalogue.ts'
import { findLinkProblem } from './install/missing-exports.ts'
import type { PackageCache } from './install/package-cache.ts'
import { createPluginPackages } from './install/plugin-packages.ts'
import { createPluginFinder } from './page/plugin-files.ts'
import { createPluginFrame } from './page/plugin-frame.ts'
import { planAdded } from './plan-added.ts'
import { mountPluginReports } from './reports/mount-plugin-reports.ts'
import { createReportStore, type RecentFaults, type ReportStore } from './reports/report-store.ts'
import { createAddedRuntime } from './added-runtime.ts'
import { createSafeMode } from './safe-mode.ts'
import { configToStore, secretKeys } from './stored-config.ts'

export interface PackagesOptions extends PackagesSource {
  /** Network that plugins can reach, for tests; the public network when absent. */
  readonly network?: ClosedNetwork | undefined
  /** How long a process runs until its start counts as a success; for tests. */
  readonly steadyAfterMs?: number | undefined
}

export interface InstalledPlugins extends PackagedPlugins {
  readonly catalogue: LiveCatalogue
  readonly cache: PackageCache
  /** For plugins that are being written; null until the product is assembled. */
  development(): DevPackages | null
}

const presentReports = (found: RecentFaults | undefined): NonNullable<PluginRow['reports']> | null =>
  found?.lastAt
    ? { people: found.reporters.length, first: `${found.effect}: ${found.stack}`, lastAt: found.lastAt }
    : null

const describeRows = async (store: ReportStore, rows: readonly PluginRow[]) => {
  const faults = await store.openFaults(new Map(rows.map(({ id, version }) => [id, version])))
  return rows.map((row) => ({ ...row, reports: presentReports(faults.get(row.id)) }))
}

const createConfigs = ({ core }: PackagesOptions): PluginConfigs => ({
  read(manifest, stored) {
    const secret = secretKeys(manifest)
    return Object.fromEntries(
      Object.entries(stored).map(([key, value]) => [key, secret.has(key) ? null : value]),
    )
  },
  toStore: (manifest, change) => configToStore(manifest, core.secrets, change),
})

/** Installed packages and the plugins folder, as the server uses them. */
export function createPackagedPlugins(options: PackagesOptions): InstalledPlugins {
  const { core, messages, states, shared, network = null, steadyAfterMs } = options
  const packages = createPluginPackages(options)
  const { catalogue } = packages
  const reports = createReportStore(core.pool, core.clock)
  const safeMode = createSafeMode({ ...core, steadyAfterMs })
  return {
    catalogue,
    cache: packages.cache,
    development: packages.development,
    serve: packages.serve,
    sweep: packages.sweep,
    safeMode,
    configs: createConfigs(options),
    createRuntime: (gate) => createAddedRuntime(core, gate, network),
    createFailedStarts: ({ standing, stand }) => createFailedStarts({ states, standing, stand }),
    findLinkProblem: (entry) => findLinkProblem(entry, shared()),
    planPlugin: (entry, language, choice) => planAdded(entry, messages, language, choice),
    findFiles: createPluginFinder(catalogue.served),
    createFrame: createPluginFrame,
    mountCalls(app, { child, gate, enabled, sync, isShipped }: PackageCallDeps) {
      const { notices, audit, orm } = core
      const plugins = { enabled, sync }
      mountPluginReports(app, {
        child,
        gate,
        states,
        notices,
        audit,
        orm,
        plugins,
        isShipped,
        store: reports,
      })
    },
    describe: (rows) => describeRows(reports, rows),
    tidy: packages.tidy,
    beginStart: safeMode.beginStart,
  }
}
