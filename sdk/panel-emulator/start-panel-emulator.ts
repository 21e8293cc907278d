import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createExchange } from './create-exchange.ts'
import { createWings, type EmulatedWings } from './emulated-wings.ts'
import { sendAnswer } from './panel-answer.ts'
import { emptyCatalogue } from './panel-catalogue.ts'
import { createFaults, type PanelFault } from './panel-faults.ts'
import { problem } from './panel-problem.ts'
import { createPanelState, type PanelCall, type PanelDialect } from './panel-state.ts'
import { createStateFile, loadStateFile } from './panel-state-file.ts'
import { seedCatalogue } from './seed-catalogue.ts'

/** How the panel is to be; all of it may be left out. @example { dialect: 'pelican', rateLimit: 60 } */
export type PanelEmulatorOptions = {
  port?: number
  host?: string
  apiKey?: string
  clientKey?: string
  dialect?: PanelDialect
  /** Fills the catalogue with locations, nodes, nests and eggs; on unless false. */
  seed?: boolean
  /** Calls per minute. */
  rateLimit?: number
  buildDelayMs?: number
  /** How long a game server takes to start and to stop. */
  bootMs?: number
  /** Keeps users and servers here across restarts. */
  stateFile?: string
  /** Opens `/__emulator/fault` to anyone who reaches the port: for tests only. */
  control?: boolean
  now?: () => number
}

// It runs in the product as the demonstration panel: as an import this would take the server 14 MB for all of `fetch`.
const { createServer } = process.getBuiltinModule('node:http')

const keyPrefixes = {
  pterodactyl: { application: 'ptla', client: 'ptlc' },
  pelican: { application: 'papp', client: 'pacc' },
} as const

const generateKey = (dialect: PanelDialect, area: 'application' | 'client') =>
  `${keyPrefixes[dialect][area]}_${randomBytes(24).toString('base64url')}`

const listen = async (server: Server, host: string, port: number) => {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the panel emulator has no port')
  return address.port
}

const stopListening = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const openState = async ({ seed, stateFile }: PanelEmulatorOptions) => {
  const state = createPanelState(seed === false ? emptyCatalogue() : seedCatalogue())
  if (!stateFile) return { state, save: async () => {} }
  await loadStateFile(stateFile, state)
  return { state, save: createStateFile(stateFile, state).save }
}

type Exchange = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const serve = (exchange: Exchange, stopped: AbortSignal) =>
  createServer((request, response) => {
    exchange(request, response).catch((error: unknown) => {
      // A caller that hangs up while we wait, or a stop, is no error of the emulator.
      if (stopped.aborted || request.socket.destroyed) return
      const { status, errors } = problem(
        500,
        'HttpException',
        error instanceof Error ? error.message : 'unknown error',
      )
      sendAnswer(response, { status, body: { errors } })
    })
  })

const passUpgradesOn = (server: Server, wings: Pick<EmulatedWings, 'upgrade'>) =>
  server.on('upgrade', (request, socket, head) => {
    // Unheard, the failure of a connection that the other side has cut would end the process.
    socket.on('error', () => socket.destroy())
    void wings.upgrade(request, socket, head)
  })

/**
 * A game panel with its daemon in this process: a real HTTP server that speaks the application API, the client API and
 * the socket of Wings.
 *
 * @example
 * const panel = await startPanelEmulator({ dialect: 'pelican' })
 * panel.fault({ kind: 'cut-after', method: 'POST', path: '/servers', times: 1 })
 */
export const startPanelEmulator = async (options: PanelEmulatorOptions = {}) => {
  const {
    host = '127.0.0.1',
    dialect = 'pterodactyl',
    rateLimit = 240,
    buildDelayMs = 0,
    control = false,
    now = Date.now,
  } = options
  const apiKey = options.apiKey ?? generateKey(dialect, 'application')
  const clientKey = options.clientKey ?? generateKey(dialect, 'client')
  const { state, save } = await openState(options)
  const faults = createFaults()
  const calls: PanelCall[] = []
  const stopping = new AbortController()
  let url = ''
  const origin = () => url
  const wings = createWings({ state, now, bootMs: options.bootMs ?? 0, origin })
  const exchange = createExchange({
    panel: { state, dialect, apiKey, clientKey, buildDelayMs, wings, origin },
    faults,
    calls,
    rateLimit,
    control,
    now,
    stopped: stopping.signal,
    save,
  })
  const server = serve(exchange, stopping.signal)
  passUpgradesOn(server, wings)
  const port = await listen(server, host, options.port ?? 0)
  url = `http://${host}:${port}`

  return {
    url,
    apiKey,
    clientKey,
    wings,
    dialect,
    state,
    calls,
    /** Starts a fault; the returned function lifts it. */
    fault: (fault: PanelFault) => faults.add(fault),
    clearFaults: faults.clear,
    /** Refuses connections, as a panel that is not running does. */
    stop() {
      wings.dropAll()
      return stopListening(server)
    },
    resume: async () => void (await listen(server, host, port)),
    async close() {
      stopping.abort()
      wings.close()
      await stopListening(server)
      await save()
    },
  }
}

/** A running panel. @example const pathsOf = (panel: PanelEmulator) => panel.calls.map(({ path }) => path) */
export type PanelEmulator = Awaited<ReturnType<typeof startPanelEmulator>>
