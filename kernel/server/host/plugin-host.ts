import type { DisposeCause } from '@spawnpoint/sdk/common'
import type { PluginState } from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import type pg from 'pg'
import { join } from 'node:path'
import type { Gate } from '../../common/hooks/gate.ts'
import { findLostMigration, migrate } from '../database/migrate.ts'
import type { Dispatcher } from '../http/dispatcher.ts'
import type { UsableEntry } from './catalogue.ts'
import type { Isolation, PackagedPlugins } from './packaged-plugins.ts'
import { createServerHost, type HostDeps, type OwnedHost } from './server-host.ts'
import { SETUP_BUDGET_MS, setUpModule, type SetUpDeps } from './set-up-module.ts'
import {
  candidateOf,
  dependantsOf,
  missingNeed,
  startOrder,
  stopOrder,
  type Candidate,
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
  /** Everything running that would not work without `id`, users before their providers. */
  dependantsOf(id: string): readonly string[]
  stand(id: string, state: PluginState, reason?: string | null): void
  standing(id: string): Standing
  running(): readonly Running[]
  isRunning(id: string): boolean
  find(id: string): Running | null
  stopAll(): Promise<void>
}

/** Starts and stops the server modules of plugins, one at a time; a plugin that fails is left out, the rest go on. */
export function createPluginHost(deps: PluginHostDeps): PluginHost {
  const running = new Map<string, Running>()
  const standings = new Map<string, Standing>()

  const stand = (id: string, state: PluginState, reason: string | null = null) =>
    standings.set(id, { state, reason })

  async function loadServerModule(entry: UsableEntry): Promise<Candidate> {
    const { id, manifest } = entry
    // All built-ins load at once: a limit would leave out a part of the product where the machine is busy.
    if (entry.source === 'builtin') return candidateOf({ id, manifest }, await entry.loadServer())
    const loading = deps.runtime.load(entry)
    // A built-in stays one where its folder was moved to the plugins.
    if (entry.source === 'folder' && manifest.kind === 'builtin') return loading
    return withinBudget(loading, SETUP_BUDGET_MS, 'loading its server module')
  }

  async function loadCandidate(entry: UsableEntry): Promise<Candidate | null> {
    const problem = entry.source === 'builtin' ? null : deps.packaged.findIncompatibility(entry)
    if (problem !== null) {
      stand(entry.id, 'incompatible', problem)
      return null
    }
    try {
      return await loadServerModule(entry)
    } catch (error) {
      deps.log.error({ plugin: entry.id, err: error }, 'the server module could not be loaded')
      stand(entry.id, 'failed', messageOf(error))
      return null
    }
  }

  async function findMigrationProblem(entry: UsableEntry, candidate: Candidate) {
    const { id, folder, knownMigrations } = entry
    const { migrations, server } = candidate.manifest
    const known = knownMigrations ? { known: knownMigrations } : {}
    // Tables are used by server modules alone.
    if (!migrations) return server === undefined ? null : findLostMigration(deps.pool, id, knownMigrations)
    const openSession =
      entry.source === 'builtin' ? undefined : deps.runtime.confineMigrations(entry, candidate)
    const sets = [{ id, folder: join(folder, migrations), openSession, ...known }]
    const [result] = await migrate({ pool: deps.pool, sets })
    return result?.error ?? null
  }

  async function migrateOne(entry: UsableEntry, candidate: Candidate): Promise<boolean> {
    const error = await findMigrationProblem(entry, candidate)
    if (!error) return true
    deps.log.error({ plugin: entry.id, err: error }, 'a migration failed')
    stand(entry.id, 'migrationFailed', error.message)
    return false
  }

  async function start(entry: UsableEntry, candidate: Candidate): Promise<boolean> {
    const { id } = candidate
    const began = performance.now()
    stand(id, 'loading')
    if (!(await migrateOne(entry, candidate))) return false
    const owned = createServerHost(
      id,
      deps.hostDeps,
      entry.source === 'builtin' ? null : deps.runtime.boundsOf(id),
    )
    deps.gate.release(id)
    deps.gate.setActive(id, true)
    try {
      const { isolation, undo: undoSetup } = await setUpModule(candidate, entry, owned, deps)
      deps.dispatcher.mount(id, owned.app)
      const undo = async () => {
        deps.gate.setActive(id, false)
        await deps.dispatcher.unmount(id)
        await owned
          .dispose()
          .catch((error: unknown) => deps.log.error({ plugin: id, err: error }, 'a clean-up failed'))
        undoSetup()
      }
      running.set(id, { candidate, owned, startedInMs: performance.now() - began, isolation, undo })
      stand(id, 'active')
      return true
    } catch (error) {
      deps.gate.setActive(id, false)
      deps.log.error({ plugin: id, err: error }, 'a plugin did not start')
      stand(id, 'failed', messageOf(error))
      await owned.dispose().catch(() => undefined)
      await owned.app.close().catch(() => undefined)
      return false
    }
  }

  async function stop(
    id: string,
    { state = 'suspended', reason = null, cause = 'disabled' }: StopOptions = {},
  ) {
    const plugin = running.get(id)
    if (plugin) await deps.hostDeps.hooks.stopping(id, cause)
    running.delete(id)
    stand(id, state, reason)
    await plugin?.undo()
  }

  /** Stops what shall not run any more, and what runs as another build. */
  async function stopLeaving(wanted: readonly UsableEntry[]): Promise<readonly string[]> {
    const builds = new Map(wanted.map(({ id, manifest }) => [id, manifest]))
    const all = candidates()
    const replaced = all.flatMap(({ id, manifest }) =>
      builds.has(id) && builds.get(id) !== manifest ? [id] : [],
    )
    // Plugins that use a replaced plugin restart to get its new services.
    const leaving = new Set([...replaced, ...replaced.flatMap((id) => dependantsOf(all, id))])
    deps.dispatcher.hold([...leaving].filter((id) => builds.has(id)))
    const ids = [...running.keys()].filter((id) => !builds.has(id) || leaving.has(id))
    const order = stopOrder(all, ids)
    for (const id of order) await stop(id, { cause: builds.has(id) ? 'upgraded' : 'disabled' })
    return order
  }

  /** Marks who is refused; one that runs is stopped. */
  async function stopRefused(refused: readonly Refusal[]): Promise<readonly string[]> {
    const stopped: string[] = []
    for (const { id, state, reason } of refused) {
      stand(id, state, reason)
      if (!running.has(id)) continue
      await stop(id, { state, reason })
      stopped.push(id)
    }
    return stopped
  }

  async function startInOrder(
    order: readonly Candidate[],
    fresh: ReadonlyMap<string, UsableEntry>,
  ): Promise<readonly string[]> {
    const started: string[] = []
    for (const { id } of order) if (!running.has(id)) stand(id, 'resolved')
    for (const candidate of order) {
      const { id } = candidate
      const entry = fresh.get(id)
      if (!entry || running.has(id)) continue
      const missing = missingNeed(candidate, candidates())
      if (missing !== undefined) stand(id, 'blocked', `needs ${missing}, which did not start`)
      else if (await start(entry, candidate)) started.push(id)
    }
    return started
  }

  async function settle(wanted: readonly UsableEntry[]): Promise<readonly string[]> {
    const left = await stopLeaving(wanted)
    const fresh = new Map(wanted.flatMap((each) => (running.has(each.id) ? [] : [[each.id, each] as const])))
    const loaded = (await Promise.all([...fresh.values()].map(loadCandidate))).filter((each) => each !== null)
    const all = [...candidates(), ...loaded]
    const { order, refused } = startOrder(all, deps.packaged.findClashes(all))
    const stopped = await stopRefused(refused)
    return [...left, ...stopped, ...(await startInOrder(order, fresh))]
  }

  const candidates = () => [...running.values()].map(({ candidate }) => candidate)

  return {
    settle,
    stop,
    dependantsOf: (id) => dependantsOf(candidates(), id),
    stand,
    standing: (id: string): Standing => standings.get(id) ?? { state: 'available', reason: null },
    running: () => [...running.values()],
    isRunning: (id: string) => running.has(id),
    find: (id: string) => running.get(id) ?? null,
    async stopAll() {
      for (const id of stopOrder(candidates(), [...running.keys()])) await stop(id, { cause: 'stopping' })
      deps.runtime.close()
    },
  }
}
