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

it('[PKG19] tells open pages the version of the plan, then of each install, upgrade and switch', async () => {
  const { api } = await server.signIn()
  const stream = await followStream(server, api, STREAM)
  expect([stream.status, stream.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const first = Number(await stream.next('plan'))
  expect(first).toBe(await planOf())
  await shop.install(await shop.pack(aPluginOf('told'), { server: serverSaying('told', 'one') }))
  await shop.enable('told')
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
    await shop.pack(aPluginOf('told', { version: '1.1.0' }), { server: serverSaying('told', 'two') }),
  )
  await hearAll()
  await shop.disable('told')
  await hearAll()
  stream.close()
})

it('[PKG19] is for people who are signed in, at most six pages of each, and only for event sources', async () => {
  expect((await visitor.get(STREAM)).body['error_code']).toBe('UNAUTHENTICATED')
  const { api } = await server.signIn()
  const plain = await api.get(STREAM)
  expect([plain.status, plain.body]).toEqual([200, { success: true }])
  const first = await followStream(server, api, STREAM)
  const others = []
  for (let page = 0; page < 6; page += 1) others.push(await followStream(server, api, STREAM))
  expect(await first.until('never')).toBe(false)
  for (const other of others) {
    expect(await other.next('plan')).not.toBeNull()
    other.close()
  }
})
