import { reachOf, type Manifest } from '@spawnpoint/sdk/common'
import type { PluginDatabase, PluginServer } from '@spawnpoint/sdk/server'
import { pathToFileURL } from 'node:url'
import type { Gate } from '../../../common/hooks/gate.ts'
import type { Core } from '../../../server/core.ts'
import { runAs } from '../process-guard.ts'
import type { OwnedHost } from '../../../server/host/server-host.ts'
import { queueOf } from '../../../server/jobs/jobs.ts'
import type { Isolation } from '../../../server/host/packaged-plugins.ts'
import { runInWorker } from '../worker/run-in-worker.ts'
import { createPluginSide, type ContextParts } from './create-plugin-context.ts'
import { prepareDatabaseRole, type DatabaseAccess } from './database-role.ts'
import { isMemberGranted, notGranted } from './grants.ts'
import { closedNetwork, type ClosedNetwork } from './closed-network.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import { watchOverdueStatements } from './overdue-statements.ts'
import { createPluginConfigs } from './plugin-configs.ts'
import { openPluginDatabase } from './plugin-database.ts'
import { watchSchemaSizes, type SchemaSizes } from './schema-quota.ts'
import { scopeBlobs, scopeLimits } from './scoped-services.ts'
import { packageSettings } from '../install/package-settings.ts'

interface Prepared {
  readonly parts: ContextParts
  readonly access: DatabaseAccess | null
}

export interface PluginRuntime {
  /** Sets a plugin up in this process; all that it made is undone with `owned`. */
  runHere(server: PluginServer, manifest: Manifest, owned: OwnedHost): Promise<Isolation>
  /** The same in a thread of its own, from the file of its server module. */
  runApart(file: string, manifest: Manifest, owned: OwnedHost): Promise<Isolation>
}

const LISTENER_BUDGET_MS = 5_000

function refusedDatabase(id: string): PluginDatabase {
  const refuse = () => Promise.reject(notGranted(`${id} uses context.db`, 'server.db'))
  return { sql: refuse, transaction: refuse }
}

export type RuntimeCore = Pick<
  Core,
  | 'pool'
  | 'orm'
  | 'log'
  | 'clock'
  | 'secrets'
  | 'notices'
  | 'limits'
  | 'blobs'
  | 'runner'
  | 'events'
  | 'services'
  | 'database'
  | 'settings'
>

interface RuntimeDeps {
  readonly core: RuntimeCore
  readonly gate: Gate
  readonly network: ClosedNetwork | null
  readonly configs: ReturnType<typeof createPluginConfigs>
  readonly overdue: ReturnType<typeof watchOverdueStatements>
  readonly sizes: SchemaSizes
}

async function openAccess(
  { core, overdue, sizes }: RuntimeDeps,
  { id, capabilities }: Manifest,
  owned: OwnedHost,
): Promise<DatabaseAccess | null> {
  if (!isMemberGranted('db', capabilities)) return null
  const { connection, kind } = core.database
  const access = await prepareDatabaseRole(id, { pool: core.pool, connection, kind, secrets: core.secrets })
  if (access.role === null)
    core.log.warn(
      { plugin: id },
      'reduced isolation: the database’s user may not create roles, so this plugin’s statements run with the product’s own rights; grant it CREATEROLE to end that',
    )
  else {
    owned.host.onDispose(overdue.watch(access.role))
    owned.host.onDispose(sizes.watch(id, access.role))
  }
  return access
}

async function openConfig({ configs, gate }: RuntimeDeps, manifest: Manifest, owned: OwnedHost) {
  const { id } = manifest
  const effect = 'config.onChange'
  const opened = await configs.open(
    manifest,
    (listener) =>
      void gate.runAsync(id, effect, () => runAs({ id, effect }, listener), {
        budgetMs: LISTENER_BUDGET_MS,
      }),
  )
  owned.host.onDispose(opened.close)
  return opened.config
}

