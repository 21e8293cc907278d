import https, { createServer, type RequestOptions } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { generate } from 'selfsigned'

export interface Received {
  readonly host: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Response {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string
}

const loopback: LookupFunction = (_host, { all }, done) => {
  if (all) done(null, [{ address: '127.0.0.1', family: 4 }])
  else done(null, '127.0.0.1', 4)
}

/** A server of somebody else, by the names of its hosts: all calls of the product to them arrive here until it is stopped. */
export async function startOutsideService(hosts: readonly string[]) {
  const altNames = hosts.map((value) => ({ type: 2 as const, value }))
  const pair = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    extensions: [{ name: 'subjectAltName', altNames }],
  })
  const state = { respond: (_request: Received): Response => ({ status: 200 }) }
  const received: Received[] = []
  const server = createServer({ key: pair.private, cert: pair.cert }, (request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { headers, url = '' } = request
      const got = { host: String(headers.host).replace(/:\d+$/, ''), path: url, headers, body }
      received.push(got)
      const { status, headers: sent = {}, body: text = 'ok' } = state.respond(got)
      response.writeHead(status, sent).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const original = https.request
  const led = (url: URL, options: RequestOptions) =>
    hosts.includes(url.hostname)
      ? original(url, { ...options, port, ca: pair.cert, lookup: loopback })
      : original(url, options)
  // The product calls it in this form alone.
  https.request = led as typeof https.request
  return {
    received,
    answer(respond: (request: Received) => Response) {
      state.respond = respond
    },
    stop() {
      https.request = original
      server.closeAllConnections()
      server.close()
    },
  }
}
