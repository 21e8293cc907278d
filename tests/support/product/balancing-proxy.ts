import {
  Agent,
  createServer,
  request as callProcess,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** `health_interval` of the Caddyfile, shorter so that a test need not wait. */
const HEALTH_MS = 250
/** `lb_try_duration`. */
const TRY_MS = 5_000

/**
 * Stands before several processes as the Caddyfile of the README has it: keeps connections, asks each process for its
 * readiness, and tries another one where none could be opened. A call that was sent is sent once.
 */
export async function startBalancingProxy() {
  const agent = new Agent({ keepAlive: true })
  const healthy = new Map<number, boolean>()
  let turn = 0

  const next = (): number | undefined => {
    const ports = [...healthy].flatMap(([port, isHealthy]) => (isHealthy ? [port] : []))
    turn += 1
    return ports[turn % ports.length]
  }

  function pass(request: IncomingMessage, body: Buffer, response: ServerResponse, until: number): void {
    const port = next()
    const again = () => void setTimeout(() => pass(request, body, response, until), 50)
    const fail = (reason = 'no process is ready') => void response.writeHead(502).end(reason)
    if (port === undefined) return performance.now() < until ? again() : fail()
    const { method, headers, url: path } = request
    const onward = callProcess({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED' || performance.now() >= until)
        return fail(`${error.code ?? error.message} of ${port}`)
      healthy.set(port, false)
      again()
    })
    onward.end(body)
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => pass(request, Buffer.concat(pieces), response, performance.now() + TRY_MS))
  })
  // As Caddy does: with Node's 5 seconds a call on a busy machine meets a connection that is just being closed.
  server.keepAliveTimeout = 300_000
  const look = async (port: number) => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => ({ ok: false }))
    if (healthy.has(port)) healthy.set(port, ok)
  }
  const timer = setInterval(() => {
    for (const port of healthy.keys()) void look(port)
  }, HEALTH_MS)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Takes a process in; calls reach it once it is ready. */
    async add(port: number) {
      healthy.set(port, false)
      await look(port)
    },
    remove: (port: number) => void healthy.delete(port),
    isServing: (port: number) => healthy.get(port) === true,
    async stop() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