function openFetch({ network }: RuntimeDeps, { id, capabilities }: Manifest, owned: OwnedHost) {
  const closing = new AbortController()
  owned.host.onDispose(() => closing.abort(new Error(`${id} was switched off`)))
  const hosts = reachOf(capabilities, 'http.external:')
  return createGuardedFetch({
    plugin: id,
    hosts,
    closing: closing.signal,
    ...(network ? { network: closedNetwork(network) } : {}),
  })
}

/** Throws once the plugin is off. */
function createStanding({ id }: Manifest, owned: OwnedHost) {
  let isOn = true
  owned.host.onDispose(() => {
    isOn = false
  })
  return () => {
    if (!isOn)
      throw new Error(`E_DISPOSED: ${id} was switched off; undo in onDispose what it started by itself`)
  }
}

async function prepare(
  deps: RuntimeDeps,
  manifest: Manifest,
  owned: OwnedHost,
  log: ContextParts['log'],
): Promise<Prepared> {
  const { core } = deps
  const { id, version, title, capabilities } = manifest
  // First, so that it is undone last: while the plugin cleans up, its context still works.
  const requireOn = createStanding(manifest, owned)
  const access = await openAccess(deps, manifest, owned)
  const parts: ContextParts = {
    id,
    version,
    title,
    capabilities,
    host: owned.host,
    log,
    clock: core.clock,
    limits: scopeLimits(id, core.limits),
    blobs: scopeBlobs(id, core.blobs),
    config: await openConfig(deps, manifest, owned),
    jobs: core.runner.inQueue(id, queueOf(id)),
    services: core.services,
    db: refusedDatabase(id),
    fetch: openFetch(deps, manifest, owned),
    emit: (event, payload) => core.orm.transaction((tx) => core.events.emit(tx, event, payload)),
    requireOn,
  }
  return { parts, access }
}

/** Runs server modules of run-time plugins, each with the context that its capabilities grant. */
export function createPluginRuntime(
  core: RuntimeCore,
  gate: Gate,
  network: ClosedNetwork | null = null,
): PluginRuntime {
  const configs = createPluginConfigs(core)
  const overdue = watchOverdueStatements(core.pool, core.log)
  const sizes = watchSchemaSizes({
    pool: core.pool,
    log: core.log,
    megabytes: () => core.settings.read(packageSettings).plugin_schema_megabytes,
    report(plugin, error) {
      core.log.warn({ plugin, err: error }, 'a plugin stores more than it may')
      gate.reportFault(plugin, 'its tables', error)
    },
  })
  const deps: RuntimeDeps = { core, gate, network, configs, overdue, sizes }
  return {
    async runHere(server, manifest, owned) {
      const { id } = manifest
      const log = core.log.child({ plugin: id })
      const { parts, access } = await prepare(deps, manifest, owned, log)
      const database = access && openPluginDatabase(access.connection, log)
      if (database) owned.host.onDispose(database.close)
      const { context, registrar } = createPluginSide(database ? { ...parts, db: database.db } : parts)
      await runAs({ id, effect: 'its set-up' }, async () => server.setup(context, registrar))
      return { server: 'process', database: access?.isolation ?? null }
    },

    async runApart(file, manifest, owned) {
      const { id, version, capabilities } = manifest
      const log = core.log.child({ plugin: id })
      const { parts, access } = await prepare(deps, manifest, owned, log)
      const tokens = reachOf(capabilities, 'server.services:')
      const present = () =>
        tokens.filter((token) => core.services.find({ kind: 'service', id: token }) !== null)
      const worker = await runInWorker({
        ...createPluginSide(parts),
        log,
        init: () => ({
          id,
          version,
          capabilities,
          module: pathToFileURL(file).href,
          config: parts.config.read(),
          services: present(),
          database: access?.connection ?? null,
          network,
        }),
        report: (error) => gate.reportFault(id, 'worker', error),
        mayRestart: () => gate.isActive(id),
      })
      owned.host.onDispose(worker.close)
      owned.host.onDispose(core.services.onChange(() => worker.setServices(present())))
      parts.config.onChange(worker.setConfig)
      return { server: 'worker', database: access?.isolation ?? null }
    },
  }
}
