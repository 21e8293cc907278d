import type { DisposeCause } from '@spawnpoint/sdk/common'
import type { PluginState } from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import type pg from 'pg'
import { join } from 'node:path'
import type { Gate } from '../../common/hooks/gate.ts'
import { findLostMigration, loadApplied, migrate, type Applied } from '../database/migrate.ts'
import type { Dispatcher } from '../http/dispatcher.ts'
import type { UsableEntry } from './catalogue.ts'
import type { Isolation, PackagedPlugins } from './packaged-plugins.ts'
import { runsTheSame } from './runs-the-same.ts'
import { createServerHost, type HostDeps, type OwnedHost } from './server-host.ts'
import { SETUP_BUDGET_MS, setUpModule, type SetUpDeps } from './set-up-module.ts'
import {
  candidateOf,
  findDependants,
  missingNeed,
  startOrder,
  stopOrder,
  type Candidate,
  type DependantsOf,
  type Refusal,
} from './start-order.ts'
import { withinBudget } from './within-budget.ts'

export interface Running {
  readonly candidate: Candidate
  readonly owned: OwnedHost
  readonly startedInMs: number
  readonly isolation: Isolation
  undo(): Promise<void>
}

export interface Standing {
  readonly state: PluginState
  readonly reason: string | null
}

export interface StopOptions {
  readonly state?: PluginState
  readonly reason?: string | null
  readonly cause?: DisposeCause
}

