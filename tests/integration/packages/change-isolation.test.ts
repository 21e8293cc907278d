import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, PLUGINS, serverSaying, type Shop } from './plugin-shop.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
afterAll(() => server.stop())

const asRoot = async () => (await server.signIn({ permissions: ['admin.root'] })).api
const change = async (id: string, body: object, api = asRoot()) =>
  (await (await api).put(`${PLUGINS}/${id}/isolation`, body)).body

/** A module without imports runs in the process alone. */
const inProcess = { isolated: false, inProcess: true }

it('[PLM37] runs a plugin in another place at once, and says so in the audit log', async () => {
  const manifest = aPluginOf('moves', {
    modules: { page: 'page.js' },
    contributes: {
      routes: [{ id: 'moves', path: '/p/moves', area: 'user', module: 'page', title: '%title%' }],
    },
  })
  const files = { 'page.js': 'export default () => null' }
  await shop.install(await shop.pack(manifest, { server: serverSaying('moves', 'hello'), files }))
  await shop.enable('moves')
  expect(await shop.find('moves')).toMatchObject({ isolation: { server: 'process', browser: 'page' } })
  const { plugin } = (await change('moves', { isolated: true, inProcess: true })) as { plugin: object }
  expect(plugin).toMatchObject({ state: 'active', isolation: { server: 'process', browser: 'frame' } })
  expect(await shop.says('moves')).toBe('hello')
  const { rows } = await server.pool.query(
    `select before, after from kernel.audit where action = 'plugins:isolation-changed' and target = 'moves'`,
  )
  expect(rows).toEqual([{ before: inProcess, after: { isolated: true, inProcess: true } }])
})

it('[PLM37] runs it as before where it does not start so', async () => {
  await shop.install(await shop.pack(aPluginOf('stays'), { server: serverSaying('stays', 'hello') }))
  await shop.enable('stays')
  // It resolves a service of the product, which a worker does not give.
  expect(await change('stays', { isolated: false, inProcess: false })).toMatchObject({
    error_code: 'PACKAGE_ISOLATION_FAILED',
    details: { id: 'stays' },
  })
  expect(await shop.find('stays')).toMatchObject({ state: 'active', isolation: { server: 'process' } })
  expect(await shop.says('stays')).toBe('hello')
})

it('[PLM37] is for plugins from a file, with a fresh password, and the process for root alone', async () => {
  expect(await change('store', inProcess)).toMatchObject({ error_code: 'PACKAGE_NOT_INSTALLED' })
  const stale = await server.signIn({ permissions: ['admin.root'], proven: false })
  expect(await change('stays', inProcess, Promise.resolve(stale.api))).toMatchObject({
    error_code: 'REAUTHENTICATION_REQUIRED',
  })
  const staff = await server.signIn({ permissions: ['admin.plugins.edit', 'admin.plugins.list'] })
  for (const body of [inProcess, { isolated: true, inProcess: false }])
    expect(await change('stays', body, Promise.resolve(staff.api))).toMatchObject({
      error_code: 'PLUGIN_NEEDS_ROOT',
    })
})

it('[PLM36] names plugins whose code is left in the process: off, upgraded, gone; not while it runs', async () => {
  const packed = (version: string) =>
    shop.pack(aPluginOf('leaves', { version }), { server: serverSaying('leaves', version) })
  const left = async () => {
    const { body } = await (await asRoot()).get(PLUGINS)
    return (body['leftInProcess'] as readonly string[]).includes('leaves')
  }
  await shop.install(await packed('1.0.0'))
  expect(await left()).toBe(false)
  await shop.enable('leaves')
  expect(await left()).toBe(false)
  await shop.disable('leaves')
  expect(await left()).toBe(true)
  await shop.enable('leaves')
  expect(await left()).toBe(false)
  await shop.install(await packed('1.1.0'))
  expect([await shop.says('leaves'), await left()]).toEqual(['1.1.0', true])
  await shop.uninstall('leaves', 'remove')
  expect(await left()).toBe(true)
})
