import type { Manifest } from '@spawnpoint/sdk/common'
import type { ClockService, InstanceService } from '@spawnpoint/sdk/server'
import type { Server } from 'node:http'
import { join } from 'node:path'
import type { Gate } from '../common/hooks/gate.ts'
import type { Language, Plan, SharedNames } from '../common/plan.ts'
import type { Config } from './config.ts'
import { createCore, type Core } from './core.ts'
import type { DatabaseLog } from './database/database-log.ts'
import type { OpenDatabase } from './database/open-database.ts'
import { readCatalogue, type CatalogueEntry } from './host/catalogue.ts'
import { hangNoteFile, settleHang } from '../packages/server/hangs/hang-note.ts'
import { createHangWatch } from '../packages/server/hangs/hang-watch.ts'
import { createAdminCommands } from './host/admin-commands.ts'
import { checkHealth } from './host/check-health.ts'
import { createPluginGate } from './host/plugin-gate.ts'
import { createPluginHost, type PluginHost } from './host/plugin-host.ts'
import { createPluginStates, type PluginStates } from './host/plugin-states.ts'
import { createServerHooks, type KernelServerHooks } from './host/server-hooks.ts'
import { createPlugins, type KernelPlugins } from './host/plugins-service.ts'
import { createSafeMode } from '../packages/server/safe-mode.ts'
import type { ChildDeps } from './http/child-app.ts'
import { createDispatcher, type Dispatcher, type Door } from './http/dispatcher.ts'
import { takeAddress, type Address } from './http/listen.ts'
import { createMessages, type Messages } from './http/messages.ts'
import { createKernelApp, type MountCalls } from './kernel-app.ts'
import { findLinkProblem } from '../packages/server/install/missing-exports.ts'
import { createPluginPackages, type PluginPackages } from '../packages/server/install/plugin-packages.ts'
import { createReportStore } from './plugin-reports/report-store.ts'
import { createServerUses } from './plugin-reports/server-uses.ts'
import { buildPlan, checkLandmarks, noChoice } from './plan.ts'
import { isStaff } from '../common/staff.ts'
import { debugValues } from './services/debug-values.ts'
import type { ClosedNetwork } from '../packages/server/context/closed-network.ts'
import { createPluginRuntime } from '../packages/server/context/plugin-runtime.ts'
import { createKernelServices } from './services/kernel-services.ts'
import { createLog } from './services/log.ts'
import { createRecentLog } from './services/recent-log.ts'
import { sweepJob } from './sweep-job.ts'
import { ROOT, VERSION } from './version.ts'
import { kernelSettings } from './settings/kernel-settings.ts'

const KERNEL_SEGMENTS = ['user', 'system', 'docs', 'health', 'metrics']

/** Where plugins and the shell's words are found. */
export interface Roots {
  readonly builtin: string
  readonly plugins: string
  readonly locales: string
}

const rootsOf = ({ pluginsDir }: Config): Roots => ({
  builtin: join(ROOT, 'builtin'),
  plugins: pluginsDir ?? join(ROOT, 'plugins'),
  locales: join(ROOT, 'locales'),
})

/** What the page needs of the server; `kernel/server/page` makes doors of it. */
export interface PageSource {
  readonly config: Config
  /** True for the session of somebody who may open a page of the administration. */
  isStaff(cookieHeader: string | undefined): Promise<boolean>
  plan(safeMode: boolean, language: Language): Plan
  entries(): readonly CatalogueEntry[]
  hasCustomStyle(): boolean
}

/** The doors for assets and page, and what to close with the server. */
export interface Doors {
  readonly assets: Door
  readonly page: Door
  /** What run-time plugins may import of the page; null or left out where that is not known. */
  readonly shared?: SharedNames | null
  close?(): Promise<void>
}

export interface StartOptions {
  readonly config: Config
  readonly clock?: ClockService
  readonly roots?: Roots
  /** Without it only the API answers. */
  doors?(source: PageSource): Promise<Doors>
  /** Mounts the calls that only the demonstration has. */
  readonly demo?: MountCalls
  /** Only sets everything up, for a command: answers no calls and runs no jobs. */
  readonly standBy?: boolean
  openDatabase(log: DatabaseLog): Promise<OpenDatabase>
  /** What plugins can call, for tests; the public network when left out. */
  readonly network?: ClosedNetwork
  /** How long code of a plugin may keep this process from answering; for tests. */
  readonly hangAfterMs?: number | undefined
  /** How long a process runs until its start counts as a success; for tests. */
  readonly steadyAfterMs?: number | undefined
  /** Starts with added plugins off, for everybody, until an administrator lets them run again. */
  readonly safeMode?: boolean
}

