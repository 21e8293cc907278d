import type { ManifestInput } from '@spawnpoint/sdk/common'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha384 } from '../../../sdk/package/read-package.ts'
import { writeIsolatedPlugin, type IsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { standstill } from '../../support/plugins/standstill.ts'
import type { createPluginsFolder } from '../../support/plugins/write-plugin.ts'

type Plugins = ReturnType<typeof createPluginsFolder>

const plain = (id: string, more: Partial<ManifestInput> = {}): ManifestInput => ({
  id,
  version: '1.0.0',
  title: id,
  description: id,
  defaultEnabled: true,
  ...more,
})

const permission = (constant: string, value: string) => ({
  permissions: { defines: [{ constant, value, category: 'x', description: 'x' }], requires: [] },
})

const half = (setup: string, more = '') => `import { definePluginServer } from '@spawnpoint/sdk/server'
import { z } from 'zod'
export default definePluginServer({ kind: 'builtin' }, { uses: {}, ${more} setup(_services, host) { ${setup} } })`

const tables = (sql: string) =>
  [
    { migrations: 'migrations', capabilities: ['server.db'] as const },
    { 'migrations/0001_first.sql': sql },
  ] as const

/** State and reason shown after the start. */
export const refused: readonly (readonly [id: string, state: string, reason: RegExp])[] = [
  ['throws-at-load', 'failed', /no load today/],
  ['throws-in-setup', 'failed', /no start today/],
  ['bad-manifest', 'failed', /modules\.page: E_MODULE_UNUSED/],
  ['graphile-worker', 'failed', /id: E_ID_RESERVED/],
  ['wrong-hash', 'failed', /server\/index\.ts is not what the manifest says/],
  ['bad-migration', 'migrationFailed', /0001_first\.sql.*syntax error/],
  ['lonely', 'blocked', /needs nobody-there, which is not running/],
  ['cycle-one', 'blocked', /needs itself: cycle-one → cycle-two → cycle-one/],
  ['cycle-two', 'blocked', /needs cycle-one, which did not start/],
  ['wants-path', 'conflict', /dashboard and wants-path both want \/dashboard/],
  ['wants-permission', 'conflict', /good and wants-permission both want GOOD_SEE/],
  ['good.more', 'conflict', /good and good\.more both want plugin\.good\.more\.see/],
  ['wants.tables', 'conflict', /wants--tables and wants\.tables both want wants__tables/],
  ['wants-setting', 'failed', /E_SETTING_TWICE: app_name is declared by kernel and by wants-setting/],
]

/** Plugins that do not get as far as running; nothing but `good` and `wants--tables` is to come of them. */
export function writeRefused(plugins: Plugins) {
  const seen = permission('GOOD_SEE', 'plugin.good.see')
  const more = { constant: 'GOOD_MORE', value: 'plugin.good.more.see', category: 'x', description: 'x' }
  writeIsolatedPlugin(plugins, {
    id: 'good',
    mode: 'process',
    capabilities: ['server.http', 'server.db'],
    module: `const listRows = defineEndpoint({ method: 'GET', path: '/api/good/rows', summary: 'rows',
      access: { user: true }, reply: ok })
      endpoints.push(answer(listRows, manifest, async ({ db }) => ({ rows: await db.sql\`select id from item\` })))`,
    manifest: {
      migrations: 'migrations',
      permissions: { defines: [...seen.permissions.defines, more], requires: [] },
    },
    files: { 'migrations/0001_first.sql': 'create table item (id int)' },
  })
  plugins.write(plain('throws-at-load'), `throw new Error('no load today')`)
  plugins.write(plain('throws-in-setup'), half(`throw new Error('no start today')`))
  plugins.write(plain('bad-manifest', { modules: { page: 'browser/page.js' } }), null)
  plugins.write(plain('graphile-worker'), null)
  const files = { 'server/index.ts': { sha384: sha384(Buffer.from('as built')), bytes: 8 } }
  plugins.write(plain('wrong-hash', { files }), 'as built')
  writeFileSync(join(plugins.folder, 'wrong-hash/dist/server/index.ts'), 'as altered')
  const [withTables, nonsense] = tables('create table nonsense (')
  plugins.write(plain('bad-migration', withTables), half(''), nonsense)
  plugins.write(plain('lonely', { dependencies: { 'nobody-there': '^1.0.0' } }), null)
  plugins.write(plain('cycle-one', { dependencies: { 'cycle-two': '*' } }), null)
  plugins.write(plain('cycle-two', { dependencies: { 'cycle-one': '*' } }), null)
  const route = { id: 'mine', path: '/dashboard', area: 'user' as const, title: 'x', redirect: '/' }
  plugins.write(plain('wants-path', { kind: 'builtin', contributes: { routes: [route] } }), null)
  plugins.write(plain('wants-permission', permission('GOOD_SEE', 'plugin.wants-permission.see')), null)
  plugins.write(plain('good.more', permission('GOOD_OTHER', 'plugin.good.more.see')), null)
  const [, table] = tables('create table item (id int)')
  for (const id of ['wants--tables', 'wants.tables']) plugins.write(plain(id, withTables), half(''), table)
  const setting = `{ app_name: { schema: z.string(), default: 'mine', audience: 'public' } }`
  plugins.write(plain('wants-setting'), half('', `settings: ${setting},`))
}

/** Server modules that come up and go wrong later: by whom, where, what the operator finds. */
export const running = {
  'throws-in-tap': {
    mode: 'process',
    setup: `context.describeSession(async () => { throw new Error('no stats today') })`,
    ends: ['quarantined', /describeSession: Error: no stats today/],
  },
  'hangs-in-tap': {
    mode: 'process',
    setup: 'context.describeSession(() => new Promise(() => {}))',
    ends: ['quarantined', /describeSession: Error: no answer within 200 ms/],
  },
  'throws-in-handler': {
    mode: 'process',
    module: `endpoints.push(answer(post('/api/throws-in-handler/go'), manifest, async () => { throw new Error('no answer today') }))`,
    ends: ['quarantined', /POST \/api\/throws-in-handler\/go: Error: no answer today/],
  },
  'hangs-in-handler': {
    mode: 'process',
    module: `endpoints.push(answer(post('/api/hangs-in-handler/go'), manifest, () => new Promise(() => {})))`,
    ends: ['quarantined', /POST \/api\/hangs-in-handler\/go: Error: no answer within 30000 ms/],
  },
  'throws-in-job': {
    mode: 'process',
    module: `jobs.push(defineJob('work', { payload: z.object({}), maxAttempts: 1 }, manifest, async () => { throw new Error('no work today') }))`,
    ends: ['quarantined', /job work: Error: no work today/],
  },
  'hangs-in-job': {
    mode: 'process',
    module: `jobs.push(defineJob('work', { payload: z.object({}), maxAttempts: 1, timeoutMs: 200 }, manifest, () => new Promise(() => {})))`,
    ends: ['quarantined', /job work: Error: no answer within 200 ms/],
  },
  loops: {
    mode: 'worker',
    module: `endpoints.push(answer(post('/api/loops/go'), manifest, async () => { ${standstill} }))`,
    ends: ['quarantined', /worker: Error: did not answer for 5 s/],
  },
  exits: {
    mode: 'worker',
    module: `endpoints.push(answer(post('/api/exits/go'), manifest, async () => process.exit(3)))`,
    ends: ['quarantined', /worker: Error: ended by itself, with code 3/],
  },
  leaks: {
    mode: 'worker',
    module: `endpoints.push(answer(post('/api/leaks/go'), manifest, async () => ({})))`,
    setup: `setInterval(() => {}, 5)
      for (let each = 0; each < 100; each += 1) process.on('spawnpoint', () => {})`,
    ends: ['active', null],
  },
} as const satisfies Record<
  string,
  Pick<IsolatedPlugin, 'mode' | 'module' | 'setup'> & { ends: readonly [string, RegExp | null] }
>

/** Server modules that do not come up in time; each takes ten seconds, so they are switched on when it counts. */
export const late = {
  'hangs-at-load': ['failed', /loading its server module took longer than 10 s/],
  'hangs-in-setup': ['failed', /its set-up took longer than 10 s/],
  'never-ready': ['failed', /^fastify-plugin: Plugin did not start in time: /],
} as const

export function writeRunning(plugins: Plugins) {
  const capabilities = ['server.http', 'server.jobs'] as const
  const queue = (id: string) =>
    `endpoints.push(answer(post('/api/${id}/queue'), manifest, async ({ jobs }) => { await jobs.add('work', {}); return {} }))`
  for (const [id, { mode, ...parts }] of Object.entries(running)) {
    const { module = '', setup = '' }: Pick<IsolatedPlugin, 'module' | 'setup'> = parts
    const more = id.endsWith('job') ? queue(id) : ''
    writeIsolatedPlugin(plugins, { id, mode, capabilities, setup, module: `${module}\n${more}` })
  }
  const off = { defaultEnabled: false }
  plugins.write(plain('hangs-at-load', off), `await new Promise(() => {}); ${half('')}`)
  plugins.write(plain('hangs-in-setup', off), half('return new Promise(() => {})'))
  const never = 'host.routes((app) => { app.register(async () => new Promise(() => {})) })'
  plugins.write(plain('never-ready', off), half(never))
}
