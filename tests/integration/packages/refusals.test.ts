import {
  installPackage,
  LARGEST_PACKAGE,
  reviewPackage,
  uninstallPlugin,
} from '@spawnpoint/contracts/plugin-manager'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { packageFailure } from '../../../sdk/package/package-failure.ts'
import { PACKAGE_LIMITS } from '../../../sdk/package/package-limits.ts'
import { trustedKeyLine } from '../../../sdk/package/trusted-keys.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { craftFiles, craftZip, forge, type CraftOptions } from '../../support/plugins/craft-package.ts'
import { hostileManifests, hostilePaths } from '../../support/plugins/hostile-attempts.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

const plugins = createPluginsFolder()
let server: TestServer
let shop: Shop
beforeAll(async () => {
  plugins.write({ id: 'in-folder', version: '1.0.0', title: 'In folder', description: 'Lies there' }, null)
  server = await startTestServer({
    roots: { builtin: join(ROOT, 'builtin'), plugins: plugins.folder, locales: join(ROOT, 'locales') },
  })
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})
// Uploads are limited for each person.
beforeEach(async () => {
  shop = await openShop(server)
})

const input = aPluginOf('crafted')
const kept = async () => (await server.pool.query('select from kernel.package_review')).rowCount ?? 0

async function refusal(zip: Buffer) {
  const before = await kept()
  const { status, body } = await shop.upload(zip)
  expect(await kept()).toBe(before)
  return { status, code: body.error_code, body }
}

const withFile = (path: string, content: Buffer | string, options = {}) =>
  craftZip([...craftFiles(input), { path, content: Buffer.from(content), options }])

const little = (size: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(size)
  return bytes.toString('latin1')
}

describe('[PKG2] a file that is no package of ours', () => {
  it.each([
    ['text', () => Buffer.from('hello')],
    ['nothing', () => Buffer.alloc(0)],
    ['half a zip', async () => (await shop.pack(input)).subarray(0, 300)],
    [
      'a zip whose data is not what its headers say',
      async () => {
        const zip = await shop.pack(input, { files: { 'browser/long.txt': 'x'.repeat(5_000) } })
        return Buffer.concat([Buffer.alloc(60), zip.subarray(60)])
      },
    ],
  ])('%s', async (_name, make) => {
    expect(await refusal(await make())).toMatchObject({ status: 400, code: 'PACKAGE_NOT_A_ZIP' })
  })

  it('a file larger than is read', async () => {
    const large = await refusal(Buffer.alloc(20 * 1024 * 1024 + 1))
    expect(large).toMatchObject({ status: 413, code: 'PACKAGE_TOO_LARGE' })
    expect(large.body['details']).toEqual({ bytes: 20_971_521, max: 20_971_520 })
  })

  it('anything that is not sent as a zip', async () => {
    const { api } = await server.signIn({ permissions: ['admin.root'] })
    const path = '/api/plugin-manager/packages'
    expect((await api.post(path, { any: 'json' })).body.error_code).toBe('VALIDATION')
    const text = new Blob(['x'], { type: 'text/plain' })
    expect((await api.post(path, text)).body.error_code).toBe('CONTENT_TYPE')
  })
})

describe('[PKG2] a package that reaches out of its folder', () => {
  it.each(hostilePaths)('%j', async (path) => {
    const zip = forge(await withFile('AAAAAAAAAA', 'evil'), 'AAAAAAAAAA', path)
    expect(await refusal(zip)).toMatchObject({ status: 400, code: 'PACKAGE_PATH_OUTSIDE' })
  })

  it.each([
    ['a link', 0o120_777],
    ['a device', 0o020_666],
  ])('%s', async (_name, mode) => {
    const zip = await withFile('browser/link', '/etc/passwd', { mode })
    expect(await refusal(zip)).toMatchObject({ code: 'PACKAGE_SYMLINK' })
  })

  it.each([
    ['the same path', 'locales/en.json'],
    ['the same path where case is folded', 'Locales/EN.json'],
    ['a file where a folder is', 'locales/en.json/more'],
  ])('%s twice', async (_name, path) => {
    expect(await refusal(await withFile(path, 'other'))).toMatchObject({ code: 'PACKAGE_ENTRY_TWICE' })
  })
})