/** Brings the whole server up: core, plugins, HTTP, worker. Throws ConfigurationError for what an operator can mend. */
export async function startApp(options: StartOptions) {
  const address = await takeAddress(options.config)
  try {
    return await startAt(address, options)
  } catch (error) {
    address.close()
    throw error
  }
}

async function startAt(address: Address, options: StartOptions) {
  const { config } = options
  const recent = createRecentLog()
  const core = await createCore(
    config,
    createLog(config.logLevel, undefined, recent),
    options.clock ?? { now: () => new Date() },
    recent.service,
    options.openDatabase,
  )
  try {
    return await startProduct(core, address, options)
  } catch (error) {
    await core.close()
    throw error
  }
}

export type RunningServer = Awaited<ReturnType<typeof startApp>>

type Usable = CatalogueEntry & { readonly manifest: Manifest }

const isUsable = (entry: CatalogueEntry): entry is Usable => entry.manifest !== null

async function startProduct(core: Core, address: Address, options: StartOptions) {
  const roots = options.roots ?? rootsOf(core.config)
  const catalogue = await readCatalogue(roots)
  checkLandmarks(catalogue.filter(isUsable))
  const messages = createMessages(roots.locales)
  // Also of those that are off: the list of plugins names them all.
  for (const { id, folder } of catalogue) messages.load(id, join(folder, 'locales'))
  const states = createPluginStates(core)
  let doors: LateDoors | null = null
  const shared = () => doors?.shared ?? null
  const packages = createPluginPackages({ core, fixed: catalogue, messages, states, shared })
  doors = await openDoors(core, packages, messages, options)
  const demo = options.demo ?? null
  const { network = null, hangAfterMs, steadyAfterMs } = options
  const { server } = address
  const parts = { states, packages, server, isDemo: demo !== null, network, hangAfterMs, steadyAfterMs }
  const product = assemble(core, parts, messages, doors)
  let ready = false
  const kernelApp = await createKernelApp({ ...product, core, demo, isReady: () => ready })
  product.dispatcher.mount('kernel', kernelApp)
  // Jobs may be added while plugins set themselves up.
  await core.runner.prepare()
  const attempt = await beginAttempt(core, product, options)
  await startUp(core, product, packages, options).catch(async (error: unknown) => {
    await attempt.forget()
    await disposeProduct(core, product)
    throw error
  })
  if (!options.standBy) address.open()
  ready = !options.standBy
  attempt.ready()
  return {
    port: address.port,
    core,
    packages,
    ...product,
    /** Readiness off, calls drained, jobs handed back, plugins disposed, database closed. */
    async stop() {
      ready = false
      // Without the database the start counts as failed; the process ends all the same.
      await attempt.forget().catch(() => undefined)
      await product.dispatcher.close()
      await disposeProduct(core, product)
      await core.close()
    },
  }
}

async function beginAttempt(core: Core, product: Product, options: StartOptions) {
  const { states, isRemovable, safeMode } = product
  const { notices, log } = core
  const isExplained = await settleHang(hangNoteFile(core.config.dataDir), {
    states,
    notices,
    log,
    isRemovable,
  })
  return safeMode.beginStart({ isExplained, isRequested: options.safeMode ?? false })
}

async function startUp(core: Core, product: Product, packages: PluginPackages, { standBy }: StartOptions) {
  await packages.tidy()
  await product.plugins.sync()
  core.runner.register('kernel', 'sweep', sweepJob(core, packages))
  if (!standBy) await core.runner.start()
}

/** Jobs handed back, plugins disposed: while the database is still there. */
async function disposeProduct(core: Core, { host, uses, doors }: Product) {
  await core.runner.stop()
  await host.stopAll()
  await uses.close()
  await doors.close?.()
}

/** Plan and doors need each other's plugins, which exist only after both: they are filled in once. */
interface LateDoors extends Doors {
  attach(plugins: KernelPlugins): void
  plan(safeMode: boolean, language: Language): Plan
  publicSettings(): Readonly<Record<string, unknown>>
}

