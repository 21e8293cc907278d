import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createPanelExchange } from './server/panel-exchange.ts'

/** Answers the first call of each connection, and closes the connection when a second one arrives on it. */
async function startForgetfulPanel() {
  const calls: string[] = []
  const known = new WeakSet<object>()
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`)
    if (known.has(request.socket)) return void request.socket.destroy()
    known.add(request.socket)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const exchange = createPanelExchange('http:')
  const send = (method: string, path: string) =>
    exchange({ url: url + path, method, headers: {}, timeoutMs: 60_000 })
  return { calls, send }
}

it('[PAN42] sends a read once more where the panel closed the kept connection', async () => {
  const { calls, send } = await startForgetfulPanel()
  await send('GET', '/first')
  expect(await send('GET', '/second')).toMatchObject({ status: 200 })
  expect(calls).toEqual(['GET /first', 'GET /second', 'GET /second'])
})

it('[PAN42] does not send a write again that may have arrived', async () => {
  const { calls, send } = await startForgetfulPanel()
  await send('GET', '/first')
  await expect(send('POST', '/second')).rejects.toMatchObject({ reason: 'unknown-outcome' })
  expect(calls).toEqual(['GET /first', 'POST /second'])
})