describe('[PKG2] a package that unpacks to more than is allowed', () => {
  it('by a file that packs too well', async () => {
    const zip = await withFile('browser/zeros', Buffer.alloc(30 * 1024 * 1024))
    expect(await refusal(zip)).toMatchObject({ status: 400, code: 'PACKAGE_BOMB' })
  })

  it('by the sum of its files', async () => {
    const size = 0x01_02_03
    const zip = await withFile('browser/big', randomBytes(size))
    const forged = forge(zip, little(size), little(0x7f_ff_ff_ff))
    expect(await refusal(forged)).toMatchObject({ code: 'PACKAGE_BOMB' })
  })

  it('by a file that says it is small', async () => {
    const size = 0x00_5a_a5
    const zip = await withFile('browser/liar', Buffer.alloc(size, 'ab'))
    expect(await refusal(forge(zip, little(size), little(100)))).toMatchObject({ code: 'PACKAGE_BOMB' })
  })

  it('by the number of its files', async () => {
    const many = Array.from({ length: 2_001 }, (_each, index) => ({
      path: `browser/${index}`,
      content: Buffer.from('x'),
    }))
    expect(await refusal(await craftZip(many))).toMatchObject({ code: 'PACKAGE_BOMB' })
  })
})

it('has for each refusal the status that the contract tells', () => {
  expect(PACKAGE_LIMITS.bytes).toBe(LARGEST_PACKAGE)
  const codes = Object.entries({ ...reviewPackage.fails, ...installPackage.fails, ...uninstallPlugin.fails })
  const ours = codes.filter(([code]) => code.startsWith('PACKAGE_'))
  expect(ours.map(([code]) => [code, packageFailure(code).status])).toEqual(ours)
})

describe('[PKG3] a manifest', () => {
  it.each(hostileManifests)('%s', async (_name, spoil, fields) => {
    const answer = await refusal(await craftZip(craftFiles(input, { spoil })))
    expect(answer).toMatchObject({ status: 400, code: 'PACKAGE_MANIFEST' })
    expect(answer.body['fields']).toMatchObject(fields)
  })

  it('that is missing, or no JSON', async () => {
    const [, ...others] = craftFiles(input)
    const missing = await refusal(await craftZip(others))
    expect(missing.body['fields']).toEqual({ 'manifest.json': 'E_MANIFEST_MISSING' })
    const broken = { path: 'manifest.json', content: Buffer.from('{') }
    const answer = await refusal(await craftZip([broken, ...others]))
    expect(answer.body['fields']).toEqual({ 'manifest.json': 'E_MANIFEST_JSON' })
  })
})

describe('[PKG3] files that are not what the manifest says', () => {
  it('changed, missing, or not listed', async () => {
    const files = craftFiles(input, { files: { 'browser/a.js': 'good' } })
    const changed = files.map((each) =>
      each.path === 'browser/a.js' ? { ...each, content: Buffer.from('evil') } : each,
    )
    const missing = files.filter(({ path }) => path !== 'browser/a.js')
    const added = [...files, { path: 'browser/b.js', content: Buffer.from('evil') }]
    for (const [zip, path] of [
      [changed, 'browser/a.js'],
      [missing, 'browser/a.js'],
      [added, 'browser/b.js'],
    ] as const) {
      const answer = await refusal(await craftZip(zip))
      expect(answer).toMatchObject({ status: 400, code: 'PACKAGE_HASH', body: { details: { path } } })
    }
  })
})