async function openDoors(
  core: Core,
  { catalogue }: PluginPackages,
  messages: Messages,
  options: StartOptions,
): Promise<LateDoors> {
  let attached: KernelPlugins | null = null
  const publicSettings = () => ({ ...core.settings.publicValues(), ...debugValues(core.config) })
  const plan = (safeMode: boolean, language: Language) =>
    buildPlan({
      version: attached?.planVersion() ?? 0,
      plugins: attached?.enabled() ?? [],
      settings: publicSettings(),
      messages,
      safeMode,
      language,
      choiceOf: (id) => attached?.choiceOf(id) ?? noChoice,
    })
  const closed: Door = () => false
  const doors = await options.doors?.({
    config: core.config,
    isStaff: async (cookieHeader) =>
      isStaff((await core.sessions.authenticate(cookieHeader))?.permissions ?? []),
    plan,
    entries: catalogue.served,
    hasCustomStyle: () => core.settings.read(kernelSettings).custom_css.trim() !== '',
  })
  return {
    assets: closed,
    page: closed,
    ...doors,
    plan,
    publicSettings,
    attach: (plugins) => {
      attached = plugins
    },
  }
}

type Product = ReturnType<typeof assemble>

function assemble(
  core: Core,
  {
    states,
    packages,
    server,
    isDemo,
    network,
    hangAfterMs,
    steadyAfterMs,
  }: {
    states: PluginStates
    packages: PluginPackages
    server: Server
    isDemo: boolean
    network: ClosedNetwork | null
    hangAfterMs: number | undefined
    steadyAfterMs: number | undefined
  },
  messages: Messages,
  doors: LateDoors,
) {
  const { catalogue } = packages
  const isRemovable = (id: string) => catalogue.find(id)?.manifest?.removable ?? true
  const isShipped = (id: string) => catalogue.find(id)?.source === 'builtin'
  const gate = createPluginGate(core, states, { isRemovable, isShipped })
  gate.setActive('kernel', true)
  const hooks = createServerHooks({ gate, isShipped })
  const child = childDeps(core, messages, gate, hooks)
  const dispatcher: Dispatcher = createDispatcher({
    server,
    secure: core.config.secure,
    kernelSegments: KERNEL_SEGMENTS,
    assets: doors.assets,
    page: doors.page,
    onFault: (error) => core.log.error({ err: error }, 'a page could not be answered'),
  })
  const kernelServices = createKernelServices(core, {
    plugins: () => plugins,
    instance: describeInstance(core, isDemo, () => host),
    catalogue: () =>
      plugins
        .enabled()
        .flatMap(({ id, manifest }) =>
          manifest.permissions.defines.map((entry) => ({ ...entry, plugin: id })),
        ),
  })
  const commands = createAdminCommands()
  const uses = createServerUses({ store: createReportStore(core.pool, core.clock), log: core.log })
  const host: PluginHost = createPluginHost({
    pool: core.pool,
    connection: core.database.connection,
    log: core.log,
    gate,
    dispatcher,
    settings: core.settings,
    services: core.services,
    runtime: createPluginRuntime(core, gate, uses, network),
    uses,
    findLinkProblem: (entry) => findLinkProblem(entry, doors.shared ?? null),
    hostDeps: { child, gate, hooks, events: core.events, runner: core.runner, commands },
    hangs: createHangWatch({
      noteFile: hangNoteFile(core.config.dataDir),
      log: core.log,
      afterMs: hangAfterMs,
    }),
    kernelServices,
  })
  const safeMode = createSafeMode({ ...core, steadyAfterMs })
  const plugins: KernelPlugins = createPlugins({
    ...core,
    host,
    states,
    safeMode,
    gate,
    messages,
    catalogue,
    packages: packages.serve,
    reports: uses,
  })
  doors.attach(plugins)
  const plan = (language: Language) => doors.plan(false, language)
  const { publicSettings } = doors
  return {
    commands,
    gate,
    hooks,
    child,
    dispatcher,
    host,
    isRemovable,
    isShipped,
    uses,
    plugins,
    safeMode,
    states,
    doors,
    plan,
    kernelServices,
    publicSettings,
  }
}

const describeInstance = (core: Core, isDemo: boolean, host: () => PluginHost): InstanceService => ({
  origin: core.config.origin,
  version: VERSION,
  startedAt: new Date(),
  dataDir: core.config.dataDir,
  production: process.env['NODE_ENV'] === 'production',
  databaseKind: core.database.kind,
  demonstration: isDemo,
  health: () => checkHealth(host()),
})

const childDeps = (core: Core, messages: Messages, gate: Gate, hooks: KernelServerHooks): ChildDeps => ({
  hooks,
  origin: core.config.origin,
  secure: core.config.secure,
  trustProxy: core.config.trustProxy,
  log: core.log,
  sessions: core.sessions,
  messages,
  limits: core.limits,
  isFlagOn: core.settings.isFlagOn,
  onAnswer: core.metrics.answered,
  onFault: (plugin, error) => {
    core.metrics.fault(plugin)
    gate.warn(plugin, 'answer', String(error))
  },
})
