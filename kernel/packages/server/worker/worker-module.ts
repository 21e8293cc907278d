import { reachOf } from '@spawnpoint/sdk/common'
import type { LogService, PluginConfig, PluginServer } from '@spawnpoint/sdk/server'
import type { PoolConfig } from 'pg'
import type { Values } from '../context/config-values.ts'
import { createPluginSide, type ContextParts } from '../context/create-plugin-context.ts'
import { notGranted } from '../context/grants.ts'
import { closedNetwork } from '../context/closed-network.ts'
import { createGuardedFetch } from '../context/guarded-fetch.ts'
import { openPluginDatabase, type OpenPluginDatabase } from '../context/plugin-database.ts'
import { createRemoteHost } from './remote-host.ts'
import { createRemoteServices, remoteBlobs, remoteLimits, remoteLog } from './remote-services.ts'
import { createRpc, type Port, type Rpc } from './rpc.ts'
import type { WorkerInit } from './worker-init.ts'

type RemoteHost = ReturnType<typeof createRemoteHost>
type RemoteServices = ReturnType<typeof createRemoteServices>

function createPushedConfig(first: Values, log: LogService) {
  const listeners = new Set<(values: Values) => void>()
  let values = first
  const config: PluginConfig = {
    read: () => values,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    config,
    set(next: Values) {
      values = next
      for (const listener of listeners) {
        const heard = async () => listener(next)
        heard().catch((error: unknown) => log.error({ err: error }, 'a listener to settings failed'))
      }
    },
  }
}

function openDatabase(id: string, connection: PoolConfig | null, log: LogService): OpenPluginDatabase {
  const refuse = () => Promise.reject(notGranted(`${id} uses context.db`, 'server.db'))
  if (!connection) return { db: { sql: refuse, transaction: refuse }, close: async () => undefined }
  const say = (level: 'info' | 'warn' | 'error') => (message: string) => log[level]({}, message)
  return openPluginDatabase(connection, { info: say('info'), warn: say('warn'), error: say('error') })
}

/** The product's clock, which a test may put on: told with each run. */
function createFollowedClock() {
  let aheadMs = 0
  return {
    clock: { now: () => new Date(Date.now() + aheadMs) },
    set: (next: number) => void (aheadMs = next),
  }
}

interface Pushes {
  setAhead(ms: number): void
  setConfig(values: Values): void
  setServices(tokens: readonly string[]): void
}

function partsOf(init: WorkerInit, rpc: Rpc, host: RemoteHost, services: RemoteServices) {
  const { id, version, capabilities } = init
  const log = remoteLog(rpc)
  const pushed = createPushedConfig(init.config, log)
  const database = openDatabase(id, init.database, log)
  const followed = createFollowedClock()
  const parts: ContextParts = {
    id,
    version,
    title: id,
    capabilities,
    host: host.host,
    log,
    clock: followed.clock,
    limits: remoteLimits(rpc),
    blobs: remoteBlobs(rpc),
    config: pushed.config,
    jobs: {
      add: async (name, payload, { runAt, key } = {}) =>
        void (await rpc.call('jobs.add', [name, payload, { runAt, key }])),
    },
    services,
    db: database.db,
    fetch: createGuardedFetch({
      plugin: id,
      hosts: reachOf(capabilities, 'http.external:'),
      // The worker's code ends with the worker.
      closing: new AbortController().signal,
      ...(init.network ? { network: closedNetwork(init.network) } : {}),
    }),
    emit: async (event, payload) =>
      void (await rpc.call('events.emit', [event.name, event.payload.parse(payload)])),
    requireOn: () => undefined,
  }
  return { parts, setAhead: followed.set, setConfig: pushed.set, closeDatabase: database.close }
}

async function loadServer(url: string): Promise<PluginServer> {
  const module = (await import(url)) as { readonly default?: { readonly kind?: unknown } }
  if (module.default?.kind === 'plugin-server') return module.default as PluginServer
  throw new Error(
    module.default?.kind === 'trusted-server'
      ? 'E_WORKER: a server module that names services by tokens runs in the product’s own process only; in a worker each value of definePluginServer names the manifest'
      : 'E_SERVER_PART: the server module has no default export made by definePluginServer',
  )
}

/** The worker's end: sets one plugin up and runs what it registered when the main thread asks. */
export function serveModule(port: Port): void {
  let host: RemoteHost | null = null
  let pushes: Pushes | null = null
  let closeDatabase = async (): Promise<void> => undefined

  async function setUp(init: WorkerInit, aheadMs: number) {
    host = createRemoteHost(init.id, rpc)
    const services = createRemoteServices(rpc, init.services)
    const { parts, setAhead, setConfig, ...opened } = partsOf(init, rpc, host, services)
    closeDatabase = opened.closeDatabase
    pushes = { setAhead, setConfig, setServices: services.setPresent }
    setAhead(aheadMs)
    const server = await loadServer(init.module)
    const { context, registrar } = createPluginSide(parts)
    await server.setup(context, registrar)
  }

  const rpc = createRpc(port, {
    async serve(method, [first, second, third], signal) {
      // Sent by the main thread, which is the product's own code.
      if (method === 'setup') return setUp(first as WorkerInit, Number(second))
      if (method === 'run') {
        pushes?.setAhead(Number(third))
        return host?.run(String(first), second, signal)
      }
      // The database closes last: while the plugin cleans up, its context still works.
      if (method === 'dispose') return host?.dispose().finally(closeDatabase)
      throw new Error(`the worker knows no ${method}`)
    },
    hear(method, [first]) {
      if (method === 'ping') rpc.tell('pong')
      if (method === 'config') pushes?.setConfig(first as Values)
      if (method === 'services') pushes?.setServices(first as readonly string[])
    },
  })
  rpc.tell('up')
}
