import type { Manifest } from '@spawnpoint/sdk/common'
import type { ClockService, InstanceService } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import type { Gate } from '../common/hooks/gate.ts'
import type { Language, Plan } from '../common/plan.ts'
import type { Config } from './config.ts'
import { createCore, type Core } from './core.ts'
import { readCatalogue, type CatalogueEntry } from './host/catalogue.ts'
import { checkHealth } from './host/check-health.ts'
import { createPluginGate } from './host/plugin-gate.ts'
import { createPluginHost, type PluginHost } from './host/plugin-host.ts'
import { createPluginStates } from './host/plugin-states.ts'
import { createPlugins, type KernelPlugins } from './host/plugins-service.ts'
import type { ChildDeps } from './http/child-app.ts'
import { createDispatcher, type Dispatcher, type Door } from './http/dispatcher.ts'
import { listen } from './http/listen.ts'
import { createMessages, type Messages } from './http/messages.ts'
import { createKernelApp } from './kernel-app.ts'
import { buildPlan, checkLandmarks } from './plan.ts'
import { debugValues } from './services/debug-values.ts'
import { createKernelServices } from './services/kernel-services.ts'
import { createLog } from './services/log.ts'
import { sweepJob } from './sweep-job.ts'
import { ROOT, VERSION } from './version.ts'

const KERNEL_SEGMENTS = ['user', 'system', 'docs', 'health', 'metrics']

/** Where plugins and the shell's words are found. */
export interface Roots {
  readonly builtin: string
  readonly plugins: string
  readonly locales: string
}

const defaultRoots: Roots = {
  builtin: join(ROOT, 'builtin'),
  plugins: join(ROOT, 'plugins'),
  locales: join(ROOT, 'locales'),
}

/** What the page needs of the server; `kernel/server/page` makes doors of it. */
export interface PageSource {
  readonly config: Config
  plan(safeMode: boolean, language: Language): Plan
  entries(): readonly CatalogueEntry[]
}

/** The doors for assets and page, and what to close with the server. */
export interface Doors {
  readonly assets: Door
  readonly page: Door
  close?(): Promise<void>
}

export interface StartOptions {
  readonly config: Config
  readonly clock?: ClockService
  readonly roots?: Roots
  /** Without it only the API answers. */
  doors?(source: PageSource): Promise<Doors>
}

/** Brings the whole server up: core, plugins, HTTP, worker. Throws ConfigurationError for what an operator can mend. */
export async function startServer(options: StartOptions) {
  const { config } = options
  const core = await createCore(
    config,
    createLog(config.logLevel),
    options.clock ?? { now: () => new Date() },
  )
  try {
    return await startProduct(core, options)
  } catch (error) {
    await core.close()
    throw error
  }
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>

type Usable = CatalogueEntry & { readonly manifest: Manifest }

const isUsable = (entry: CatalogueEntry): entry is Usable => entry.manifest !== null

async function startProduct(core: Core, options: StartOptions) {
  const roots = options.roots ?? defaultRoots
  const catalogue = await readCatalogue(roots)
  checkLandmarks(catalogue.filter(isUsable))
  const messages = createMessages(roots.locales)
  // Also of those that are off: the list of plugins names them all.
  for (const { id, folder } of catalogue) messages.load(id, join(folder, 'locales'))
  const product = assemble(core, catalogue, messages, await openDoors(core, catalogue, messages, options))
  let ready = false
  const kernelApp = await createKernelApp({ ...product, core, isReady: () => ready })
  product.dispatcher.mount('kernel', kernelApp)
  // Jobs may be added while plugins set themselves up.
  await core.runner.prepare()
  await product.plugins.sync()
  core.runner.register('kernel', 'sweep', sweepJob(core))
  await core.runner.start()
  const port = await listen(product.dispatcher.server, core.config)
  ready = true
  return {
    port,
    core,
    ...product,
    /** Readiness off, calls drained, jobs handed back, plugins disposed, database closed. */
    async stop() {
      ready = false
      await product.dispatcher.close()
      await core.runner.stop()
      await product.host.stopAll()
      await product.doors.close?.()
      await core.close()
    },
  }
}

/** Plan and doors need each other's plugins, which exist only after both: they are filled in once. */
interface LateDoors extends Doors {
  attach(plugins: KernelPlugins): void
  plan(safeMode: boolean, language: Language): Plan
  publicSettings(): Readonly<Record<string, unknown>>
}

async function openDoors(
  core: Core,
  catalogue: readonly CatalogueEntry[],
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
    })
  const closed: Door = () => false
  const doors = await options.doors?.({ config: core.config, plan, entries: () => catalogue })
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

function assemble(core: Core, catalogue: readonly CatalogueEntry[], messages: Messages, doors: LateDoors) {
  const states = createPluginStates(core.pool)
  const isRemovable = (id: string) => catalogue.find((each) => each.id === id)?.manifest?.removable ?? true
  const gate = createPluginGate(core, states, isRemovable)
  gate.setActive('kernel', true)
  const child = childDeps(core, messages, gate)
  const dispatcher: Dispatcher = createDispatcher({
    secure: core.config.secure,
    kernelSegments: KERNEL_SEGMENTS,
    assets: doors.assets,
    page: doors.page,
    onFault: (error) => core.log.error({ err: error }, 'a page could not be answered'),
  })
  const host: PluginHost = createPluginHost({
    pool: core.pool,
    log: core.log,
    gate,
    dispatcher,
    settings: core.settings,
    services: core.services,
    hostDeps: { child, gate, events: core.events, runner: core.runner },
    kernelServices: createKernelServices(core, {
      plugins: () => plugins,
      instance: describeInstance(core, () => host),
      catalogue: () => plugins.enabled().flatMap(({ manifest }) => manifest.permissions.defines),
    }),
  })
  const plugins: KernelPlugins = createPlugins({
    ...core,
    host,
    states,
    gate,
    messages,
    catalogue: () => catalogue,
  })
  doors.attach(plugins)
  const plan = (language: Language) => doors.plan(false, language)
  return { gate, child, dispatcher, host, plugins, doors, plan, publicSettings: doors.publicSettings }
}

const describeInstance = (core: Core, host: () => PluginHost): InstanceService => ({
  origin: core.config.origin,
  version: VERSION,
  startedAt: new Date(),
  dataDir: core.config.dataDir,
  production: process.env['NODE_ENV'] === 'production',
  databaseKind: core.database.kind,
  health: () => checkHealth(host()),
})

const childDeps = (core: Core, messages: Messages, gate: Gate): ChildDeps => ({
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
