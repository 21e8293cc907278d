import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

// The reference for the session answer: the same bytes and headers, without any work.
const { BARE_BODY: body = '', BARE_HEADERS: told = '{}' } = process.env
const headers = {
  'content-type': 'application/json; charset=utf-8',
  ...z.record(z.string(), z.string()).parse(JSON.parse(told)),
  'content-length': Buffer.byteLength(body),
}

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this kind.
  process.send?.((server.address() as AddressInfo).port)
})
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(0))
