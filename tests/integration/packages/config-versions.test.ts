import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPluginOf, openShop } from './plugin-shop.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const settings = {
  type: 'object',
  properties: { notice: { type: 'string' }, keep_days: { type: 'integer' } },
}
const address = '/api/plugin-manager/plugins/configured/config'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const shop = await openShop(server)
  await shop.install(await shop.pack(aPluginOf('configured', { settings })))
})
afterAll(() => server.stop())

it('[PLM27] refuses a configuration that someone else has changed since it was read', async () => {
  const { api: ada } = await server.signIn({ role: 'Administrator' })
  const { api: grace } = await server.signIn({ role: 'Administrator' })
  const read = async () => (await ada.get(address)).body
  const { version, ...before } = await read()
  const values = before['values'] as object
  const first = await ada.put(address, { values: { ...values, notice: 'Back at nine' }, version })
  expect(first.status).toBe(200)
  const late = await grace.put(address, { values: { ...values, keep_days: 60 }, version })
  expect([late.status, late.body.error_code]).toEqual([409, 'STALE_EDIT'])
  expect((await read())['values']).toEqual({ ...values, notice: 'Back at nine' })
  expect((await read())['version']).toBe(first.body['version'])
})

it('[PLM27] stores one of two configurations that are sent at once', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  const { version } = (await api.get(address)).body
  const answers = await Promise.all(
    ['One', 'Two'].map((notice) => api.put(address, { values: { notice }, version })),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})
