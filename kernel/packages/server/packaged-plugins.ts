import type { PluginRow } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import type { Gate } from '../../common/hooks/gate.ts'
import type {
  AddedRuntime,
  PackageCallDeps,
  PackagedPlugins,
  PackagesSource,
  PluginControl,
} from '../../server/host/packaged-plugins.ts'
import { isUsable } from '../../server/host/catalogue.ts'
import type { ClosedNetwork } from './context/closed-network.ts'
import type { DevPackages } from './dev/dev-packages.ts'
import { createFailedStarts } from './failed-starts.ts'
import { createLeftovers, leftoverRow, type Leftovers } from './install/leftovers.ts'
import type { AddedEntry, LiveCatalogue } from './install/live-catalogue.ts'
import { isolationOptionsOf } from './install/describe-package.ts'
import { describeEngineProblem } from './install/engines.ts'
import { findClashes } from './install/manifest-clash.ts'
import { findLinkProblem } from './install/missing-exports.ts'
import type { PackageCache } from './install/package-cache.ts'
import { packageSettings } from './install/package-settings.ts'
import { createPluginPackages } from './install/plugin-packages.ts'
import { pageAdditions } from './page/page-additions.ts'
import { createIntegrityFinder, createPluginFinder } from './page/plugin-files.ts'
import { createPluginFrame } from './page/plugin-frame.ts'
import { inSafeMode, planAdded } from './plan-added.ts'
import { mountPlanStream } from './plan-stream.ts'
import { readPluginsFolder } from './plugins-folder.ts'
import { mountPluginReports } from './reports/mount-plugin-reports.ts'
import { createReportStore, type RecentFaults, type ReportStore } from './reports/report-store.ts'
import { createAddedRuntime, serverCodeOf } from './added-runtime.ts'
import { createSafeMode } from './safe-mode.ts'
import { createStoredConfigs } from './stored-config.ts'

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

/** Facts of an installed package that its plugin's row does not have. */
const installedFacts = ({ version, reason }: PluginRow, entry: AddedEntry | undefined): Partial<PluginRow> =>
  entry?.installed
    ? {
        version: version || entry.installed.version,
        reason: reason ?? entry.failedUpgrade ?? null,
        signature: entry.installed.signature,
        isolationOptions: isolationOptionsOf(entry.installed.manifest),
        installedAt: entry.installed.installedAt,
      }
    : {}

/** A plugin of the folder comes without a review, so its row says what its operator has to read. */
const folderFacts = (
  { source }: PluginRow,
  entry: AddedEntry | undefined,
  { rightsOf }: Pick<ReturnType<typeof createPluginPackages>, 'rightsOf'>,
): Partial<PluginRow> => (source === 'folder' && entry?.manifest ? { rights: rightsOf(entry.manifest) } : {})

const createDescribe =
  (
    packages: Pick<ReturnType<typeof createPluginPackages>, 'catalogue' | 'rightsOf'>,
    store: ReportStore,
    leftovers: Leftovers,
  ): PackagedPlugins['describe'] =>
  async (rows) => {
    const here = new Map(rows.map(({ id, version }) => [id, version]))
    const [faults, left] = await Promise.all([store.openFaults(here), leftovers.all()])
    const described = rows.map((row) => ({
      ...row,
      ...installedFacts(row, packages.catalogue.find(row.id)),
      ...folderFacts(row, packages.catalogue.find(row.id), packages),
      reports: presentReports(faults.get(row.id)),
    }))
    const gone = [...left].flatMap(([id, leftover]) => (here.has(id) ? [] : [leftoverRow(id, leftover)]))
    return [...described, ...gone]
  }

interface SafeModeDeps {
  readonly safeMode: ReturnType<typeof createSafeMode>
  readonly states: PackagesSource['states']
  readonly control: PluginControl
}

const serveSafeMode = ({ safeMode, states, control }: SafeModeDeps) => ({
  safeMode: safeMode.current,
  leaveSafeMode: (actor: string | null) =>
    control.inTurn(async () => {
      await safeMode.leave()
      await states.raisePlan()
      await control.record('plugins:safe-mode-left', 'plugins', actor)
      await control.apply()
      await control.announce()
    }),
})

