import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

let server: TestServer
let shop: Shop
/** The set-up of the new version asks here, and goes on when it is answered. */
const latch = createServer()
beforeAll(async () => {
  // The machine may be busy: how long a call waits is another test's.
  server = await startTestServer({ holdMs: 60_000 })
  shop = await openShop(server)
  latch.listen(0, '127.0.0.1')
  await once(latch, 'listening')
})
afterAll(async () => {
  await server.stop()
  latch.close()
})

it('[KRN24] calls of a plugin that is being upgraded wait for the new version', async () => {
  const { port } = latch.address() as AddressInfo
  await shop.install(await shop.pack(aPluginOf('busy'), { server: serverSaying('busy', 'one') }))
  await shop.enable('busy')
  expect(await shop.says('busy')).toBe('one')

  const slow = serverSaying('busy', 'two', `await fetch('http://127.0.0.1:${port}/')`)
  const next = await shop.pack(aPluginOf('busy', { version: '1.1.0' }), {
    server: slow.replace('setup({', 'async setup({'),
  })
  const asked = once(latch, 'request') as Promise<[unknown, ServerResponse]>
  const upgraded = shop.install(next)
  const [, response] = await asked
  // The old version is gone by now, and the new one is not there yet.
  const arrived = new Promise<void>((resolve) => {
    let waiting = 2
    server.server.dispatcher.server.on('request', () => {
      waiting -= 1
      if (waiting === 0) resolve()
    })
  })
  const calls = [shop.says('busy'), shop.says('busy')]
  await arrived
  response.end()
  expect((await upgraded).status).toBe(200)
  expect(await Promise.all(calls)).toEqual(['two', 'two'])
})