describe('[PKG4] signatures', () => {
  const pem = (key: ReturnType<typeof generateKeyPairSync>['publicKey']) =>
    key.export({ type: 'spki', format: 'pem' }).toString()
  const pair = generateKeyPairSync('ed25519')
  const stranger = generateKeyPairSync('ed25519')
  const secretOf = ({ privateKey }: typeof pair) =>
    privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signed = (by = pair, more: CraftOptions = {}) =>
    craftZip(craftFiles(input, { privateKey: secretOf(by), ...more }))
  const write = (plugin_signature_policy: string) =>
    server.server.core.settings.write({
      plugin_signature_policy,
      plugin_trusted_keys: trustedKeyLine('Example Ltd', pem(pair.publicKey)),
    })

  it('are told by name, warned about, or demanded, as the operator wants', async () => {
    await write('warn')
    const good = await shop.review(await signed())
    expect([good.signature, good.warnings]).toEqual([
      expect.objectContaining({ state: 'valid', keyName: 'Example Ltd' }),
      [],
    ])
    const unknown = await shop.review(await signed(stranger))
    expect(unknown.signature.state).toBe('unknownKey')
    expect(unknown.warnings.map(({ code }) => code)).toEqual(['PACKAGE_UNKNOWN_SIGNER'])
    await write('off')
    expect((await shop.review(await shop.pack(input))).warnings).toEqual([])
    await write('require')
    for (const zip of [await shop.pack(input), await signed(stranger)])
      expect((await shop.install(zip)).body.error_code).toBe('PACKAGE_UNSIGNED')
    expect((await shop.install(await signed())).status).toBe(200)
    await write('warn')
    const later = craftFiles({ ...input, version: '1.0.1' }, { privateKey: secretOf(stranger) })
    const { warnings } = await shop.review(await craftZip(later))
    expect(warnings.map(({ code }) => code)).toEqual(['PACKAGE_UNKNOWN_SIGNER', 'PACKAGE_SIGNER_CHANGED'])
    await shop.uninstall('crafted', 'remove')
  })

  it('that do not fit what they sign are refused, whatever the operator wants', async () => {
    await write('off')
    const tampered = await signed(pair, { spoil: (manifest) => (manifest['version'] = '9.9.9') })
    expect(await refusal(tampered)).toMatchObject({ status: 400, code: 'PACKAGE_SIGNATURE' })
    await write('warn')
  })

  it('are judged by a list in which every line is a key', async () => {
    const bad = server.server.core.settings.write({ plugin_trusted_keys: 'Somebody: not-a-key' })
    await expect(bad).rejects.toMatchObject({ fields: { plugin_trusted_keys: 'trusted_keys' } })
  })
})

