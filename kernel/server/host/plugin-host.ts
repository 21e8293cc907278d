import type { Manifest, ServiceToken } from '@spawnpoint/sdk/common'
import type { PluginState } from '@spawnpoint/sdk/server'
import type { Logger } from 'pino'
import type pg from 'pg'
import { join } from 'node:path'
import type { Gate } from '../../common/hooks/gate.ts'
import { migrate } from '../database/migrate.ts'
import type { Dispatcher } from '../http/dispatcher.ts'
import type { KernelSettings } from '../settings/settings.ts'
import type { CatalogueEntry } from './catalogue.ts'
import { createServerHost, type HostDeps, type OwnedHost } from './server-host.ts'
import { needsOf, providersOf, startOrder, type Candidate } from './start-order.ts'
import type { ServiceRegistry } from './service-registry.ts'

export interface Running {
  readonly candidate: Candidate
  readonly owned: OwnedHost
  readonly startedInMs: number
  undo(): Promise<void>
}

export interface Standing {
  readonly state: PluginState
  readonly reason: string | null
}

export interface PluginHostDeps {
  readonly pool: pg.Pool
  readonly log: Logger
  readonly gate: Gate
  readonly dispatcher: Dispatcher
  readonly settings: KernelSettings
  readonly hostDeps: HostDeps
  readonly services: ServiceRegistry
  /** Kernel services as a plugin gets them, some made for it alone. */
  kernelServices(plugin: string): ReadonlyMap<string, unknown>
}

const SETUP_BUDGET_MS = 10_000

