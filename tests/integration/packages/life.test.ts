import type { ManifestInput } from '@spawnpoint/sdk/common'
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { scopeLimits } from '../../../kernel/packages/server/context/scoped-services.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAssets } from '../../../kernel/server/page/assets.ts'
import { PLAN_PATH, type Plan } from '../../../kernel/common/plan.ts'
import { pluginHash } from '../../../kernel/packages/server/plan-added.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, PACKAGES, serverSaying, type Shop } from './plugin-shop.ts'

let server: TestServer
let hoursLater = 0
let shop: Shop
beforeAll(async () => {
  server = await startTestServer({
    pageHandlers: async ({ packaged }) => ({
      assets: createAssets({ distDir: null, secure: false, findPlugin: packaged.findFiles }),
      page: () => false,
    }),
    clock: { now: () => new Date(Date.now() + hoursLater * 3_600_000) },
  })
})
// Uploads are limited for each person.
beforeEach(async () => {
  shop = await openShop(server)
})
afterAll(() => server.stop())

const planVersion = () => server.server.plugins.planVersion()
const audited = async (target: string) =>
  (await server.server.core.audit.list({ target, limit: 20 })).map(({ action }) => action)

it('[PKG1] is reviewed, installed, switched on and off, and uninstalled while the product runs', async () => {
  const manifest = aPluginOf('notes', { capabilities: ['storage'] })
  const zip = await shop.pack(manifest, { server: serverSaying('notes', 'one') })
  expect(await shop.review(zip)).toMatchObject({
    action: 'install',
    plugin: 'notes',
    installedVersion: null,
    problems: [],
    warnings: [{ code: 'PACKAGE_NOT_SIGNED' }],
    isolation: { server: 'process', browser: null },
  })
  const before = planVersion()
  expect((await shop.install(zip)).status).toBe(200)
  expect(await shop.find('notes')).toMatchObject({
    state: 'installed',
    enabled: false,
    source: 'package',
    signature: { state: 'none' },
  })
  expect(await shop.says('notes')).toBe(404)
  expect((await shop.enable('notes')).status).toBe(200)
  expect(await shop.find('notes')).toMatchObject({ state: 'active', reason: null })
  expect(await shop.says('notes')).toBe('one')
  expect(planVersion()).toBeGreaterThan(before)
  expect((await shop.disable('notes')).status).toBe(200)
  expect(await shop.says('notes')).toBe(404)
  expect((await shop.uninstall('notes', 'remove')).status).toBe(200)
  expect(await shop.find('notes')).toBeUndefined()
  expect(await audited('notes')).toEqual([
    'plugins:uninstalled',
    'plugins:disabled',
    'plugins:enabled',
    'plugins:installed',
  ])
  const installed = (await server.server.core.audit.list({ target: 'notes', limit: 20 })).at(-1)
  expect(installed?.after).toMatchObject({
    version: '1.0.0',
    hash: expect.stringMatching(/^\w/),
    signature: 'none',
    rights: ['capability storage'],
  })
})

it('[PKG7] runs the new version after an upgrade, asks again only for what is new, and serves the old files on', async () => {
  const page = { modules: { page: 'browser/page.js' } }
  const route = {
    id: 'page',
    path: '/p/board',
    area: 'user' as const,
    module: 'page',
    title: '%title%',
  }
  const one = await shop.pack(aPluginOf('board', { ...page, contributes: { routes: [route] } }), {
    server: serverSaying('board', 'one'),
    files: { 'browser/page.js': 'export default () => 1' },
  })
  const two = await shop.pack(
    aPluginOf('board', {
      ...page,
      version: '1.1.0',
      contributes: { routes: [route] },
      capabilities: ['storage'],
    }),
    { server: serverSaying('board', 'two'), files: { 'browser/page.js': 'export default () => 2' } },
  )
  await shop.install(one)
  await shop.enable('board')
  const addressOf = () => {
    const manifest = server.server.packages.catalogue.find('board')?.manifest
    return manifest ? `/assets/plugins/board/${pluginHash(manifest)}/browser/page.js` : ''
  }
  const old = addressOf()
  const read = async (address: string) => (await fetch(server.url + address)).text()
  const review = await shop.review(two)
  expect(review).toMatchObject({ action: 'upgrade', installedVersion: '1.0.0', version: '1.1.0' })
  expect(review.rights.filter(({ isNew }) => isNew)).toEqual([
    { kind: 'capability', value: 'storage', detail: null, isNew: true },
  ])
  const before = planVersion()
  expect((await shop.install(two)).status).toBe(200)
  expect(await shop.find('board')).toMatchObject({ state: 'active', version: '1.1.0' })
  expect(await shop.says('board')).toBe('two')
  expect(planVersion()).toBeGreaterThan(before)
  expect(await read(addressOf())).toBe('export default () => 2')
  expect(await read(old)).toBe('export default () => 1')
  hoursLater = 25
  expect(await read(old)).toBe('Not found')
  expect(await read(addressOf())).toBe('export default () => 2')
  hoursLater = 0
  expect(await audited('board')).toContain('plugins:upgraded')
})