describe('[PKG5] a good package that does not fit here', () => {
  const problemsOf = async (zip: Buffer) => (await shop.review(zip)).problems
  const permission = (constant: string, value: string) => ({
    permissions: { defines: [{ constant, value, category: 'Test', description: 'test' }] },
  })

  it('with the id of a built-in or of one in the plugins folder', async () => {
    for (const id of ['store', 'in-folder']) {
      expect(await problemsOf(await shop.pack(aPluginOf(id)))).toContainEqual({
        code: 'PACKAGE_ID_TAKEN',
        details: { id },
      })
      expect((await shop.install(await shop.pack(aPluginOf(id)))).status).toBe(409)
    }
  })

  it('with the version that is installed, and other content', async () => {
    await shop.install(await shop.pack(aPluginOf('versioned')))
    const other = aPluginOf('versioned', { description: 'Something else' })
    expect(await problemsOf(await shop.pack(other))).toEqual([
      { code: 'PACKAGE_SAME_VERSION', details: { id: 'versioned', version: '1.0.0' } },
    ])
    expect(await shop.review(await shop.pack(aPluginOf('versioned')))).toMatchObject({
      action: 'same',
      problems: [],
    })
  })

  it('made for another product or SDK', async () => {
    const [shell] = await problemsOf(await shop.pack(aPluginOf('for-later', { engines: { shell: '>=99' } })))
    expect(shell).toMatchObject({ code: 'PACKAGE_INCOMPATIBLE', details: { what: 'shell', range: '>=99' } })
    const zip = await shop.pack(aPluginOf('for-later', { engines: { sdk: '^77.0.0' } }))
    expect((await shop.install(zip)).body.error_code).toBe('PACKAGE_INCOMPATIBLE')
  })

  it('that wants what another plugin has', async () => {
    await shop.install(await shop.pack(aPluginOf('first', permission('SAME_NAME', 'plugin.first.see'))))
    const constant = aPluginOf('second', permission('SAME_NAME', 'plugin.second.see'))
    expect(await problemsOf(await shop.pack(constant))).toEqual([
      { code: 'PACKAGE_CLASH', details: { id: 'second', other: 'first', what: 'SAME_NAME' } },
    ])
    const value = 'plugin.first.more.see'
    await shop.install(await shop.pack(aPluginOf('first.more', permission('FIRST_MORE', value))))
    const [sameValue] = await problemsOf(
      await shop.pack(aPluginOf('first', { version: '1.0.1', ...permission('FIRST', value) })),
    )
    expect(sameValue?.details).toEqual({ id: 'first', other: 'first.more', what: value })
    const home = {
      id: 'home',
      path: '/p/homely',
      area: 'user' as const,
      title: 'Homely',
      wellKnown: 'home' as const,
    }
    const route = { contributes: { routes: [{ ...home, redirect: '/p/homely' }] } }
    const [wellKnown] = await problemsOf(await shop.pack(aPluginOf('homely', route)))
    expect(wellKnown).toMatchObject({ code: 'PACKAGE_CLASH', details: { what: 'home' } })
  })

  it('that wants a database schema that is taken', async () => {
    const tables = (id: string) =>
      shop.pack(aPluginOf(id, { migrations: 'server/migrations' }), {
        server: serverSaying(id, 'x'),
        files: { 'server/migrations/0001_first.sql': 'create table t (id int)' },
      })
    await shop.install(await tables('abc--def'))
    expect(await problemsOf(await tables('abc.def'))).toEqual([
      { code: 'PACKAGE_CLASH', details: { id: 'abc.def', other: 'abc--def', what: 'abc__def' } },
    ])
    await server.pool.query('create schema somebody')
    expect(await problemsOf(await tables('somebody'))).toEqual([
      { code: 'PACKAGE_CLASH', details: { id: 'somebody', other: 'PostgreSQL', what: 'somebody' } },
    ])
  })

  it.each(['graphile-worker', 'information-schema', 'pg-notes', 'public', 'kernel'])(
    'whose id %s would lie in a schema that is not a plugin’s',
    async (id) => {
      const answer = await refusal(await craftZip(craftFiles(input, { spoil: (m) => (m['id'] = id) })))
      expect(answer).toMatchObject({ code: 'PACKAGE_MANIFEST', body: { fields: { id: 'E_ID_RESERVED' } } })
    },
  )

  it('is warned about what it needs and whom it does not get on with', async () => {
    const { warnings } = await shop.review(
      await shop.pack(aPluginOf('needy', { dependencies: { 'no-such': '^1.0.0' }, conflicts: ['store'] })),
    )
    expect(warnings.map(({ code }) => code)).toEqual([
      'PACKAGE_NOT_SIGNED',
      'PACKAGE_DEPENDENCY',
      'PACKAGE_CONFLICT',
    ])
  })
})

it('[PKG4] lets only a holder of everything, freshly proven, change whose code is trusted', async () => {
  const path = '/api/settings'
  const values = { plugin_signature_policy: 'off' }
  const { api: editor } = await server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })
  const { api: unproven } = await server.signIn({ role: 'Administrator', proven: false })
  const { api: root } = await server.signIn({ role: 'Administrator' })
  expect((await editor.patch(path, { values })).body.error_code).toBe('SETTINGS_ROOT_REQUIRED')
  expect((await unproven.patch(path, { values })).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await root.patch(path, { values })).body).toMatchObject({ changed: ['plugin_signature_policy'] })
  expect((await root.patch(path, { values: { plugin_signature_policy: 'warn' } })).status).toBe(200)
})
