import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createTurns } from '../common/turns.ts'

// An import of node:http would load all of fetch with it.
const { createServer } = process.getBuiltinModule('node:http')
const inspector = process.getBuiltinModule('node:inspector')

/** Below it the shell's development server passes on what the server of a plugin serves. */
export const PLUGIN_DEV_PATH = '/@plugin-dev/'
/** Names the address of the plugin's server. */
export const PLUGIN_DEV_HEADER = 'x-plugin-dev-server'

/** Asks for a debugger, and names its address in the answer. */
export const PLUGIN_DEV_INSPECTOR = 'x-plugin-dev-inspector'

/** Where the tools hand over a package: a port of its own, since the product's takes writes for its API alone. */
export interface PluginDevAddress {
  readonly address: string
  readonly token: string
}

/** Result of installing a development package. */
export interface DevStanding {
  readonly state: string
  readonly reason: string | null
  /** Lines about what an operator has to set first. */
  readonly advice?: readonly string[]
}

/** Something that went wrong in the server module while it is written. */
export interface DevError {
  /** The endpoint, job, event or hook. */
  readonly effect: string
  readonly stack: string
  readonly requestId: string | null
}

/** Development sessions; one at a time per plugin id. */
export interface DevSessions {
  /** Remembers what is there now. */
  begin(id: string): Promise<void>
  /** Puts the plugin of a package in place of the one before. */
  install(id: string, bytes: Uint8Array): Promise<DevStanding>
  /** Hears of each error of the plugin; returns its undo. */
  watch(id: string, tell: (error: DevError) => void): () => void
  /** Puts back what was there when it began; answers what that is, in words. */
  end(id: string): Promise<string>
}

/** `/@plugin-dev/acme-notes/…` → `acme-notes` */
export const idOfDevPath = (url: string): string | null =>
  /^\/@plugin-dev\/([a-z][a-z0-9.-]*)(?=\/|$)/.exec(url)?.[1] ?? null

export function answerJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const isLoopback = (address: string) => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(hostname)
}

/** Where the modules of a plugin are served from; null when its package brings them. Throws for any other machine. */
function serverOf({ headers }: IncomingMessage): string | null {
  const address = headers[PLUGIN_DEV_HEADER]
  if (address === undefined) return null
  if (typeof address === 'string' && URL.canParse(address) && isLoopback(address)) return address
  throw new Error('the server of the plugin has to be on this machine')
}

/** Lets a debugger into this process; it stays open, since closing it would wait for the debugger to leave. */
function openInspector(): string {
  if (inspector.url() === undefined) inspector.open(0, '127.0.0.1')
  return inspector.url() ?? ''
}

interface Open {
  readonly response: ServerResponse
  readonly server: string | null
}

/** Sessions that are open, each as long as its connection. */
function createOpenSessions(sessions: () => DevSessions | null) {
  const open = new Map<string, Open>()
  const inTurn = createTurns()

  function ready(): DevSessions {
    const found = sessions()
    if (!found) throw new Error('the dashboard is still starting: try again in a moment')
    return found
  }

  async function end(id: string): Promise<string> {
    const session = open.get(id)
    if (!session) return 'it is not being developed'
    open.delete(id)
    try {
      return await ready().end(id)
    } finally {
      session.response.end()
    }
  }

  async function begin(id: string, request: IncomingMessage, response: ServerResponse) {
    if (open.has(id)) throw new Error(`another dev of ${id} is running: end that one first`)
    const server = serverOf(request)
    await ready().begin(id)
    open.set(id, { response, server })
    response.writeHead(200, {
      'content-type': 'text/plain',
      ...(request.headers[PLUGIN_DEV_INSPECTOR] === undefined
        ? {}
        : { [PLUGIN_DEV_INSPECTOR]: openInspector() }),
    })
    response.write('open\n')
    const unwatch = ready().watch(id, (error) => void response.write(`${JSON.stringify(error)}\n`))
    response.on('close', unwatch)
    response.on('close', () => void inTurn(() => (open.get(id)?.response === response ? end(id) : none)))
    if (response.destroyed) await end(id)
  }

  async function install(id: string, bytes: Uint8Array): Promise<DevStanding> {
    if (!open.has(id)) throw new Error('its dev has ended: start it anew')
    return ready().install(id, bytes)
  }

  return {
    begin: (id: string, request: IncomingMessage, response: ServerResponse) =>
      inTurn(() => begin(id, request, response)),
    install: (id: string, bytes: Uint8Array) => inTurn(() => install(id, bytes)),
    end: (id: string) => inTurn(() => end(id)),
    ids: () => open.keys(),
    serverOf: (id: string): string | null => open.get(id)?.server ?? null,
  }
}

/**
 * Takes packages from whoever has read the token, which pages of other sites cannot. A session is a connection: it ends
 * with the process that opened it, however that ends.
 */
export function createPluginDevEndpoint(sessions: () => DevSessions | null) {
  const token = randomBytes(24).toString('base64url')
  const open = createOpenSessions(sessions)

  async function accept(request: IncomingMessage, response: ServerResponse) {
    const id = idOfDevPath(request.url ?? '')
    if (request.headers.authorization !== `Bearer ${token}` || id === null)
      return answerJson(response, 403, { reason: 'only the tools on this machine may do this' })
    if (request.method === 'POST') return open.begin(id, request, response)
    if (request.method === 'DELETE') return answerJson(response, 200, { back: await open.end(id) })
    answerJson(response, 200, await open.install(id, await buffer(request)))
  }

  const server = createServer((request, response) => {
    accept(request, response).catch((error: unknown) =>
      answerJson(response, 409, { reason: error instanceof Error ? error.message : String(error) }),
    )
  })
  server.listen(0, '127.0.0.1')
  const listening = once(server, 'listening')

  return {
    async describe(): Promise<PluginDevAddress> {
      await listening
      const address = server.address()
      if (typeof address !== 'object' || !address) throw new Error('the endpoint for plugins is closed')
      return { address: `http://127.0.0.1:${address.port}`, token }
    },
    /** The server that a plugin's modules come from. */
    serverOf: open.serverOf,
    /** Ends every session, in the time that there still is. */
    async close(): Promise<void> {
      for (const id of open.ids()) await open.end(id)
      server.close()
      server.closeAllConnections()
    },
  }
}

const none = Promise.resolve('')

export type OpenDevEndpoint = ReturnType<typeof createPluginDevEndpoint>
