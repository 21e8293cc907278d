import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { Transform, type Duplex } from 'node:stream'
import { generate } from 'selfsigned'

/** The address that every visitor behind the proxy has. */
export const CLIENT_ADDRESS = '203.0.113.7'

/** How a line is: whole, with what it carries to the product held on its way, or cut. */
export type Line = 'good' | 'held' | 'cut'

/** TLS in front of the product, as a reverse proxy has it: own certificate, own port. */
export async function startHttpsProxy(
  name: string,
  target: () => number,
  /** Text that a middlebox adds to the answer for a path; empty for none. */
  addTo: (path: string) => string = () => '',
) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  // A kept connection may be closed by the product at the moment it is used again.
  const agent = new http.Agent({ keepAlive: false })
  let line: Line = 'good'
  const connections = new Set<Duplex>()
  const held = new Set<() => void>()
  const pass = () =>
    new Transform({
      transform(piece, _encoding, done) {
        if (line === 'held') held.add(() => done(null, piece))
        else done(null, piece)
      },
    })
  const server = https.createServer({ key, cert }, (request, response) => {
    const onward = http.request(
      {
        agent,
        host: '127.0.0.1',
        port: target(),
        method: request.method,
        path: request.url,
        // Compressed text cannot be added to.
        headers: {
          ...request.headers,
          ...(addTo(request.url ?? '') && { 'accept-encoding': 'identity' }),
          'x-forwarded-for': CLIENT_ADDRESS,
          'x-forwarded-proto': 'https',
        },
      },
      (answer) => {
        const added = addTo(request.url ?? '')
        const { 'content-length': _length, ...headers } = answer.headers
        response.writeHead(answer.statusCode ?? 502, added ? headers : answer.headers)
        if (added) answer.on('end', () => response.end(added))
        answer.pipe(response, { end: !added })
      },
    )
    onward.on('error', () => response.writeHead(502).end())
    request.on('close', () => request.complete || onward.destroy())
    request.pipe(pass()).pipe(onward)
  })
  // As Caddy does: with Node's 5 seconds a browser on a busy machine meets connections that are just being closed.
  server.keepAliveTimeout = 300_000
  server.on('connection', (connection: Duplex) => {
    if (line === 'cut') connection.destroy()
    connections.add(connection)
    connection.on('close', () => connections.delete(connection))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    setLine(next: Line) {
      line = next
      if (line === 'cut') for (const each of connections) each.destroy()
      for (const go of held) go()
      held.clear()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
