import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, createShop, openShop, PLUGINS, type Shop } from './plugin-shop.ts'

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString()
const trusted = generateKeyPairSync('ed25519')
const trustedKey = trusted.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const stranger = generateKeyPairSync('ed25519')

let server: TestServer
let root: Shop
let staff: Shop
let staffApi: Awaited<ReturnType<TestServer['signIn']>>['api']

beforeAll(async () => {
  server = await startTestServer()
  root = await openShop(server)
  staffApi = (await server.signIn({ permissions: ['admin.plugins.list', 'admin.plugins.edit'] })).api
  staff = createShop(staffApi)
  await server.server.core.settings.write({
    plugin_trusted_keys: `Example Ltd: ${trustedKey}`,
  })
})
afterAll(() => server.stop())

const inWorker = { inProcess: false }
const refused = { status: 403, body: { error_code: 'PLUGIN_NEEDS_ROOT' } }
const settings = { type: 'object', properties: { greeting: { type: 'string' } } }
const aPackage = (id: string, signer: typeof trusted | null, version = '1.0.0') =>
  root.pack(aPluginOf(id, { version, settings }), {
    server: `export default { kind: 'plugin-server', async setup() {} } // ${version}`,
    ...(signer ? { privateKey: pem(signer.privateKey) } : {}),
  })
const configure = async (id: string) => {
  const address = `${PLUGINS}/${id}/config`
  const { version } = (await staffApi.get(address)).body
  return staffApi.put(address, { values: { greeting: 'hello' }, version })
}

it.each([
  ['unsigned', null],
  ['signed with an unknown key', stranger],
])(
  '[PLM24] keeps a package that is %s for root: its code runs with all permissions of the server',
  async (name, key) => {
    const id = name === 'unsigned' ? 'plain' : 'strange'
    const zip = await aPackage(id, key)
    expect((await staff.review(zip)).problems).toContainEqual({ code: 'PLUGIN_NEEDS_ROOT', details: {} })
    expect(await staff.install(zip, inWorker)).toMatchObject(refused)
    expect(await staff.find(id)).toBeUndefined()
    expect((await root.review(zip)).problems).toEqual([])
    expect((await root.install(zip)).status).toBe(200)
    expect(await staff.enable(id)).toMatchObject(refused)
    expect(await configure(id)).toMatchObject(refused)
    expect((await root.enable(id)).status).toBe(200)
    expect(await staff.install(await aPackage(id, key, '2.0.0'))).toMatchObject(refused)
    // Stopping it needs no such trust.
    expect((await staff.disable(id)).status).toBe(200)
  },
)

it('[PLM24] lets staff handle what a trusted key signed, but not go back to an older version', async () => {
  const old = await aPackage('trusty', trusted)
  const zip = await aPackage('trusty', trusted, '2.0.0')
  expect((await staff.review(zip)).problems).toEqual([])
  expect((await staff.install(zip, inWorker)).status).toBe(200)
  expect((await staff.enable('trusty')).status).toBe(200)
  expect((await configure('trusty')).status).toBe(200)
  expect(await staff.install(old, inWorker)).toMatchObject(refused)
  expect((await root.install(old)).status).toBe(200)
})

it('[PLM24] leaves built-ins to those who may edit plugins', async () => {
  expect((await staff.disable('earn', true)).status).toBe(200)
  expect((await staff.enable('earn')).status).toBe(200)
})