export interface PluginHostDeps extends SetUpDeps {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly gate: Gate
  readonly dispatcher: Dispatcher
  readonly hostDeps: HostDeps
  readonly packaged: Pick<PackagedPlugins, 'findIncompatibility' | 'findClashes'>
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export interface PluginHost {
  /** Brings what runs in line with what shall run; returns the ids that were started or stopped. */
  settle(wanted: readonly UsableEntry[]): Promise<readonly string[]>
  stop(id: string, options?: StopOptions): Promise<void>
  /** Dependants among what runs now. */
  dependants(): DependantsOf
  stand(id: string, state: PluginState, reason?: string | null): void
  standing(id: string): Standing
  running(): readonly Running[]
  isRunning(id: string): boolean
  /** True while another build of it, or of what it needs, takes its place: its pages stay, and its calls wait. */
  isExchanged(id: string): boolean
  find(id: string): Running | null
  stopAll(): Promise<void>
}

/** The host's dependencies, with what it keeps in memory. */
interface HostState extends PluginHostDeps {
  readonly running: Map<string, Running>
  readonly exchanged: Set<string>
  stand(id: string, state: PluginState, reason?: string | null): void
}

const candidatesOf = ({ running }: Pick<HostState, 'running'>) =>
  [...running.values()].map(({ candidate }) => candidate)

async function loadServerModule({ runtime }: SetUpDeps, entry: UsableEntry): Promise<Candidate> {
  const { id, manifest } = entry
  // All built-ins load at once: a limit would leave out a part of the product where the machine is busy.
  if (entry.source === 'builtin') return candidateOf({ id, manifest }, await entry.loadServer())
  const loading = runtime.load(entry)
  // A built-in stays one where its folder was moved to the plugins.
  if (entry.source === 'folder' && manifest.kind === 'builtin') return loading
  return withinBudget(loading, SETUP_BUDGET_MS, 'loading its server module')
}

async function loadCandidate(host: HostState, entry: UsableEntry): Promise<Candidate | null> {
  const problem = entry.source === 'builtin' ? null : host.packaged.findIncompatibility(entry)
  if (problem !== null) {
    host.stand(entry.id, 'incompatible', problem)
    return null
  }
  try {
    return await loadServerModule(host, entry)
  } catch (error) {
    host.log.error({ plugin: entry.id, err: error }, 'the server module could not be loaded')
    host.stand(entry.id, 'failed', messageOf(error))
    return null
  }
}

async function findMigrationProblem(
  host: PluginHostDeps,
  entry: UsableEntry,
  candidate: Candidate,
  applied: Applied,
) {
  const { id, folder, knownMigrations } = entry
  const { migrations, server } = candidate.manifest
  const known = knownMigrations ? { known: knownMigrations } : {}
  // Tables are used by server modules alone.
  if (!migrations) return server === undefined ? null : findLostMigration(id, applied, knownMigrations)
  const openSession =
    entry.source === 'builtin' ? undefined : host.runtime.confineMigrations(entry, candidate)
  const sets = [{ id, folder: join(folder, migrations), openSession, ...known }]
  const [result] = await migrate({ pool: host.pool, sets, applied })
  return result?.error ?? null
}

async function migrateOne(
  host: HostState,
  entry: UsableEntry,
  candidate: Candidate,
  applied: Applied,
): Promise<boolean> {
  const error = await findMigrationProblem(host, entry, candidate, applied)
  if (!error) return true
  // The sentence names file and statement; a stack of the product would say nothing more.
  host.log.error({ plugin: entry.id, reason: error.message }, 'a migration failed')
  host.stand(entry.id, 'migrationFailed', error.message)
  return false
}

async function start(
  host: HostState,
  entry: UsableEntry,
  candidate: Candidate,
  applied: Applied,
): Promise<boolean> {
  const { gate, dispatcher, log, running, stand } = host
  const { id } = candidate
  const began = performance.now()
  stand(id, 'loading')
  if (!(await migrateOne(host, entry, candidate, applied))) return false
  const bounds = entry.source === 'builtin' ? null : host.runtime.boundsOf(id)
  const owned = createServerHost(id, host.hostDeps, bounds)
  gate.release(id)
  gate.setActive(id, true)
  try {
    const { isolation, undo: undoSetup } = await setUpModule(candidate, entry, owned, host)
    dispatcher.mount(id, owned.app)
    const undo = async () => {
      gate.setActive(id, false)
      await dispatcher.unmount(id)
      await owned
        .dispose()
        .catch((error: unknown) => log.error({ plugin: id, err: error }, 'a clean-up failed'))
      undoSetup()
    }
    running.set(id, { candidate, owned, startedInMs: performance.now() - began, isolation, undo })
    stand(id, 'active')
    return true
  } catch (error) {
    gate.setActive(id, false)
    log.error({ plugin: id, err: error }, 'a plugin did not start')
    stand(id, 'failed', messageOf(error))
    await owned.dispose().catch(() => undefined)
    await owned.app.close().catch(() => undefined)
    return false
  }
}

async function stop(
  { running, hostDeps, stand }: HostState,
  id: string,
  { state = 'suspended', reason = null, cause = 'disabled' }: StopOptions = {},
) {
  const plugin = running.get(id)
  if (plugin) await hostDeps.hooks.stopping(id, cause)
  running.delete(id)
  stand(id, state, reason)
  await plugin?.undo()
}

/** A build that changes only what browsers load takes over the server module that runs. */
function takeOver({ running, packaged }: HostState, wanted: readonly UsableEntry[]) {
  for (const entry of wanted) {
    const { id, manifest } = entry
    const plugin = running.get(id)
    if (!plugin || plugin.candidate.manifest === manifest) continue
    if (runsTheSame(plugin.candidate.manifest, manifest) && packaged.findIncompatibility(entry) === null)
      running.set(id, { ...plugin, candidate: { ...plugin.candidate, manifest } })
  }
}

/** Stops what shall not run any more, and what runs as another build. */
async function stopLeaving(host: HostState, wanted: readonly UsableEntry[]): Promise<readonly string[]> {
  takeOver(host, wanted)
  const builds = new Map(wanted.map(({ id, manifest }) => [id, manifest]))
  const all = candidatesOf(host)
  const dependantsOf = findDependants(all)
  const replaced = all.flatMap(({ id, manifest }) =>
    builds.has(id) && builds.get(id) !== manifest ? [id] : [],
  )
  // Plugins that use a replaced plugin restart to get its new services.
  const leaving = new Set([...replaced, ...replaced.flatMap(dependantsOf)])
  const coming = [...leaving].filter((id) => builds.has(id))
  for (const id of coming) host.exchanged.add(id)
  host.dispatcher.hold(coming)
  const ids = [...host.running.keys()].filter((id) => !builds.has(id) || leaving.has(id))
  const order = stopOrder(all, ids)
  for (const id of order) await stop(host, id, { cause: builds.has(id) ? 'upgraded' : 'disabled' })
  return order
}

/** Marks who is refused; one that runs is stopped. */
async function stopRefused(host: HostState, refused: readonly Refusal[]): Promise<readonly string[]> {
  const stopped: string[] = []
  for (const { id, state, reason } of refused) {
    host.stand(id, state, reason)
    if (!host.running.has(id)) continue
    await stop(host, id, { state, reason })
    stopped.push(id)
  }
  return stopped
}

async function startInOrder(
  host: HostState,
  order: readonly Candidate[],
  fresh: ReadonlyMap<string, UsableEntry>,
): Promise<readonly string[]> {
  const { running, stand } = host
  const started: string[] = []
  for (const { id } of order) if (!running.has(id)) stand(id, 'resolved')
  const applied = await loadApplied(host.pool, [...fresh.keys()])
  for (const candidate of order) {
    const { id } = candidate
    const entry = fresh.get(id)
    if (!entry || running.has(id)) continue
    const missing = missingNeed(candidate, candidatesOf(host))
    if (missing !== undefined) stand(id, 'blocked', `needs ${missing}, which did not start`)
    else if (await start(host, entry, candidate, applied)) started.push(id)
  }
  return started
}

/** Starts and stops the server modules of plugins, one at a time; a plugin that fails is left out, the rest go on. */
export function createPluginHost(deps: PluginHostDeps): PluginHost {
  const running = new Map<string, Running>()
  const standings = new Map<string, Standing>()
  const host: HostState = {
    ...deps,
    running,
    exchanged: new Set(),
    stand: (id, state, reason = null) => void standings.set(id, { state, reason }),
  }

  async function exchange(wanted: readonly UsableEntry[]): Promise<readonly string[]> {
    const left = await stopLeaving(host, wanted)
    const fresh = new Map(wanted.flatMap((each) => (running.has(each.id) ? [] : [[each.id, each] as const])))
    const loaded = (await Promise.all([...fresh.values()].map((entry) => loadCandidate(host, entry)))).filter(
      (each) => each !== null,
    )
    const all = [...candidatesOf(host), ...loaded]
    const { order, refused } = startOrder(all, deps.packaged.findClashes(all))
    const stopped = await stopRefused(host, refused)
    return [...left, ...stopped, ...(await startInOrder(host, order, fresh))]
  }

  return {
    async settle(wanted) {
      try {
        return await exchange(wanted)
      } finally {
        host.exchanged.clear()
        host.dispatcher.settled()
      }
    },
    stop: (id, options) => stop(host, id, options),
    dependants: () => findDependants(candidatesOf(host)),
    stand: host.stand,
    standing: (id) => standings.get(id) ?? { state: 'available', reason: null },
    running: () => [...running.values()],
    isRunning: (id) => running.has(id),
    isExchanged: (id) => host.exchanged.has(id),
    find: (id) => running.get(id) ?? null,
    async stopAll() {
      for (const id of stopOrder(candidatesOf(host), [...running.keys()]))
        await stop(host, id, { cause: 'stopping' })
      deps.runtime.close()
    },
  }
}
