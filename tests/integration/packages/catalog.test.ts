import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aPluginOf, createShop, type Shop } from './plugin-shop.ts'
import type { ApiClient } from '../../support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { entryOf, factsOf, startCatalog } from '../../support/plugins/catalog-double.ts'

const CATALOG = '/api/plugin-catalog'

let server: TestServer
let root: ApiClient
let shop: Shop
let catalog: Awaited<ReturnType<typeof startCatalog>>

beforeAll(async () => {
  server = await startTestServer()
  root = (await server.signIn({ permissions: ['admin.root'] })).api
  shop = createShop(root)
})
afterAll(() => server.stop())
beforeEach(async () => {
  catalog = await startCatalog()
})
afterEach(() => catalog.stop())

const subscribe = (text: string) => server.server.core.settings.write({ plugin_catalogs: text })

interface Item {
  readonly id: string
  readonly state: string
  readonly version: string
}
const read = async (api = root, query = '') => {
  const { body } = await api.get(`${CATALOG}${query}`)
  return body as unknown as {
    catalogs: { name: string | null; problem: string | null; readAt: string | null }[]
    plugins: (Item & Record<string, unknown>)[]
  }
}
const refresh = async () => {
  expect((await root.post(`${CATALOG}/refresh`)).status).toBe(200)
  return read()
}
const review = (id: string, version: string, api = root) =>
  api.post(`${CATALOG}/review`, { catalog: catalog.url, id, version })

const aPackage = (id: string, version = '1.0.0', more = {}) =>
  shop.pack(aPluginOf(id, { version, ...more }), {
    server: `export default { kind: 'plugin-server', async setup() {} } // ${version}`,
  })

describe('the subscription', () => {
  it.each([
    'https://example.com/index.json',
    `http://example.com/index.json ${'A'.repeat(59)}=`,
    `https://example.com/index.json ${'A'.repeat(20)}=`,
    `https://example.com/i.json ${'A'.repeat(59)}=\nhttps://example.com/i.json ${'B'.repeat(59)}=`,
  ])('[PCG2] refuses %j', async (text) => {
    await expect(subscribe(text)).rejects.toThrow()
  })

  it('[PCG2] is for people who may add code to the product', async () => {
    const { api } = await server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })
    const answer = await api.patch('/api/settings', { values: { plugin_catalogs: catalog.line } })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect((await read()).catalogs).toEqual([])
  })
})

describe('an index', () => {
  it('[PCG3, PCG6] is read when it is added, and shown in the language of the reader', async () => {
    catalog.publish([entryOf('greeter', [{ version: '1.0.0' }])])
    await subscribe(catalog.line)
    expect(await read(root, '?language=de')).toMatchObject({
      catalogs: [{ name: 'Example plugins', problem: null }],
      plugins: [
        { id: 'greeter', title: 'Das greeter', state: 'available', version: '1.0.0', installed: null },
      ],
    })
    expect((await read(root, '?language=fr')).plugins[0]).toMatchObject({ title: 'The greeter' })
  })

  it.each([
    ['without an answer', 'UNREACHABLE', () => catalog.files.clear()],
    ['that is no JSON', 'FORMAT', () => catalog.files.set('/index.json', 'no')],
    ['without a signature', 'SIGNATURE', () => catalog.files.set('/index.json', '{"format":1}')],
    [
      'that somebody changed',
      'SIGNATURE',
      () =>
        catalog.files.set(
          '/index.json',
          String(catalog.files.get('/index.json')).replace('The greeter', 'The better'),
        ),
    ],
    [
      'that is older than the known one',
      'OLDER',
      () => catalog.publish([entryOf('greeter', [{ version: '0.9.0' }])], '2026-05-01T23:59:59.000Z'),
    ],
  ])('[PCG3] %s changes nothing and says why', async (_name, problem, spoil) => {
    catalog.publish([entryOf('greeter', [{ version: '1.0.0' }])])
    await subscribe(catalog.line)
    expect((await read()).catalogs[0]?.problem).toBeNull()
    spoil()
    expect(await refresh()).toMatchObject({
      catalogs: [{ name: 'Example plugins', problem }],
      plugins: [{ id: 'greeter', version: '1.0.0' }],
    })
  })

  it('[PCG3] of another key counts for nothing', async () => {
    catalog.publish([entryOf('greeter', [{ version: '1.0.0' }])])
    const other = await startCatalog()
    await other.stop()
    await subscribe(`${catalog.url} ${other.key}`)
    expect(await read()).toMatchObject({ catalogs: [{ problem: 'SIGNATURE', readAt: null }], plugins: [] })
  })

  it('[PCG6] is forgotten with its line', async () => {
    catalog.publish([entryOf('greeter', [{ version: '1.0.0' }])])
    await subscribe(catalog.line)
    await read()
    await subscribe('')
    expect(await read()).toEqual({ success: true, catalogs: [], plugins: [] })
  })
})

