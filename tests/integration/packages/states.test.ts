import type { Capability } from '@spawnpoint/sdk/common'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sha384 } from '../../../sdk/package/read-package.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

const plugins = createPluginsFolder()
let server: TestServer
let shop: Shop

const on = (id: string, more = {}) => aPluginOf(id, { defaultEnabled: true, ...more })
const permission = (id: string) => ({
  permissions: {
    defines: [{ constant: 'TWICE_WANTED', value: `plugin.${id}.x`, category: 'x', description: 'x' }],
  },
})
const home = {
  id: 'home',
  path: '/p/usurper',
  area: 'user' as const,
  title: 'Home',
  wellKnown: 'home' as const,
  redirect: '/p/usurper',
}

beforeAll(async () => {
  plugins.write(on('from-tomorrow', { engines: { shell: '>=99.0.0' } }), null)
  plugins.write(on('aaa-first', permission('aaa-first')), null)
  plugins.write(on('bbb-second', permission('bbb-second')), null)
  plugins.write(on('usurper', { contributes: { routes: [home] } }), null)
  plugins.write(on('one-way', { dependencies: { 'other-way': '*' } }), null)
  plugins.write(on('other-way', { dependencies: { 'one-way': '*' } }), null)
  plugins.write(on('wants-newer', { dependencies: { 'aaa-first': '^2.0.0' } }), null)
  plugins.write(on('enemy', { conflicts: ['aaa-first'] }), null)
  const files = { 'server/index.ts': { sha384: sha384(Buffer.from('as built')), bytes: 8 } }
  plugins.write(on('rewritten', { files }), 'as built')
  writeFileSync(join(plugins.folder, 'rewritten/dist/server/index.ts'), 'as altered')
  server = await startTestServer({
    roots: { builtin: join(ROOT, 'builtin'), plugins: plugins.folder, locales: join(ROOT, 'locales') },
  })
  shop = await openShop(server)
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

it.each([
  ['[PKG5]', 'from-tomorrow', 'incompatible', /made for shell >=99.0.0, this is/],
  ['[PKG5]', 'bbb-second', 'conflict', /aaa-first and bbb-second both want TWICE_WANTED/],
  ['[PKG5]', 'usurper', 'conflict', /dashboard and usurper both want home/],
  ['[PKG5]', 'enemy', 'conflict', /does not go together with aaa-first/],
  ['[PKG5]', 'wants-newer', 'blocked', /needs aaa-first \^2.0.0, found 1.0.0/],
  ['[PKG5]', 'one-way', 'blocked', /one-way/],
  ['[PKG12]', 'rewritten', 'failed', /server\/index.ts is not what the manifest says/],
])('%s %s is %s', async (_rule, id, state, reason) => {
  const row = await shop.find(id)
  expect([row?.state, row?.reason]).toEqual([state, expect.stringMatching(reason)])
  expect(await shop.find('aaa-first')).toMatchObject({ state: 'active' })
})

it('[PKG16] loads a module once, however often the same version is switched off and on', async () => {
  const counted = `globalThis.timesLoaded = (globalThis.timesLoaded ?? 0) + 1;`
  const code = `${counted}\n${serverSaying('again', 'yes')}`
  await shop.install(await shop.pack(aPluginOf('again'), { server: code }))
  for (let round = 0; round < 5; round += 1) {
    expect((await shop.enable('again')).status).toBe(200)
    expect(await shop.says('again')).toBe('yes')
    expect((await shop.disable('again')).status).toBe(200)
  }
  expect((globalThis as { timesLoaded?: number }).timesLoaded).toBe(1)
})

it('[PKG17] isolates a plugin as the operator wants, and keeps it so through an upgrade', async () => {
  const page = (version: string, capabilities: readonly Capability[] = []) =>
    shop.pack(
      aPluginOf('stranger', {
        version,
        capabilities,
        modules: { page: 'browser/page.js' },
        contributes: {
          routes: [{ id: 'page', path: '/p/stranger', area: 'user', module: 'page', title: 'Stranger' }],
        },
      }),
      { files: { 'browser/page.js': `export default () => '${version}'` } },
    )
  const review = await shop.review(await page('1.0.0'))
  expect(review.isolation).toMatchObject({ server: null, browser: 'page', canIsolate: true })
  const rule = await shop.review(await page('1.0.0', ['hooks.access-check']))
  expect(rule.isolation).toMatchObject({ browser: 'page', canIsolate: false })
  expect((await shop.install(await page('1.0.0'), { isolated: true, inProcess: false })).status).toBe(200)
  await shop.enable('stranger')
  expect(await shop.find('stranger')).toMatchObject({ isolation: { server: 'worker', browser: 'frame' } })
  await shop.install(await page('1.1.0'))
  expect(await shop.find('stranger')).toMatchObject({ version: '1.1.0', isolation: { browser: 'frame' } })
  const inPlan = server.server.plan('EN').plugins.find(({ id }) => id === 'stranger')
  expect(inPlan).toMatchObject({ version: '1.1.0', isolated: true })
  await shop.install(await page('1.2.0'), { isolated: false })
  expect(await shop.find('stranger')).toMatchObject({ isolation: { browser: 'page' } })
})
