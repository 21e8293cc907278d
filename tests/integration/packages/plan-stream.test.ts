import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../support/server/api-client.ts'
import { followStream } from '../../support/server/follow-stream.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

const STREAM = '/api/system/plan/stream'

let server: TestServer
let shop: Shop
let visitor: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  visitor = server.anonymous()
})
afterAll(() => server.stop())

const planOf = async () => Number((await visitor.get('/api/system/plan')).body['version'])

it.each([
  ['who is signed in', async () => (await server.signIn()).api],
  ['who is a guest', async () => server.anonymous()],
])('[PKG19] tells a page of somebody %s the plan, then each install, upgrade and switch', async (_, come) => {
  const api = await come()
  const id = `told-${api.jar.size === 0 ? 'guest' : 'user'}`
  const stream = await followStream(server, api, STREAM)
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const first = Number(await stream.next('plan'))
  expect(first).toBe(await planOf())
  await shop.install(await shop.pack(aPluginOf(id), { server: serverSaying(id, 'one') }))
  await shop.enable(id)
  let heard = first
  let known = first
  const listen = async () => {
    for (let next = await stream.next('plan'); next !== null; next = await stream.next('plan'))
      heard = Number(next)
  }
  // It rejects when the stream is closed below.
  listen().catch(() => undefined)
  const hearAll = async () => {
    const wanted = await planOf()
    expect(wanted).toBeGreaterThan(known)
    known = wanted
    await vi.waitFor(() => expect(heard).toBeGreaterThanOrEqual(wanted), { timeout: 30_000 })
  }
  await hearAll()
  await shop.install(
    await shop.pack(aPluginOf(id, { version: '1.1.0' }), { server: serverSaying(id, 'two') }),
  )
  await hearAll()
  await shop.disable(id)
  await hearAll()
  stream.close()
})

it('[PKG26] is only for event sources, of pages of the product itself', async () => {
  const plain = await visitor.get(STREAM)
  expect([plain.status, plain.body]).toEqual([200, { success: true }])
  const asking = (site: string) =>
    fetch(server.url + STREAM, { headers: { accept: 'text/event-stream', 'sec-fetch-site': site } })
  for (const site of ['cross-site', 'same-site'])
    expect(await (await asking(site)).json()).toEqual({ success: true })
  const own = await asking('same-origin')
  expect(own.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await own.body?.cancel()
})

it('[PKG19] keeps six pages of each person', async () => {
  const { api } = await server.signIn()
  const first = await followStream(server, api, STREAM)
  const others = []
  for (let page = 0; page < 6; page += 1) others.push(await followStream(server, api, STREAM))
  expect(await first.until('never')).toBe(false)
  for (const other of others) {
    expect(await other.next('plan')).not.toBeNull()
    other.close()
  }
})