it('[PKG24] goes on with its server module when a new version changes only what browsers load', async () => {
  const counting = (more = '') => `
${more}
let calls = 0
export default { kind: 'trusted-server', uses: [], provides: [], async setUp(resolve, host) {
  host.routes((app) => {
    app.get('/api/counts/says', { config: { access: { public: 'test' } } }, async () => ({ success: true, says: (calls += 1) }))
  })
} }`
  const pack = (version: string, page: string, code = counting(), more: Partial<ManifestInput> = {}) => {
    const route = { id: 'page', path: '/p/counts', area: 'user' as const, module: 'page', title: '%title%' }
    const parts = { modules: { page: 'browser/page.js' }, contributes: { routes: [route] } }
    const manifest = aPluginOf('counts', { version, ...parts, ...more })
    return shop.pack(manifest, { server: code, files: { 'browser/page.js': `export default () => ${page}` } })
  }
  const page = async () => {
    const manifest = server.server.packages.catalogue.find('counts')?.manifest
    const address = manifest ? `/assets/plugins/counts/${pluginHash(manifest)}/browser/page.js` : ''
    return (await fetch(server.url + address)).text()
  }
  await shop.install(await pack('1.0.0', '1'))
  await shop.enable('counts')
  expect([await shop.says('counts'), await page()]).toEqual([1, 'export default () => 1'])
  const before = planVersion()
  expect((await shop.install(await pack('1.1.0', '2'))).status).toBe(200)
  expect(await shop.find('counts')).toMatchObject({ state: 'active', version: '1.1.0' })
  expect([await shop.says('counts'), await page()]).toEqual([2, 'export default () => 2'])
  expect(planVersion()).toBeGreaterThan(before)
  // Other code, or other rights: it starts anew.
  await shop.install(await pack('1.2.0', '2', counting('// changed')))
  expect(await shop.says('counts')).toBe(1)
  await shop.install(await pack('1.3.0', '2', counting('// changed'), { capabilities: ['storage'] }))
  expect(await shop.says('counts')).toBe(1)
  // A build that this dashboard cannot show does not take over.
  const late = await pack('1.4.0', '3', counting('// changed'), {
    capabilities: ['storage'],
    engines: { shell: '>=99.0.0' },
  })
  expect((await shop.install(late)).status).not.toBe(200)
  expect([await shop.says('counts'), (await shop.find('counts'))?.version]).toEqual([2, '1.3.0'])
})

it('[PKG25] leaves out of a frame what would float over the page', async () => {
  const slots = ['shell.overlay', 'dashboard.before'].map((slot) => ({ slot, module: 'part' }))
  const zip = await shop.pack(
    aPluginOf('floats', { contributes: { slots }, modules: { part: 'browser/part.js' } }),
    {
      files: { 'browser/part.js': 'export default () => null' },
    },
  )
  const shown = async (isolated: boolean) => {
    await shop.install(zip, { isolated })
    await shop.enable('floats')
    const { plugins } = (await (await fetch(server.url + PLAN_PATH)).json()) as Pick<Plan, 'plugins'>
    await shop.uninstall('floats', 'remove')
    return plugins.find(({ id }) => id === 'floats')?.contributes.slots.map(({ slot }) => slot)
  }
  expect(await shown(false)).toEqual(['shell.overlay', 'dashboard.before'])
  expect(await shown(true)).toEqual(['dashboard.before'])
})

