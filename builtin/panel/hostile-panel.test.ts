import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { startTestServer } from '../../tests/support/server/start-test-server.ts'
import { createPanelClient } from './server/panel-client.ts'

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pageOf = (entries: number, name = 'x', pages = 100_000) =>
  JSON.stringify({
    data: Array.from({ length: entries }, (_, id) => ({ attributes: { id, short: name, long: '' } })),
    meta: { pagination: { total: 1e9, current_page: 1, total_pages: pages } },
  })

function hostilePanel(body: string) {
  let time = 0
  const calls: string[] = []
  return {
    calls,
    async connect() {
      const baseUrl = await listen((request, response) => {
        calls.push(request.url ?? '')
        time += 3_000
        response.setHeader('content-type', 'application/json').end(body)
      })
      const clock = { now: () => time, sleep: async () => undefined }
      return createPanelClient({ baseUrl, apiKey: 'ptla_key', dialect: 'pterodactyl', clock })
    },
  }
}

it.each([
  ['more pages than anybody can read in time', pageOf(1), 'takes too long to list', 7],
  ['more entries than were asked for', pageOf(101), 'more than the 100 entries', 1],
  ['an answer of three megabytes', pageOf(1, 'x'.repeat(3_000_000)), 'too large', 1],
])('[PAN21] stops reading a panel that sends %s', async (_title, body, detail, calls) => {
  const panel = hostilePanel(body)
  const failure = (await panel.connect()).listLocations()
  await expect(failure).rejects.toMatchObject({
    reason: 'unavailable',
    detail: expect.stringContaining(detail),
  })
  expect(panel.calls).toHaveLength(calls)
})

it('[PAN21] tests the connection once at a time', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  const { api } = await server.signIn({ role: 'Administrator' })
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const baseUrl = await listen(({ url = '' }, response) => {
    arrived.resolve()
    const answer = pageOf(url.includes('/locations') ? 1 : 0, 'x', 1)
    void released.promise.then(() => response.setHeader('content-type', 'application/json').end(answer))
  })
  const test = () => api.post('/api/panel/test', { baseUrl, apiKey: 'ptla_any' })
  const first = test()
  await arrived.promise
  expect((await test()).body.error_code).toBe('PANEL_TEST_RUNNING')
  released.resolve()
  expect((await first).body).toMatchObject({ ok: true, problem: null, detail: '', locations: 1 })
  expect((await test()).body).toMatchObject({ ok: true })
})