/** Makes the runtime of added plugins, once, and says whose code it has left in the process. */
function createRuntimes(
  core: PackagesSource['core'],
  network: ClosedNetwork | null,
  catalogue: Pick<LiveCatalogue, 'find'>,
) {
  let runtime: AddedRuntime | null = null
  return {
    create(gate: Gate): AddedRuntime {
      runtime = createAddedRuntime(core, gate, network)
      return runtime
    },
    leftBehind: (control: PluginControl): readonly string[] =>
      runtime?.leftBehind((id, code) => {
        const entry = catalogue.find(id)
        if (!entry || !isUsable(entry) || entry.manifest.isolation?.server === 'worker') return false
        return serverCodeOf(entry) === code && control.isRunning(id)
      }) ?? [],
  }
}

/** The plugins of the folder, with their words; an id of a built-in is taken. */
function loadFolder({ builtins, pluginsDir, messages }: PackagesOptions) {
  const taken = new Set(builtins.map(({ id }) => id))
  const inFolder = readPluginsFolder(pluginsDir).filter(({ id }) => !taken.has(id))
  for (const { id, folder } of inFolder) messages.load(id, join(folder, 'locales'))
  return inFolder
}

/** Installed packages and the plugins folder, as the server uses them. */
export function createPackagedPlugins(options: PackagesOptions): InstalledPlugins {
  const { core, builtins, messages, states, shared, network = null, steadyAfterMs } = options
  const inFolder = loadFolder(options)
  core.settings.declare('kernel', packageSettings)
  const leftovers = createLeftovers(core.pool)
  const packages = createPluginPackages({ ...options, fixed: [...builtins, ...inFolder], leftovers })
  const { catalogue } = packages
  const reports = createReportStore(core.pool, core.clock)
  const safeMode = createSafeMode({ ...core, steadyAfterMs })
  const configs = createStoredConfigs(core.pool, core.secrets)
  const runtimes = createRuntimes(core, network, catalogue)
  return {
    catalogue,
    cache: packages.cache,
    development: packages.development,
    async refresh() {
      await Promise.all([catalogue.refresh(), safeMode.refresh(), configs.refresh()])
    },
    whyHeld: ({ source }) =>
      source !== 'builtin' && safeMode.current()
        ? 'safe mode: the product failed to start with run-time plugins'
        : null,
    serve: (control) => ({
      packages: packages.serve(control),
      ...configs.serve(control),
      ...serveSafeMode({ safeMode, states, control }),
      leftInProcess: () => runtimes.leftBehind(control),
    }),
    sweep: packages.sweep,
    createRuntime: runtimes.create,
    createFailedStarts: ({ standing, stand }) =>
      createFailedStarts({ pool: core.pool, states, standing, stand }),
    findIncompatibility: (entry) => describeEngineProblem(entry.manifest) ?? findLinkProblem(entry, shared()),
    findClashes: (candidates) =>
      findClashes(candidates).map(({ id, other, what }) => ({
        id,
        state: 'conflict',
        reason: `${other} and ${id} both want ${what}`,
      })),
    planPlugin(entry, language, isSafeMode) {
      const isolated = catalogue.find(entry.id)?.installed?.isolated ?? false
      const plugin = planAdded(entry, messages, language, { isolated, config: configs.of(entry.id) })
      return isSafeMode ? inSafeMode(plugin) : plugin
    },
    findFiles: createPluginFinder(catalogue.served),
    pageAdditions,
    createFrame: (options) =>
      createPluginFrame({ ...options, findIntegrity: createIntegrityFinder(catalogue.served) }),
    mountCalls(app, { child, gate, enabled, sync, isShipped }: PackageCallDeps) {
      const { notices, audit, orm } = core
      const plugins = { enabled, sync }
      const store = reports
      mountPluginReports(app, { child, gate, states, notices, audit, orm, plugins, isShipped, store })
      mountPlanStream(app, child, notices)
    },
    describe: createDescribe(packages, reports, leftovers),
    tidy: packages.tidy,
    beginStart: safeMode.beginStart,
  }
}