it('[PKG8] keeps the old version running when the new one does not start, and says why', async () => {
  const migration = { 'server/migrations/0001_first.sql': 'create table item (id int)' }
  const base = { migrations: 'server/migrations' }
  await shop.install(
    await shop.pack(aPluginOf('shelf', base), { server: serverSaying('shelf', 'one'), files: migration }),
  )
  await shop.enable('shelf')
  const broken = await shop.pack(aPluginOf('shelf', { ...base, version: '2.0.0' }), {
    server: serverSaying('shelf', 'two', `throw new Error('two is broken')`),
    files: { ...migration, 'server/migrations/0002_second.sql': 'alter table item add column name text' },
  })
  const answer = await shop.install(broken)
  expect(answer).toMatchObject({ status: 409, body: { error_code: 'PACKAGE_UPGRADE_FAILED' } })
  expect(answer.body['details']).toMatchObject({ reason: 'two is broken', version: '2.0.0' })
  expect(await shop.says('shelf')).toBe('one')
  expect(await shop.find('shelf')).toMatchObject({
    state: 'active',
    version: '1.0.0',
    reason: 'version 2.0.0 did not start: two is broken',
  })
  expect(await audited('shelf')).toContain('plugins:upgrade-taken-back')
  // Its tables are those of the second version by now; the first gets on with them, also after a restart.
  await shop.disable('shelf')
  expect((await shop.enable('shelf')).status).toBe(200)
  expect(await shop.says('shelf')).toBe('one')
  const mended = await shop.pack(aPluginOf('shelf', { ...base, version: '2.0.1' }), {
    server: serverSaying('shelf', 'mended'),
    files: { ...migration, 'server/migrations/0002_second.sql': 'alter table item add column name text' },
  })
  expect((await shop.install(mended)).status).toBe(200)
  expect(await shop.says('shelf')).toBe('mended')
  expect((await shop.find('shelf'))?.reason).toBe(null)
})

