import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** The address that every visitor behind the proxy has. */
export const CLIENT_ADDRESS = '203.0.113.7'

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
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
