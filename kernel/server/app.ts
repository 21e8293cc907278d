import {
  MaintenanceSource,
  PageHead,
  PageRedirects,
  type ClockService,
  type HeadTag,
  type InstanceService,
} from '@spawnpoint/sdk/server'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Gate } from '../common/hooks/gate.ts'
import type { Language, Plan, SharedNames } from '../common/plan.ts'
import { findViolations, isStaff } from '../common/access-rule.ts'
import { findWellKnownConflicts } from '../common/well-known-routes.ts'
import type { Config } from './config.ts'
import { createCore, type Core, type Outside } from './core.ts'
import { isUsable, readBuiltins } from './host/catalogue.ts'
import { checkHealth } from './host/check-health.ts'
import type { CreatePackagedPlugins, PackagedPlugins } from './host/packaged-plugins.ts'
import { createPluginGate } from './host/plugin-gate.ts'
import { createPluginHost, type PluginHost } from './host/plugin-host.ts'
import { createPluginStates, type PluginStates } from './host/plugin-states.ts'
import { createServerHooks, type KernelServerHooks } from './host/server-hooks.ts'
import { createPlugins, type KernelPlugins } from './host/plugins-service.ts'
import { createSharedErrors } from './host/shared-errors.ts'
import type { ChildDeps } from './http/child-app.ts'
import { createDispatcher, type Dispatcher, type RequestHandler } from './http/dispatcher.ts'
import { prepareAddress, type Address } from './http/listen.ts'
import { createMessages, type Messages } from './http/messages.ts'
import { createKernelApp, type MountCalls } from './kernel-app.ts'
import { buildPlan } from './plan.ts'
import { debugValues } from './services/debug-values.ts'
import { createKernelServices } from './services/kernel-services.ts'
import { createLog } from './services/log.ts'
import type { PageOptions } from './page/page.ts'
import { customCode } from './settings/kernel-settings.ts'
import { sweepJob } from './sweep-job.ts'
import { commandOf } from './command-line.ts'
import { VERSION } from './version.ts'

const KERNEL_SEGMENTS = ['user', 'system', 'docs', 'health', 'metrics']
// A proxy that was refused once sends no more calls on the connections that it keeps.
const LAST_CALLS_MS = 1_000

/** Where plugins and the shell's messages are found. */
export interface Roots {
  readonly builtin: string
  readonly plugins: string
  readonly locales: string
}

/** The parts of the server that the page needs. */
export interface PageHandlerSource extends Pick<PageOptions, 'isStaff'> {
  readonly config: Pick<Config, 'origin' | 'secure'>
  plan(safeMode: boolean, language: Language): Plan
  readonly packaged: Pick<PackagedPlugins, 'findFiles' | 'createFrame' | 'pageAdditions'>
  headTags(): readonly HeadTag[]
  findRedirect(path: string, isOpened: boolean): Promise<string | null>
  hasCustomStyle(): boolean
}

/** The handlers of assets and page. */
export interface PageHandlers {
  readonly assets: RequestHandler
  readonly page: RequestHandler
  /** The names that the page shares with added plugins; null or left out where that is not known. */
  readonly shared?: SharedNames | null
  close?(): Promise<void>
}

export interface AppOptions extends Outside {
  readonly config: Config
  readonly clock?: ClockService
  readonly roots: Roots
  /** Without it only the API answers. */
  pageHandlers?(source: PageHandlerSource): Promise<PageHandlers>
  /** Mounts the calls that only the demonstration has. */
  readonly demo?: MountCalls
  /** Only sets everything up, for a command: answers no calls and runs no jobs. */
  readonly standBy?: boolean
  readonly createPackaged: CreatePackagedPlugins
  /** How long a call waits for a plugin that is being upgraded; for tests. */
  readonly holdMs?: number | undefined
  /** Starts with added plugins off, for everybody, until an administrator lets them run again. */
  readonly safeMode?: boolean
}

/** Results of the start's steps so far, before any plugin runs. */
interface Base {
  readonly core: Core
  readonly address: Address
  readonly options: AppOptions
  readonly messages: Messages
  readonly states: PluginStates
}

/** The page and the plan need the plugins that run, which exist only after both. */
interface Front {
  readonly pageHandlers: PageHandlers
  plan(safeMode: boolean, language: Language): Plan
  publicSettings(): Readonly<Record<string, unknown>>
  planVersion(): number
  /** Answers with these plugins from now on. */
  attach(plugins: KernelPlugins): void
}