it('[PKG8] keeps the old version running when a migration of the new one fails', async () => {
  const versioned = (version: string, sql: string) =>
    shop.pack(aPluginOf('closet', { version, migrations: 'server/migrations' }), {
      server: serverSaying('closet', version),
      files: {
        'server/migrations/0001_first.sql': 'create table item (id int)',
        ...(sql ? { 'server/migrations/0002_next.sql': sql } : {}),
      },
    })
  await shop.install(await versioned('1.0.0', ''))
  await shop.enable('closet')
  const answer = await shop.install(await versioned('1.1.0', 'create table nonsense ('))
  expect(answer.body.error_code).toBe('PACKAGE_UPGRADE_FAILED')
  expect(await shop.says('closet')).toBe('1.0.0')
  expect((await shop.find('closet'))?.reason).toMatch(
    /version 1.1.0 did not start: The migration 0002_next.sql of closet failed at line 1, “create table nonsense \(”: syntax error/,
  )
})

it('[PLM42] keeps the errors before an upgrade that fails', async () => {
  const failing = `host.routes((app) => { app.get('/api/rack/ready', { config: { access: { public: 'test' } } }, async () => ({})) })
  host.endpoint({ method: 'POST', path: '/api/rack/fail', summary: 'Fails', access: { public: 'test' }, reply: { safeParse: (data) => ({ data }) }, fails: {} },
    async () => { throw new Error('rack is broken', { cause: new Error('a screw is missing') }) })`
  await shop.install(await shop.pack(aPluginOf('rack'), { server: serverSaying('rack', 'one', failing) }))
  await shop.enable('rack')
  const { headers } = await server.anonymous().post('/api/rack/fail')
  const broken = await shop.pack(aPluginOf('rack', { version: '2.0.0' }), {
    server: serverSaying('rack', 'two', `throw new Error('two is broken')`),
  })
  expect((await shop.install(broken)).body.error_code).toBe('PACKAGE_UPGRADE_FAILED')
  expect((await shop.find('rack'))?.['errors']).toMatchObject([
    {
      effect: 'POST /api/rack/fail',
      requestId: headers.get('x-request-id'),
      stack: expect.stringMatching(/^Error: rack is broken\n[^]+\nCaused by: Error: a screw is missing\n/),
    },
  ])
})

it('[PKG9] goes back to an older version only when its tables are not newer than that one knows', async () => {
  const migration = { 'server/migrations/0001_first.sql': 'create table item (id int)' }
  const versioned = (version: string, more: Record<string, string> = {}) =>
    shop.pack(aPluginOf('drawer', { version, migrations: 'server/migrations' }), {
      server: serverSaying('drawer', version),
      files: { ...migration, ...more },
    })
  await shop.install(await versioned('1.0.0'))
  await shop.enable('drawer')
  await shop.install(await versioned('1.1.0'))
  const back = await shop.review(await versioned('1.0.0'))
  expect(back).toMatchObject({ action: 'downgrade', problems: [] })
  expect(back.warnings).toContainEqual({ code: 'PACKAGE_OLDER', details: { installed: '1.1.0' } })
  await shop.install(await versioned('1.2.0', { 'server/migrations/0002_more.sql': 'select 1' }))
  const older = await shop.review(await versioned('1.1.0'))
  expect(older.problems).toMatchObject([{ code: 'PACKAGE_DOWNGRADE' }])
  expect(older.warnings.map(({ code }) => code)).not.toContain('PACKAGE_OLDER')
  const refused = await shop.install(await versioned('1.1.0'))
  expect(refused).toMatchObject({ status: 409, body: { error_code: 'PACKAGE_DOWNGRADE' } })
  expect(refused.body['details']).toMatchObject({ migration: '0002_more.sql', installed: '1.2.0' })
  expect(await shop.says('drawer')).toBe('1.2.0')
})

it('[PKG10] [ROL15] [BKP21] keeps its data for a later installation, or takes all of it away', async () => {
  const { core } = server.server
  const input = aPluginOf('ledger-notes', {
    migrations: 'server/migrations',
    permissions: {
      defines: [
        {
          constant: 'LEDGER_NOTES_SEE',
          value: 'plugin.ledger-notes.see',
          category: 'Notes',
          description: 'See notes',
        },
      ],
    },
    settings: { type: 'object', properties: { colour: { type: 'string' } } },
  })
  const zip = await shop.pack(input, {
    server: serverSaying('ledger-notes', 'one'),
    files: { 'server/migrations/0001_first.sql': 'create table note (text text)' },
  })
  const tables = async () =>
    (await core.pool.query(`select from pg_tables where schemaname = 'ledger_notes'`)).rowCount
  const role = randomUUID()
  await core.pool.query(
    `insert into roles.role (id, name, real_name, color) values ($1, 'notes', 'notes', '#888888')`,
    [role],
  )
  const grants = async () =>
    (await core.pool.query('select from roles.grant where role_id = $1', [role])).rowCount

  await shop.install(zip)
  await shop.enable('ledger-notes')
  await core.pool.query(
    `insert into roles.grant (role_id, permission, granted) values ($1, 'plugin.ledger-notes.see', true)`,
    [role],
  )
  await server.server.plugins.writeConfig('ledger-notes', { colour: 'red' }, null)
  await core.blobs.put('plugin:ledger-notes/files', new Uint8Array([1]), 'image/png')
  // Keys of the endpoints, of the plugin itself, and of a plugin with a longer id.
  const rule = { max: 3, perSeconds: 60 }
  await core.limits.take('ledger-notes:GET:/api/ledger-notes/says:203.0.113.9', rule)
  await scopeLimits('ledger-notes', core.limits).take('tries', rule)
  await core.limits.take('ledger-notes.more:own:tries', rule)
  await core.runner.forPlugin('ledger-notes').add('later', {}, { runAt: new Date('2100-01-01') })
  await core.pool.query(`
    insert into kernel.setting (key, value, plugin) values ('ledger_notes_size', '1', 'ledger-notes');
    insert into kernel.outbox (name, payload) values ('ledger-notes:told', '{}');
    insert into kernel.subscription (subscriber, event) values ('ledger-notes/users:created', 'users:created')`)

  expect((await shop.uninstall('ledger-notes', 'keep')).status).toBe(200)
  expect(await shop.find('ledger-notes')).toMatchObject({ state: 'available', isLeftover: true })
  expect([await tables(), await grants()]).toEqual([1, 1])
  expect((await shop.review(zip)).warnings).toContainEqual({
    code: 'PACKAGE_FINDS_DATA',
    details: { id: 'ledger-notes', version: '1.0.0' },
  })

  // Its files are gone with it; the tables are still part of every backup.
  const file = join(server.config.dataDir, 'leftovers.spbackup')
  await core.archives?.write(file, { id: randomUUID(), totals: [] })
  expect(await core.archives?.verify(file)).toMatchObject({ restored: true })

  await shop.install(zip)
  expect(await shop.find('ledger-notes')).toMatchObject({ state: 'suspended', isLeftover: false })
  expect((await shop.enable('ledger-notes')).status).toBe(200)
  expect(await server.server.plugins.readConfig('ledger-notes')).toMatchObject({ values: { colour: 'red' } })

  expect((await shop.uninstall('ledger-notes', 'remove')).status).toBe(200)
  expect(await shop.find('ledger-notes')).toBeUndefined()
  expect(await tables()).toBe(0)
  const left = await core.pool.query(
    `select 'plugin' from kernel.plugin where id = 'ledger-notes'
     union all select 'migration' from kernel.migrations where plugin = 'ledger-notes'
     union all select 'role' from kernel.plugin_role where plugin = 'ledger-notes'
     union all select 'blob' from kernel.blob where scope like 'plugin:ledger-notes%'
     union all select 'package' from kernel.plugin_package where id = 'ledger-notes'
     union all select 'stored file' from kernel.blob where scope = 'plugin-packages'
       and id not in (select blob_id from kernel.plugin_package union select blob_id from kernel.package_review)
     union all select 'setting' from kernel.setting where plugin = 'ledger-notes'
     union all select 'event' from kernel.outbox where name like 'ledger-notes:%'
     union all select 'subscription' from kernel.subscription where subscriber like 'ledger-notes/%'
     union all select 'count' from kernel.rate where key like 'ledger-notes:%'
     union all select 'job' from graphile_worker._private_jobs where payload->>'plugin' = 'ledger-notes'`,
  )
  expect(left.rows).toEqual([])
  const counts = await core.pool.query<{ key: string }>('select key from kernel.rate')
  expect(counts.rows.filter(({ key }) => key.startsWith('ledger-notes')).map(({ key }) => key)).toEqual([
    expect.stringMatching(/^ledger-notes\.more:[\w-]{43}$/),
  ])
  await expect.poll(grants).toBe(0)
})

it('[PKG10] removes what an earlier removal had kept', async () => {
  const zip = await shop.pack(aPluginOf('attic', { migrations: 'server/migrations' }), {
    server: serverSaying('attic', 'one'),
    files: { 'server/migrations/0001_first.sql': 'create table thing (id int)' },
  })
  await shop.install(zip)
  await shop.enable('attic')
  await shop.uninstall('attic', 'keep')
  expect((await shop.uninstall('attic', 'remove')).status).toBe(200)
  expect(await shop.find('attic')).toBeUndefined()
  const { rowCount } = await server.pool.query(`select from pg_namespace where nspname = 'attic'`)
  expect(rowCount).toBe(0)
  expect((await shop.uninstall('attic', 'remove')).body.error_code).toBe('PLUGIN_UNKNOWN')
})

it('[PKG11] names who needs it before it goes, and takes them off with it', async () => {
  await shop.install(await shop.pack(aPluginOf('base-stone'), { server: serverSaying('base-stone', 'x') }))
  const needy = aPluginOf('top-stone', { dependencies: { 'base-stone': '^1.0.0' } })
  const review = await shop.review(await shop.pack(needy))
  expect(review['dependencies']).toEqual([{ id: 'base-stone', range: '^1.0.0', found: '1.0.0' }])
  await shop.install(await shop.pack(needy))
  expect((await shop.enable('top-stone')).body).toMatchObject({
    error_code: 'PLUGIN_DEPENDENCY',
    details: { needs: 'base-stone' },
  })
  await shop.enable('base-stone')
  expect((await shop.enable('top-stone')).status).toBe(200)
  expect((await shop.uninstall('base-stone', 'remove')).body).toMatchObject({
    error_code: 'PLUGIN_DEPENDANTS',
    details: { dependants: 'top-stone' },
  })
  expect((await shop.uninstall('base-stone', 'remove', true)).status).toBe(200)
  expect(await shop.find('top-stone')).toMatchObject({ state: 'suspended' })
})

it('[PKG7] starts anew who uses the upgraded one, and warns of those it no longer fits', async () => {
  const stone = (version: string) =>
    shop.pack(aPluginOf('corner-stone', { version }), { server: serverSaying('corner-stone', version) })
  const arch = aPluginOf('arch', { dependencies: { 'corner-stone': '^1.0.0' } })
  await shop.install(await stone('1.0.0'))
  await shop.install(await shop.pack(arch, { server: serverSaying('arch', 'stands') }))
  await shop.enable('corner-stone')
  await shop.enable('arch')
  expect((await shop.install(await stone('1.1.0'))).status).toBe(200)
  expect([await shop.says('corner-stone'), await shop.says('arch')]).toEqual(['1.1.0', 'stands'])
  const { warnings } = await shop.review(await stone('2.0.0'))
  expect(warnings).toContainEqual({ code: 'PACKAGE_BREAKS', details: { other: 'arch', range: '^1.0.0' } })
  expect((await shop.install(await stone('2.0.0'))).status).toBe(200)
  expect(await shop.find('arch')).toMatchObject({
    state: 'blocked',
    reason: 'needs corner-stone ^1.0.0, found 2.0.0',
  })
})

it('[PKG11] keeps what is built in', async () => {
  const answer = await shop.uninstall('store', 'keep')
  expect(answer).toMatchObject({ status: 409, body: { error_code: 'PACKAGE_NOT_INSTALLED' } })
})

it('[PKG6] installs nothing that was not read: consent, a review that is gone, no proof', async () => {
  const zip = await shop.pack(aPluginOf('consenting'))
  const { id, consent } = await shop.review(zip)
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  const post = (review: string, word: string) => api.post(`${PACKAGES}/${review}/install`, { consent: word })
  expect((await post(id, 'something else')).body.error_code).toBe('PACKAGE_CONSENT')
  expect((await post(randomUUID(), consent)).body.error_code).toBe('PACKAGE_REVIEW_GONE')
  const { api: unproven } = await server.signIn({ permissions: ['admin.plugins.edit'], proven: false })
  const upload = await unproven.post(PACKAGES, new Blob([new Uint8Array(zip)], { type: 'application/zip' }))
  expect(upload.body.error_code).toBe('REAUTHENTICATION_REQUIRED')
  expect((await unproven.post(`${PACKAGES}/${id}/install`, { consent })).body.error_code).toBe(
    'REAUTHENTICATION_REQUIRED',
  )
  const { api: viewer } = await server.signIn({ permissions: ['admin.plugins.list'] })
  expect((await viewer.post(`${PACKAGES}/${id}/install`, { consent })).status).toBe(403)
  expect((await api.delete(`${PACKAGES}/${id}`)).status).toBe(200)
  expect((await post(id, consent)).body.error_code).toBe('PACKAGE_REVIEW_GONE')
  expect(await shop.find('consenting')).toBeUndefined()
})

it('[PKG6] takes consent to a package only while it would still do what it said', async () => {
  const zip = await shop.pack(aPluginOf('twice-read'))
  const [one, two] = [await shop.review(zip), await shop.review(zip)]
  const { api } = await server.signIn({ permissions: ['admin.root'] })
  const agree = ({ id, consent }: typeof one) => api.post(`${PACKAGES}/${id}/install`, { consent })
  const answers = await Promise.all([agree(one), agree(two)])
  expect(answers.map(({ body }) => body.error_code ?? 'installed').sort()).toEqual([
    'PACKAGE_CONSENT',
    'installed',
  ])
})

it('[PKG12] unpacks files anew that were altered on disk', async () => {
  await shop.install(await shop.pack(aPluginOf('altered'), { server: serverSaying('altered', 'true') }))
  const { cache, catalogue } = server.server.packages
  const entry = catalogue.all().find(({ id }) => id === 'altered')
  const folder = entry?.folder ?? ''
  appendFileSync(join(folder, 'server/index.js'), '\nthrow new Error("somebody else wrote this")')
  // As the next process would find it.
  cache.recheck()
  expect((await shop.enable('altered')).status).toBe(200)
  expect(await shop.says('altered')).toBe('true')
  expect(readdirSync(join(folder, '..'))).toHaveLength(1)
})

it('[PKG14] puts a server module that does not start twice in a row into quarantine, and takes it back by hand', async () => {
  const broken = `if (!globalThis.stubbornMayStart) throw new Error('not today')`
  await shop.install(
    await shop.pack(aPluginOf('stubborn'), { server: serverSaying('stubborn', 'at last', broken) }),
  )
  expect((await shop.enable('stubborn')).body.error_code).toBe('PLUGIN_FAILED')
  expect(await shop.find('stubborn')).toMatchObject({ state: 'failed', reason: 'not today' })
  expect((await shop.enable('stubborn')).body.error_code).toBe('PLUGIN_FAILED')
  expect(await shop.find('stubborn')).toMatchObject({
    state: 'quarantined',
    reason: 'did not start twice in a row: not today',
  })
  Object.assign(globalThis, { stubbornMayStart: true })
  expect((await shop.enable('stubborn')).status).toBe(200)
  expect(await shop.find('stubborn')).toMatchObject({ state: 'active', reason: null })
})

it('[PKG14] gives a plugin in quarantine another chance with a new version', async () => {
  const versioned = (version: string, code: string) =>
    shop.pack(aPluginOf('patient', { version }), { server: serverSaying('patient', version, code) })
  await shop.install(await versioned('1.0.0', `throw new Error('ill')`))
  await shop.enable('patient')
  await shop.enable('patient')
  expect(await shop.find('patient')).toMatchObject({ state: 'quarantined' })
  expect((await shop.install(await versioned('1.0.1', ''))).status).toBe(200)
  expect(await shop.find('patient')).toMatchObject({ state: 'active', reason: null })
})

it('[PKG7] lets go of versions before the last one, and of packages that nobody agreed to', async () => {
  const { packages } = server.server
  const versioned = (version: string) => shop.pack(aPluginOf('row-house', { version }))
  for (const version of ['1.0.0', '1.0.1', '1.0.2']) await shop.install(await versioned(version))
  const { id } = await shop.review(await versioned('1.0.3'))
  const stored = async () => {
    const { rows } = await server.pool.query<{ version: string }>(
      `select version from kernel.plugin_package p join kernel.blob b on b.id = p.blob_id
       where p.id = 'row-house' order by version`,
    )
    return rows.map(({ version }) => version)
  }
  expect(await stored()).toEqual(['1.0.0', '1.0.1', '1.0.2'])
  hoursLater = 1
  await packages.sweep()
  hoursLater = 0
  expect(await stored()).toEqual(['1.0.1', '1.0.2'])
  const gone = await server.pool.query('select from kernel.package_review where id = $1', [id])
  expect(gone.rowCount).toBe(0)
  const stray = join(server.config.dataDir, 'packages', 'row-house', 'stray')
  mkdirSync(stray)
  await packages.tidy()
  expect(existsSync(stray)).toBe(false)
  expect(readdirSync(join(stray, '..'))).toHaveLength(2)
})
