import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { standstill } from '../../support/plugins/standstill.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, createShop, openShop, serverSaying, type Shop } from './plugin-shop.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await startTestServer()
  shop = await openShop(server)
})
afterAll(() => server.stop())

/** A server module that loops without end, a moment after its set-up. */
const loops = `export default { kind: 'plugin-server', async setup() { setTimeout(() => { ${standstill} }, 20) } }`
const calm = `export default { kind: 'plugin-server', async setup() {} }`
const byDefault = { inProcess: undefined }

it('[PKG18, ISO11] runs server code of a package in a worker: an endless loop ends that, not the product', async () => {
  await shop.install(await shop.pack(aPluginOf('spins'), { server: loops }), byDefault)
  expect(await shop.find('spins')).toMatchObject({ isolation: { server: 'worker' } })
  await shop.enable('spins')
  await expect
    .poll(() => server.server.gate.faults('spins').map(({ error }) => String(error)))
    .toContainEqual(expect.stringContaining('did not answer for 5 s'))
  expect((await server.anonymous().get('/api/health/live')).status).toBe(200)
})

it('[PKG18] runs it in the process where an administrator allowed that, and keeps it so through an upgrade', async () => {
  const says = (version: string) =>
    shop.pack(aPluginOf('allowed', { version }), { server: serverSaying('allowed', version) })
  await shop.install(await says('1.0.0'), { inProcess: true })
  await shop.enable('allowed')
  expect(await shop.find('allowed')).toMatchObject({ isolation: { server: 'process' }, state: 'active' })
  await shop.install(await says('1.1.0'), byDefault)
  expect(await shop.find('allowed')).toMatchObject({ version: '1.1.0', isolation: { server: 'process' } })
  await shop.install(await says('1.2.0'), { inProcess: false })
  // It needs the process, so the version before runs on, and the page says why.
  expect(await shop.find('allowed')).toMatchObject({
    version: '1.1.0',
    reason: expect.stringMatching(/definePluginServer/),
  })
})

it('[PKG17] never takes a module out of the worker that its author asked for', async () => {
  const zip = await shop.pack(aPluginOf('careful', { isolation: { server: 'worker' } }), { server: calm })
  await shop.install(zip, { inProcess: true })
  expect(await shop.find('careful')).toMatchObject({ isolation: { server: 'worker' } })
})

it('[PLM26] lets only administrators with admin.root allow it into the process', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  await server.server.core.settings.write({ plugin_trusted_keys: `Example Ltd: ${key}` })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const zip = await shop.pack(aPluginOf('signed'), { server: calm, privateKey: pem })
  const { api } = await server.signIn({ permissions: ['admin.plugins.list', 'admin.plugins.edit'] })
  const staff = createShop(api)
  expect(await staff.install(zip, { inProcess: true })).toMatchObject({
    status: 403,
    body: { error_code: 'PLUGIN_NEEDS_ROOT' },
  })
  expect((await staff.install(zip, byDefault)).status).toBe(200)
  expect(await staff.find('signed')).toMatchObject({ isolation: { server: 'worker' } })
})
