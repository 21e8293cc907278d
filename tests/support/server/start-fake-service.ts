import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

type Answer = (request: SeenRequest, response: ServerResponse) => void

/** A service of somebody else on this machine, which answers as the test says and remembers what it was asked. */
export async function startFakeService() {
  const seen: SeenRequest[] = []
  let answer: Answer = (_request, response) => response.writeHead(404).end()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      seen.push(asked)
      answer(asked, response)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the service has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    answer(next: Answer) {
      answer = next
    },
    json: (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
      answer = (_request, response) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body))
    },
    close: () =>
      new Promise<void>((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

export type FakeService = Awaited<ReturnType<typeof startFakeService>>