const withBudget = async <T>(work: Promise<T>, ms: number, what: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Starts and stops the server halves of plugins, one at a time; a plugin that fails is left out, the rest go on. */
export function createPluginHost(deps: PluginHostDeps) {
  const running = new Map<string, Running>()
  const standings = new Map<string, Standing>()
  const { services } = deps

  const stand = (id: string, state: PluginState, reason: string | null = null) =>
    standings.set(id, { state, reason })

  async function loadCandidate(entry: CatalogueEntry & { manifest: Manifest }): Promise<Candidate | null> {
    try {
      return { id: entry.id, manifest: entry.manifest, part: await entry.loadServer() }
    } catch (error) {
      deps.log.error({ plugin: entry.id, err: error }, 'the server half could not be loaded')
      stand(entry.id, 'failed', messageOf(error))
      return null
    }
  }

  async function migrateOne(entry: CatalogueEntry, manifest: Manifest): Promise<boolean> {
    if (!manifest.migrations) return true
    const [result] = await migrate({
      pool: deps.pool,
      sets: [{ id: entry.id, folder: join(entry.folder, manifest.migrations) }],
    })
    if (!result?.error) return true
    deps.log.error({ plugin: entry.id, err: result.error }, 'a migration failed')
    stand(entry.id, 'migrationFailed', result.error.message)
    return false
  }

  async function setUp(candidate: Candidate, owned: OwnedHost): Promise<() => void> {
    const { part, id } = candidate
    if (!part) return () => undefined
    const undoSettings = part.settings ? deps.settings.declare(id, part.settings) : () => undefined
    try {
      // The tokens' types are checked where the part was declared; here they are only looked up.
      const used = services.resolve(part.uses, deps.kernelServices(id)) as never
      const provided = await withBudget(
        Promise.resolve(part.setup(used, owned.host)),
        SETUP_BUDGET_MS,
        'its set-up',
      )
      const tokens: ServiceToken<unknown>[] = part.provides
        ? [part.provides, ...(part.alsoProvides ?? [])]
        : []
      const undoServices = tokens.map((token) => services.provide(id, token, provided))
      await owned.app.ready()
      return () => {
        for (const each of undoServices) each()
        undoSettings()
      }
    } catch (error) {
      undoSettings()
      throw error
    }
  }

  async function start(entry: CatalogueEntry, candidate: Candidate): Promise<boolean> {
    const { id } = candidate
    const began = performance.now()
    stand(id, 'loading')
    if (!(await migrateOne(entry, candidate.manifest))) return false
    const owned = createServerHost(id, deps.hostDeps)
    deps.gate.release(id)
    deps.gate.setActive(id, true)
    try {
      const undoSetup = await setUp(candidate, owned)
      deps.dispatcher.mount(id, owned.app)
      const undo = async () => {
        deps.gate.setActive(id, false)
        await deps.dispatcher.unmount(id)
        await withBudget(owned.dispose(), SETUP_BUDGET_MS, 'its clean-up').catch((error: unknown) =>
          deps.log.error({ plugin: id, err: error }, 'a clean-up failed'),
        )
        undoSetup()
      }
      running.set(id, { candidate, owned, startedInMs: performance.now() - began, undo })
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

  async function stop(id: string, state: PluginState = 'suspended', reason: string | null = null) {
    const plugin = running.get(id)
    running.delete(id)
    stand(id, state, reason)
    await plugin?.undo()
  }

  /** Brings what runs in line with what shall run; returns the ids that were started or stopped. */
  async function settle(
    wanted: readonly (CatalogueEntry & { manifest: Manifest })[],
  ): Promise<readonly string[]> {
    const changed: string[] = []
    const wantedIds = new Set(wanted.map(({ id }) => id))
    for (const id of stopOrder([...running.keys()].filter((id) => !wantedIds.has(id)))) {
      await stop(id)
      changed.push(id)
    }
    const fresh = wanted.filter(({ id }) => !running.has(id))
    const loaded = (await Promise.all(fresh.map(loadCandidate))).filter((each) => each !== null)
    const { order, refused } = startOrder([
      ...[...running.values()].map(({ candidate }) => candidate),
      ...loaded,
    ])
    for (const { id, state, reason } of refused) {
      stand(id, state, reason)
      if (running.has(id)) {
        await stop(id, state, reason)
        changed.push(id)
      }
    }
    for (const candidate of order) {
      const entry = fresh.find(({ id }) => id === candidate.id)
      if (!entry || running.has(candidate.id)) continue
      const missing = missingNeed(candidate)
      if (missing) stand(candidate.id, 'blocked', `needs ${missing}, which did not start`)
      else if (await start(entry, candidate)) changed.push(candidate.id)
    }
    return changed
  }

  const candidates = () => [...running.values()].map(({ candidate }) => candidate)

  function missingNeed(candidate: Candidate): string | undefined {
    const { providers } = providersOf([...candidates(), candidate])
    return needsOf(candidate, providers).find((need) => !running.has(need))
  }

  /** Everything running that would not work without `id`, users before their providers. */
  function dependantsOf(id: string): readonly string[] {
    const all = candidates()
    const { providers } = providersOf(all)
    const found = new Set<string>()
    const collect = (target: string) => {
      for (const each of all)
        if (!found.has(each.id) && needsOf(each, providers).includes(target)) {
          collect(each.id)
          found.add(each.id)
        }
    }
    collect(id)
    found.delete(id)
    return [...found]
  }

  function stopOrder(ids: readonly string[]): readonly string[] {
    const order: string[] = []
    for (const id of ids)
      for (const each of [...dependantsOf(id).filter((other) => ids.includes(other)), id])
        if (!order.includes(each)) order.push(each)
    return order
  }

  return {
    settle,
    stop,
    dependantsOf,
    stand,
    standing: (id: string): Standing => standings.get(id) ?? { state: 'available', reason: null },
    running: () => [...running.values()],
    isRunning: (id: string) => running.has(id),
    find: (id: string) => running.get(id) ?? null,
    async stopAll() {
      for (const id of stopOrder([...running.keys()])) await stop(id)
    },
  }
}

export type PluginHost = ReturnType<typeof createPluginHost>
