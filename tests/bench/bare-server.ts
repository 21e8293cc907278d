import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// What the session answer is held against: the same bytes, and nothing done for them.
const { BARE_BODY: body = '', BARE_TYPE: type = 'application/json; charset=utf-8' } = process.env

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this kind.
  process.send?.((server.address() as AddressInfo).port)
})
for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => process.exit(0))
