import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import type { ProxyTrust } from '../config.ts'
import { createCallTracing } from '../tracing/trace-calls.ts'
import { createMountedApps, DOCS, type MountedApps } from './mounted-apps.ts'
import { RETRY_AFTER_SECONDS } from './failure.ts'
import { apiHeaders } from './security-headers.ts'

/** Something that may answer a request; false means it is another's. */
export type RequestHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => boolean | Promise<boolean>

/** A handler that may take a while. */
export type AsyncRequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/** Answers at once, from memory; false means that the call has to take its usual way. */
export type Shortcut = (request: IncomingMessage, response: ServerResponse) => boolean

const CLOSE_MS = 10_000
// As many as the queue of a port holds; more would keep it open for ever.
const MOST_WAITING = 512

/** Which app answers: the first segment behind /api. */
const segmentOf = (url: string): string | null =>
  /^\/api\/([a-z][a-z0-9.-]*)(?=[/?]|$)/.exec(url)?.[1] ?? null

/** Node takes the first of several Host headers, a proxy before it perhaps another. */
const hasOneHost = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length < 2

export interface Dispatcher extends Pick<MountedApps, 'mount' | 'hold' | 'settled' | 'unmount'> {
  readonly server: Server
  /** Answers the most frequent call before the app is entered. */
  shorten(url: string, shortcut: Shortcut): void
  mounted(): ReturnType<MountedApps['list']>
  /** Every answer from now on ends its connection, so that proxies open none that would be cut. */
  drain(): void
  /** Takes no new connection and lets the open calls end; idle connections may bring a last call for this long. */
  close(graceMs?: number): Promise<void>
}

function createFailures(secure: boolean) {
  return (response: ServerResponse, status: number, code: string, message = 'There is nothing here.') => {
    const body = JSON.stringify({ success: false, error_code: code, message, request_id: randomUUID() })
    response.writeHead(status, {
      ...apiHeaders(secure),
      'content-type': 'application/json; charset=utf-8',
      ...(status === 503 ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
    })
    response.end(body)
  }
}

/** A whole turn of the event loop takes one of the connections that wait. */
async function takesOne(server: Server): Promise<boolean> {
  let isTaken = false
  const note = () => {
    isTaken = true
  }
  server.on('connection', note)
  await nextTurn()
  await nextTurn()
  server.off('connection', note)
  return isTaken
}

/** Closes the port: a connection that waits to be taken there would lose its call. Resolves when all have ended. */
async function closePort(server: Server): Promise<{ ended: Promise<void> }> {
  let left = MOST_WAITING
  while (left > 0 && (await takesOne(server))) left -= 1
  // The `close` of an HTTP server would end idle connections too, and with them a call that is on its way.
  return { ended: new Promise((resolve) => net.Server.prototype.close.call(server, () => resolve())) }
}

async function endConnections(server: Server, ended: Promise<void>) {
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
  server.closeIdleConnections()
  await ended
  clearTimeout(timer)
}

interface DispatcherOptions {
  readonly server: Server
  readonly secure: boolean
  /** Proxies whose calls are part of a trace that began before them; none by default. */
  readonly trustProxy?: ProxyTrust
  /** Segments that the kernel's own app answers. */
  readonly kernelSegments: readonly string[]
  /** How long a call waits for an app that is being exchanged; for tests. */
  readonly holdMs?: number | undefined
  /** Before the API: assets; after it: the page. */
  readonly assets: RequestHandler
  readonly page: RequestHandler
  /** A handler failed after the visitor was answered. */
  onFault(error: unknown): void
}

/** The way of a request: the API of an app, an asset, the page. */
function createRouter(
  { secure, assets, page }: DispatcherOptions,
  apps: MountedApps,
  tracing: ReturnType<typeof createCallTracing>,
) {
  const fail = createFailures(secure)

  async function callApp(segment: string, request: IncomingMessage, response: ServerResponse) {
    const outcome = await apps.enter(segment, request, response)
    if (outcome === 'unknown') fail(response, 404, 'NOT_FOUND')
    if (outcome === 'held too long')
      fail(response, 503, 'PLUGIN_STOPPED', 'This part is being updated. Try again in a moment.')
  }

  return async function route(request: IncomingMessage, response: ServerResponse) {
    const url = request.url ?? '/'
    if (url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')) {
      const segment = (url.startsWith(DOCS) ? apps.ownerOf(url) : null) ?? segmentOf(url)
      return segment ? callApp(segment, request, response) : fail(response, 404, 'NOT_FOUND')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return fail(response, 405, 'METHOD_NOT_ALLOWED')
    if (await assets(request, response)) return tracing.forget(request)
    const owner = apps.ownerOf(url)
    if (owner !== null) return callApp(owner, request, response)
    if (!(await page(request, response))) fail(response, 404, 'NOT_FOUND')
  }
}

/** An upgrade is answered by the app that owns the path, as any other call; nobody else gets the socket. */
function passUpgradesOn(server: Server, apps: MountedApps) {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const segment = segmentOf(request.url ?? '/')
    if (!segment || !apps.upgrade(segment, request, socket, head)) socket.destroy()
  })
}

/** Answers all that the HTTP server is asked; apps come and go behind it while it runs. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { server } = options
  const apps = createMountedApps(options.kernelSegments, options.holdMs)
  const tracing = createCallTracing(options.trustProxy ?? false)
  const route = createRouter(options, apps, tracing)
  const fail = createFailures(options.secure)
  // Address → shortcut of its GET.
  const shortcuts = new Map<string, Shortcut>()
  let phase: 'open' | 'draining' | 'closing' = 'open'

  function takeShortcut(request: IncomingMessage, response: ServerResponse): boolean {
    if (phase !== 'open' || request.method !== 'GET') return false
    return shortcuts.get(request.url ?? '/')?.(request, response) ?? false
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    try {
      if (takeShortcut(request, response)) return
      if (phase !== 'open') response.setHeader('connection', 'close')
      await route(request, response)
    } catch (error) {
      options.onFault(error)
      if (response.headersSent) response.destroy()
      else fail(response, 500, 'INTERNAL')
    }
  }

  server.on('request', (request, response) => {
    if (request.socket.destroyed) return
    // Idle connections must not keep the process; while it drains, a proxy may still send a call on one.
    response.once('close', () => phase === 'closing' && server.closeIdleConnections())
    if (hasOneHost(request)) tracing.run(request, response, () => void answer(request, response))
    else fail(response, 400, 'VALIDATION', 'A request has one Host header and no more.')
  })
  passUpgradesOn(server, apps)

  return {
    server,
    shorten(url, shortcut) {
      shortcuts.set(url, shortcut)
    },
    mount: apps.mount,
    hold: apps.hold,
    settled: apps.settled,
    unmount: apps.unmount,
    mounted: apps.list,
    drain() {
      phase = 'draining'
    },
    async close(graceMs = 0) {
      phase = 'draining'
      apps.releaseAll()
      const { ended } = await closePort(server)
      await Promise.race([ended, wait(graceMs, undefined, { ref: false })])
      phase = 'closing'
      await endConnections(server, ended)
      await apps.closeAll()
    },
  }
}