describe('a plugin', () => {
  it('[PCG4] is offered in the newest version made for this product', async () => {
    catalog.publish([
      entryOf('greeter', [
        { version: '1.9.0' },
        { version: '1.10.0' },
        { version: '3.0.0', engines: { shell: '>=900' } },
      ]),
      entryOf('later', [{ version: '1.0.0', engines: { sdk: '^900.0.0' } }]),
      entryOf('coins', [{ version: '99.0.0' }]),
    ])
    await subscribe(catalog.line)
    expect((await read()).plugins.map(({ id, state, version }) => [id, state, version])).toEqual([
      ['greeter', 'available', '1.10.0'],
      ['later', 'incompatible', '1.0.0'],
      ['coins', 'taken', '99.0.0'],
    ])
  })

  it('[PCG4, PCG5, PCG8] is installed and updated from the catalog', async () => {
    const [one, two] = [await aPackage('greeter'), await aPackage('greeter', '1.1.0')]
    catalog.files.set('/greeter-1.0.0.zip', one)
    catalog.publish([entryOf('greeter', [{ version: '1.0.0', ...factsOf(one) }])])
    await subscribe(catalog.line)
    await read()
    const answer = await review('greeter', '1.0.0')
    expect(answer.status).toBe(200)
    const id = String(answer.body['review'])
    const shown = (await root.get(`/api/plugin-manager/packages/${id}`)).body['review']
    const { consent } = shown as { consent: string }
    const installed = await root.post(`/api/plugin-manager/packages/${id}/install`, {
      consent,
      inProcess: false,
    })
    expect(installed.status).toBe(200)
    expect((await read()).plugins[0]).toMatchObject({ state: 'installed', installed: '1.0.0' })
    catalog.files.set('/greeter-1.1.0.zip', two)
    catalog.publish(
      [
        entryOf('greeter', [
          { version: '1.0.0', ...factsOf(one) },
          { version: '1.1.0', ...factsOf(two) },
        ]),
      ],
      '2026-06-01T00:00:00.000Z',
    )
    expect((await refresh()).plugins[0]).toMatchObject({
      state: 'update',
      installed: '1.0.0',
      version: '1.1.0',
    })
    expect((await review('greeter', '1.1.0')).status).toBe(200)
  })

  it('[PCG5] that is not what the index says is not taken', async () => {
    const zip = await aPackage('swapped')
    const twisted = Buffer.from(zip)
    twisted[twisted.length - 1] = 1
    const versions = [
      { version: '1.0.0', ...factsOf(zip) },
      { version: '1.0.1', ...factsOf(zip), bytes: zip.length - 1 },
      { version: '1.0.2', ...factsOf(zip) },
      { version: '1.0.3', ...factsOf(zip) },
    ]
    catalog.publish([entryOf('swapped', versions)])
    catalog.files.set('/swapped-1.0.0.zip', twisted)
    catalog.files.set('/swapped-1.0.1.zip', zip)
    catalog.files.set('/swapped-1.0.2.zip', zip)
    await subscribe(catalog.line)
    const failed = async (version: string) => {
      const { status, body } = await review('swapped', version)
      return [status, body['error_code']]
    }
    expect(await failed('1.0.0')).toEqual([409, 'CATALOG_PACKAGE_CHANGED'])
    expect(await failed('1.0.1')).toEqual([502, 'CATALOG_UNREACHABLE'])
    expect(await failed('1.0.2')).toEqual([409, 'CATALOG_PACKAGE_CHANGED'])
    expect(await failed('1.0.3')).toEqual([502, 'CATALOG_UNREACHABLE'])
    expect(await failed('7.0.0')).toEqual([404, 'NOT_FOUND'])
  })

  it('[PCG5] is followed to where the host says that it is', async () => {
    const zip = await aPackage('mover')
    catalog.files.set('/elsewhere.zip', zip)
    catalog.move('/mover-1.0.0.zip', new URL('/elsewhere.zip', catalog.url).href)
    catalog.publish([entryOf('mover', [{ version: '1.0.0', ...factsOf(zip) }])])
    await subscribe(catalog.line)
    expect((await review('mover', '1.0.0')).status).toBe(200)
  })

  it('[PCG5] is not fetched from another private address, nor followed to one', async () => {
    const zip = await aPackage('inside')
    const inside = await startCatalog()
    inside.files.set('/inside.zip', zip)
    const url = new URL('/inside.zip', inside.url).href
    catalog.publish([entryOf('inside', [{ version: '1.0.0', ...factsOf(zip), url }])])
    await subscribe(catalog.line)
    expect((await review('inside', '1.0.0')).body['error_code']).toBe('CATALOG_UNREACHABLE')
    catalog.move('/inside-1.0.0.zip', url)
    catalog.publish([entryOf('inside', [{ version: '1.0.0', ...factsOf(zip) }])], '2026-06-01T00:00:00.000Z')
    await refresh()
    expect((await review('inside', '1.0.0')).body['error_code']).toBe('CATALOG_UNREACHABLE')
    await inside.stop()
  })
})

it('[PCG1] looks, checks and installs with their permissions', async () => {
  catalog.publish([entryOf('greeter', [{ version: '1.0.0' }])])
  await subscribe(catalog.line)
  const viewer = (await server.signIn({ permissions: ['admin.plugins.list'] })).api
  const nobody = (await server.signIn({ permissions: ['admin.settings.view'] })).api
  expect((await viewer.get(CATALOG)).status).toBe(200)
  expect((await nobody.get(CATALOG)).status).toBe(403)
  expect((await viewer.post(`${CATALOG}/refresh`)).status).toBe(403)
  expect((await review('greeter', '1.0.0', viewer)).status).toBe(403)
})