/** The parts of the server that exist once. */
interface Product {
  readonly gate: Gate
  readonly hooks: KernelServerHooks
  readonly child: ChildDeps
  readonly dispatcher: Dispatcher
  readonly host: PluginHost
  readonly plugins: KernelPlugins
  /** Kernel services as a plugin gets them. */
  kernelServices(plugin: string): ReadonlyMap<string, unknown>
  isShipped(id: string): boolean
}

/** The running server. */
export interface App extends Omit<Product, 'hooks' | 'child' | 'isShipped'> {
  readonly port: number
  readonly core: Core
  readonly packaged: PackagedPlugins
  plan(language: Language): Plan
  /** Readiness off, calls drained, jobs handed back, plugins disposed, database closed. */
  stop(): Promise<void>
}

const closed: RequestHandler = () => false

/** Brings the whole server up: core, plugins, HTTP, worker. Throws ConfigurationError for what an operator can mend. */
export async function startApp(options: AppOptions): Promise<App> {
  const address = await prepareAddress(options.config)
  try {
    const core = await openCore(options)
    return await startProduct(core, address, options).catch(async (error: unknown) => {
      await core.close()
      throw error
    })
  } catch (error) {
    address.close()
    throw error
  }
}

function openCore(options: AppOptions): Promise<Core> {
  const { config, recentLog, clock = { now: () => new Date() } } = options
  const log = createLog(config.logLevel, undefined, recentLog)
  return createCore({ config, log, clock, recentLog: recentLog.service, outside: options })
}

async function startProduct(core: Core, address: Address, options: AppOptions): Promise<App> {
  const { roots } = options
  const builtins = await readBuiltins(roots.builtin)
  const [conflict] = findWellKnownConflicts(builtins.filter(isUsable).map(({ manifest }) => manifest))
  if (conflict !== undefined) throw new Error(conflict)
  const messages = createMessages(roots.locales)
  // Also of those that are off: the list of plugins names them all.
  for (const { id, folder } of builtins) messages.load(id, join(folder, 'locales'))
  const base: Base = { core, options, address, messages, states: createPluginStates(core) }
  let front: Front | null = null
  const shared = () => front?.pageHandlers.shared ?? null
  const packaged = options.createPackaged({ ...base, builtins, pluginsDir: roots.plugins, shared })
  front = await openFront(base, packaged)
  const product = assemble(base, packaged, front, address.server)
  const run = await startUp(base, packaged, front, product)
  run.ready()
  const plan = (language: Language) => front.plan(false, language)
  return { ...product, port: address.port(), core, packaged, plan, stop: run.stop }
}

/** Opens the page, and the plan that it starts with. */
async function openFront({ core, options }: Base, packaged: PackagedPlugins): Promise<Front> {
  let plugins: KernelPlugins | null = null
  const publicSettings = () => ({ ...core.settings.publicValues(), ...debugValues(core.config) })
  const planVersion = () => plugins?.planVersion() ?? 0
  const plan = (safeMode: boolean, language: Language) =>
    buildPlan({
      version: planVersion(),
      plugins: plugins?.enabled() ?? [],
      settings: publicSettings(),
      safeMode,
      planAdded: (entry) => packaged.planPlugin(entry, language, safeMode),
    })
  const pageHandlers = await options.pageHandlers?.({
    config: core.config,
    packaged,
    isStaff: async (cookieHeader) =>
      isStaff((await core.sessions.authenticate(cookieHeader))?.permissions ?? []),
    plan,
    headTags: () => core.services.find(PageHead)?.tags() ?? [],
    findRedirect: async (path, isOpened) =>
      (await core.services.find(PageRedirects)?.find(path, isOpened)) ?? null,
    hasCustomStyle: () => customCode(core, 'css').trim() !== '',
  })
  return {
    pageHandlers: { assets: closed, page: closed, ...pageHandlers },
    plan,
    planVersion,
    publicSettings,
    attach(attached) {
      plugins = attached
    },
  }
}

