import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPluginOf, openShop, type Shop } from './plugin-shop.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const calm = `export default { kind: 'plugin-server', async setup() {} }`
const budgets = '/api/coins/plugin-budgets'
let server: TestServer
let shop: Shop

const install = async (id: string, version = '1.0.0') => {
  const input = aPluginOf(id, { title: 'Spin', version, capabilities: ['server.services:coins.wallet'] })
  return shop.install(await shop.pack(input, { server: calm }), { inProcess: false })
}

beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
  await install('spin')
  await shop.install(await shop.pack(aPluginOf('calm'), { server: calm }))
})
afterAll(() => server.stop())

const set = async (permissions: readonly string[], perDay: number, plugin = 'spin', proven = true) =>
  (await server.signIn({ permissions, proven })).api.put(`${budgets}/${plugin}`, { perDay })

it('[COI38] is read with the list of plugins and set by staff who may adjust coins, with a fresh password', async () => {
  const nobody = await server.anonymous().put(`${budgets}/spin`, { perDay: 5 })
  expect(nobody.status).toBe(401)
  for (const permissions of [[], ['admin.plugins.list', 'admin.plugins.edit']])
    expect((await set(permissions, 5)).status).toBe(403)
  expect(await set(['admin.coins.edit'], 5, 'spin', false)).toMatchObject({
    status: 403,
    body: { error_code: 'REAUTHENTICATION_REQUIRED' },
  })
  expect(await set(['admin.coins.edit'], 500)).toMatchObject({
    status: 200,
    body: { perDay: 500, paidToday: 0 },
  })
  const { api } = await server.signIn({ permissions: ['admin.plugins.list'] })
  expect((await api.get(`${budgets}/spin`)).body).toMatchObject({ perDay: 500, paidToday: 0 })
  expect((await (await server.signIn()).api.get(`${budgets}/spin`)).status).toBe(403)
})

it('[COI38] is audited with the one before', async () => {
  await set(['admin.coins.edit'], 600)
  await set(['admin.coins.edit'], 700)
  const { rows } = await server.pool.query(
    `select target, before, after from kernel.audit where action = 'coins:plugin_budget_set' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ target: 'spin', before: { perDay: 600 }, after: { perDay: 700 } }])
})

it('[COI38] is for plugins that use coins, and no number but a whole one', async () => {
  for (const plugin of ['calm', 'nothing'])
    expect(await set(['admin.coins.edit'], 5, plugin)).toMatchObject({
      status: 404,
      body: { error_code: 'COINS_NO_WALLET' },
    })
  for (const perDay of [-1, 0.5, 1_000_000_001])
    expect((await set(['admin.coins.edit'], perDay)).status).toBe(400)
})

it('[COI39] stays below what staff may adjust in a day, unless root sets it', async () => {
  await server.server.core.settings.write({ coins_adjustment_daily_max: 1000 })
  expect(await set(['admin.coins.edit'], 1001)).toMatchObject({
    status: 403,
    body: { error_code: 'COINS_BUDGET_CEILING' },
  })
  expect((await set(['admin.coins.edit'], 1000)).status).toBe(200)
  expect((await set(['admin.root'], 5000)).body).toMatchObject({ perDay: 5000 })
})

it('[COI40] goes with the data of the plugin: the next one under its id begins without', async () => {
  await install('gone')
  await set(['admin.coins.edit'], 50, 'gone')
  const perDay = async () => {
    const { api } = await server.signIn({ permissions: ['admin.plugins.list'] })
    return (await api.get(`${budgets}/gone`)).body['perDay']
  }
  await shop.uninstall('gone', 'keep')
  await install('gone')
  expect(await perDay()).toBe(50)
  await shop.uninstall('gone', 'remove')
  await install('gone')
  await expect.poll(perDay).toBe(null)
})

it('[PLM25] tells in the words of the dashboard what the service hands over', async () => {
  const input = aPluginOf('asks', { capabilities: ['server.services:coins.wallet'] })
  const { rights } = await shop.review(await shop.pack(input, { server: calm }))
  expect(rights).toContainEqual({
    kind: 'service',
    value: 'coins.wallet',
    detail: expect.stringContaining('take coins from any user'),
    isNew: true,
  })
})
