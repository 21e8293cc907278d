import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { randomUUID } from 'node:crypto'
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

/** An app that is being exchanged, and the calls that wait for the next one. */
interface Hold {
  readonly calls: Set<(isBack: boolean) => void>
  readonly timer: NodeJS.Timeout
}

interface Mounted {
  readonly app: FastifyInstance
  inFlight: number
  idle: (() => void) | null
}

const DRAIN_MS = 5_000
// Longer than a plugin needs to start; a migration of large tables may take more.
const HOLD_MS = 10_000
const MOST_HELD = 500

/** Which app answers: the first segment behind /api. */
const ownerOf = (url: string): string | null => /^\/api\/([a-z][a-z0-9.-]*)(?=[/?]|$)/.exec(url)?.[1] ?? null

/** Node takes the first of several Host headers, a proxy before it perhaps another. */
const hasOneHost = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    .length < 2

export interface Dispatcher {
  readonly server: Server
  /** Answers the most frequent call before the app is entered. */
  shorten(url: string, shortcut: Shortcut): void
  mount(id: string, app: FastifyInstance): void
  /** Calls of these apps wait until they are mounted again: exchanging one is no outage for its users. */
  hold(ids: readonly string[]): void
  /** Takes an app out, waits for what it is answering, closes it. */
  unmount(id: string): Promise<void>
  mounted(): readonly { readonly id: string; readonly app: FastifyInstance }[]
  /** Every answer from now on ends its connection, so that proxies open none that would be cut. */
  drain(): void
  /** Takes no new connection and lets the open calls end. */
  close(): Promise<void>
}

/** Answers all that the HTTP server is asked; apps come and go behind it while it runs. */
export function createDispatcher(options: {
  server: Server
  secure: boolean
  /** Segments that the kernel's own app answers. */
  kernelSegments: readonly string[]
  /** Before the API: assets; after it: the page. */
  assets: RequestHandler
  page: RequestHandler
  /** A handler failed after the visitor was answered. */
  onFault(error: unknown): void
}): Dispatcher {
  const mounted = new Map<string, Mounted>()
  // Address → shortcut of its GET.
  const shortcuts = new Map<string, Shortcut>()
  const held = new Map<string, Hold>()
  let draining = false

  function fail(response: ServerResponse, status: number, code: string, message = 'There is nothing here.') {
    const body = JSON.stringify({ success: false, error_code: code, message, request_id: randomUUID() })
    response.writeHead(status, {
      ...apiHeaders(options.secure),
      'content-type': 'application/json; charset=utf-8',
      ...(status === 503 ? { 'retry-after': '2' } : {}),
    })
    response.end(body)
  }

  /** Waits until the app is there again; false when that takes too long, or too many wait already. */
  const waitForApp = ({ calls }: Hold): Promise<boolean> =>
    calls.size < MOST_HELD ? new Promise((resolve) => calls.add(resolve)) : Promise.resolve(false)

  function release(id: string, isBack: boolean) {
    const hold = held.get(id)
    held.delete(id)
    clearTimeout(hold?.timer)
    for (const goOn of hold?.calls ?? []) goOn(isBack)
  }

  async function dispatch(id: string, request: IncomingMessage, response: ServerResponse) {
    const hold = held.get(id)
    if (hold && !(await waitForApp(hold)))
      return fail(response, 503, 'PLUGIN_STOPPED', 'This part is being updated. Try again in a moment.')
    const child = mounted.get(options.kernelSegments.includes(id) ? 'kernel' : id)
    if (!child) return fail(response, 404, 'NOT_FOUND')
    child.inFlight += 1
    response.once('close', () => {
      child.inFlight -= 1
      if (child.inFlight === 0) child.idle?.()
    })
    child.app.routing(request, response)
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (draining) response.setHeader('connection', 'close')
    const url = request.url ?? '/'
    if (url === '/api' || url.startsWith('/api/') || url.startsWith('/api?')) {
      const id = ownerOf(url)
      return id ? await dispatch(id, request, response) : fail(response, 404, 'NOT_FOUND')
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return fail(response, 405, 'METHOD_NOT_ALLOWED')
    if (await options.assets(request, response)) return
    if (!(await options.page(request, response))) fail(response, 404, 'NOT_FOUND')
  }

  function takeShortcut(request: IncomingMessage, response: ServerResponse): boolean {
    if (draining || request.method !== 'GET') return false
    return shortcuts.get(request.url ?? '/')?.(request, response) ?? false
  }

  function giveUp(error: unknown, response: ServerResponse) {
    options.onFault(error)
    if (response.headersSent) response.destroy()
    else fail(response, 500, 'INTERNAL')
  }

  const { server } = options
  server.on('request', (request, response) => {
    if (request.socket.destroyed) return
    // A connection whose last call is answered must not keep the process until its time runs out.
    response.once('close', () => draining && server.closeIdleConnections())
    if (!hasOneHost(request))
      return fail(response, 400, 'VALIDATION', 'A request has one Host header and no more.')
    try {
      if (takeShortcut(request, response)) return
    } catch (error) {
      return giveUp(error, response)
    }
    answer(request, response).catch((error: unknown) => giveUp(error, response))
  })
  // An upgrade is answered by the app that owns the path, as any other call; nobody else gets the socket.
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const id = ownerOf(request.url ?? '/')
    const child = id ? mounted.get(options.kernelSegments.includes(id) ? 'kernel' : id) : undefined
    if (!child?.app.server.emit('upgrade', request, socket, head)) socket.destroy()
  })

  const drained = (child: Mounted) =>
    new Promise<void>((resolve) => {
      if (child.inFlight === 0) return resolve()
      const timer = setTimeout(resolve, DRAIN_MS)
      child.idle = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  return {
    server,
    shorten(url: string, shortcut: Shortcut) {
      shortcuts.set(url, shortcut)
    },
    mount(id: string, app: FastifyInstance) {
      mounted.set(id, { app, inFlight: 0, idle: null })
      release(id, true)
    },
    hold(ids: readonly string[]) {
      for (const id of ids)
        if (!held.has(id))
          held.set(id, { calls: new Set(), timer: setTimeout(() => release(id, false), HOLD_MS) })
    },
    async unmount(id: string) {
      const child = mounted.get(id)
      if (!child) return
      mounted.delete(id)
      await drained(child)
      await child.app.close()
    },
    mounted: () => [...mounted].map(([id, { app }]) => ({ id, app })),
    drain() {
      draining = true
    },
    async close() {
      draining = true
      for (const id of held.keys()) release(id, false)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS * 2)
        server.close(() => {
          clearTimeout(timer)
          resolve()
        })
        server.closeIdleConnections()
      })
      await Promise.all([...mounted.values()].map(({ app }) => app.close()))
      mounted.clear()
    },
  }
}