/** Puts gate, dispatcher and plugin host together; nothing of a plugin runs yet. */
function assemble(
  { core, options, messages, states }: Base,
  packaged: PackagedPlugins,
  front: Front,
  server: Server,
): Product {
  const { catalogue } = packaged
  const isRemovable = (id: string) => catalogue.find(id)?.manifest?.removable ?? true
  const isShipped = (id: string) => catalogue.find(id)?.source === 'builtin'
  const gate = createPluginGate(core, states, { isRemovable, isShipped })
  gate.setActive('kernel', true)
  const errors = createSharedErrors(core)
  gate.watchFaults(errors.add)
  const hooks = createServerHooks({ gate, isShipped })
  const child = childDeps(core, messages, gate, hooks, front)
  const dispatcher: Dispatcher = createDispatcher({
    server,
    secure: core.config.secure,
    trustProxy: core.config.trustProxy,
    kernelSegments: KERNEL_SEGMENTS,
    holdMs: options.holdMs,
    assets: front.pageHandlers.assets,
    page: front.pageHandlers.page,
    onFault: (error) => core.log.error({ err: error }, 'a page could not be answered'),
  })
  const kernelServices = createKernelServices(core, {
    plugins: () => plugins,
    instance: describeInstance(core, options, () => host),
    catalogue: () =>
      plugins
        .enabled()
        .flatMap(({ id, manifest }) =>
          manifest.permissions.defines.map((entry) => ({ ...entry, plugin: id })),
        ),
  })
  const host: PluginHost = createPluginHost({
    ...core,
    gate,
    dispatcher,
    runtime: packaged.createRuntime(gate),
    packaged,
    hostDeps: { child, gate, hooks, events: core.events, runner: core.runner },
    kernelServices,
  })
  const plugins: KernelPlugins = createPlugins({ ...core, host, states, packaged, gate, messages, errors })
  front.attach(plugins)
  return { gate, hooks, child, dispatcher, host, plugins, kernelServices, isShipped }
}

/** Starts the plugins and the worker behind the kernel's own calls. */
async function startUp(
  { core, options, address }: Base,
  packaged: PackagedPlugins,
  front: Front,
  product: Product,
) {
  const { dispatcher, plugins } = product
  let isReady = false
  const kernelApp = await createKernelApp({
    ...product,
    core,
    packaged,
    demo: options.demo ?? null,
    plan: (language) => front.plan(false, language),
    publicSettings: front.publicSettings,
    isReady: () => isReady,
  })
  dispatcher.mount('kernel', kernelApp)
  // Jobs may be added while plugins set themselves up.
  await core.runner.prepare()
  const attempt = await packaged.beginStart(options.safeMode ?? false, !options.standBy)
  try {
    await packaged.tidy()
    await plugins.sync()
    await options.confirmTables?.(core.database)
    core.runner.register('kernel', 'sweep', sweepJob(core, packaged))
    if (!options.standBy) await core.runner.start()
    core.events.resume()
    if (!options.standBy) await address.open()
  } catch (error) {
    await attempt.forget()
    await disposeProduct(core, product, front)
    throw error
  }
  return {
    ready() {
      isReady = !options.standBy
      attempt.ready()
    },
    async stop() {
      isReady = false
      dispatcher.drain()
      // Without the database the start counts as failed; the process ends all the same.
      await attempt.forget().catch(() => undefined)
      const delayMs = core.config.stopDelay * 1_000
      await wait(delayMs)
      await dispatcher.close(Math.min(delayMs, LAST_CALLS_MS))
      await disposeProduct(core, product, front)
      await core.close()
    },
  }
}

/** Jobs handed back, plugins disposed: while the database is still there. */
async function disposeProduct(core: Core, { host }: Product, { pageHandlers }: Front) {
  await core.runner.stop()
  await host.stopAll()
  await pageHandlers.close?.()
}

const addressProblemOf = (origin: string): string | null =>
  findViolations(new URL(origin))
    .map(({ text }) => text)
    .join(', ') || null

const describeInstance = (
  core: Core,
  { demo, standBy = false }: AppOptions,
  host: () => PluginHost,
): InstanceService => ({
  origin: core.config.origin,
  addressProblem: addressProblemOf(core.config.origin),
  version: VERSION,
  startedAt: new Date(),
  dataDir: core.config.dataDir,
  production: process.env['NODE_ENV'] === 'production',
  databaseKind: core.database.kind,
  demonstration: demo !== undefined,
  standBy,
  command: (words) => commandOf(words),
  health: () => checkHealth(host()),
})

const childDeps = (
  core: Core,
  messages: Messages,
  gate: Gate,
  hooks: KernelServerHooks,
  { planVersion }: Front,
): ChildDeps => ({
  planVersion,
  hooks,
  origin: core.config.origin,
  secure: core.config.secure,
  trustProxy: core.config.trustProxy,
  log: core.log,
  sessions: core.sessions,
  messages,
  limits: core.limits,
  isFlagOn: core.settings.isFlagOn,
  closure: () => core.services.find(MaintenanceSource)?.current() ?? null,
  onAnswer: core.meter.answered,
  recordImpersonated: (entry) => core.audit.write(core.orm, { action: 'sessions:impersonated', ...entry }),
  onFault: (plugin, error) => {
    core.meter.fault(plugin)
    gate.warn(plugin, 'answer', String(error))
  },
})
