import { defineManifest } from '@spawnpoint/sdk/common'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { parseSync } from 'vite'
import { buildPlugin } from '../../../sdk/package/build/build-plugin.ts'
import { exportsFor } from '../../../sdk/package/build/shared-exports.ts'
import { sharedSpecifiers } from '../../../sdk/package/build/shared-specifiers.ts'
import type { SharedNames } from '../../../kernel/common/plan.ts'
import { importedNames } from '../../../kernel/packages/server/install/imported-names.ts'
import { findLinkProblem } from '../../../kernel/packages/server/install/missing-exports.ts'
import { SDK_VERSION } from '../../../kernel/packages/server/sdk-major.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { aPluginOf, openShop, serverSaying, type Shop } from './plugin-shop.ts'

const shared: SharedNames = {
  current: { react: ['default', 'useState'], '@spawnpoint/sdk/ui': ['Button', 'Page'] },
  older: { 0: { '@spawnpoint/sdk/ui': ['Button', 'toasts'] } },
}
const plugins = createPluginsFolder()
let server: TestServer
let shop: Shop

const contributes = (id: string) => ({
  modules: { page: 'browser/page.js' },
  contributes: {
    routes: [{ id, path: `/p/${id}`, area: 'user' as const, module: 'page', title: 'Page' }],
  },
})
const needing = (id: string, version = '1.0.0', more = {}) =>
  aPluginOf(id, { version, ...contributes(id), ...more })
const scripts = (code: string) => ({
  'browser/page.js': `import{t as e}from"./part.js";export default e`,
  'browser/part.js': `${code};const t=()=>'import{nothing}from"@spawnpoint/sdk/ui"';export{t}`,
})
const removed = scripts('import{Button as b,toasts as c}from"@spawnpoint/sdk/ui"')
const fitting = scripts('import e,{useState as s}from"react";import*as u from"@spawnpoint/sdk/ui"')
const shown = `isn't available here. Build it again with the SDK ${SDK_VERSION}, or ask the author for a compatible version.`
const advice = `build it anew with the sdk ${SDK_VERSION}, or ask its author for a version that fits`

const roots = { builtin: join(ROOT, 'builtin'), plugins: plugins.folder, locales: join(ROOT, 'locales') }
const pageHandlersOf = (names: SharedNames) => async () => ({
  assets: () => false,
  page: () => false,
  shared: names,
})
const start = (names: SharedNames) => startTestServer({ roots, pageHandlers: pageHandlersOf(names) })

beforeAll(async () => {
  const inFolder = needing('in-folder')
  plugins.write(inFolder, serverSaying('in-folder', 'hello'), removed)
  server = await start(shared)
  shop = await openShop(server)
})
afterAll(async () => {
  await server.stop()
  plugins.remove()
})

it('[RTP15] refuses to install what uses names or modules that the page does not have, and names them', async () => {
  const zip = await shop.pack(needing('acme'), { files: removed })
  expect((await shop.review(zip)).problems).toEqual([
    {
      code: 'PACKAGE_EXPORT_MISSING',
      details: { id: 'acme', names: 'toasts', from: '@spawnpoint/sdk/ui', sdk: SDK_VERSION },
    },
  ])
  expect(await shop.install(zip)).toMatchObject({
    status: 409,
    body: {
      error_code: 'PACKAGE_EXPORT_MISSING',
      message: `acme uses toasts from @spawnpoint/sdk/ui, which ${shown}`,
    },
  })
  const strange = await shop.pack(needing('acme'), { files: scripts('import{debounce}from"lodash"') })
  expect(await shop.install(strange)).toMatchObject({
    status: 409,
    body: { message: `acme uses lodash, which ${shown}` },
  })
})

it('[RTP15] installs what finds all of its names, those of an older major in the façades of that major', async () => {
  expect(await shop.install(await shop.pack(needing('fits'), { files: fitting }))).toMatchObject({
    status: 200,
  })
  expect(await shop.enable('fits')).toMatchObject({ status: 200 })
  expect(await shop.find('fits')).toMatchObject({ state: 'active' })
})

it('[RTP15] says on the list why one of the plugins folder is not switched on', async () => {
  const reason = `uses toasts of @spawnpoint/sdk/ui, which this product does not have: ${advice}`
  expect(await shop.enable('in-folder')).toMatchObject({ status: 409, body: { error_code: 'PLUGIN_FAILED' } })
  expect(await shop.find('in-folder')).toMatchObject({ state: 'incompatible', reason })
})

it('[RTP15] leaves out what a newer product has taken names from, and starts the version that fits', async () => {
  const had = { ...shared.current, '@spawnpoint/sdk/ui': ['Button', 'Page', 'toasts'] }
  const before = await start({ ...shared, current: had })
  try {
    const installed = await openShop(before)
    await installed.install(await installed.pack(needing('veteran'), { files: removed }))
    expect(await installed.enable('veteran')).toMatchObject({ status: 200 })
    // On the same database and files, as after an upgrade of the product.
    const after = await startServer({ config: before.config, roots, pageHandlers: pageHandlersOf(shared) })
    try {
      const row = async () => (await after.plugins.list()).find(({ id }) => id === 'veteran')
      expect(await row()).toMatchObject({
        state: 'incompatible',
        reason: `uses toasts of @spawnpoint/sdk/ui, which this product does not have: ${advice}`,
      })
      expect(after.plugins.enabled().map(({ id }) => id)).not.toContain('veteran')
      const built = await installed.pack(needing('veteran', '1.0.1'), { files: fitting })
      expect(await installed.install(built)).toMatchObject({ status: 200 })
      await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'active' }))
    } finally {
      await after.stop()
    }
  } finally {
    await before.stop()
  }
})

it('[RTP15] gives one made for an older major the names of that major’s façades', () => {
  const folder = join(plugins.folder, 'in-folder/dist')
  const madeFor = (sdk: string) => defineManifest(needing('in-folder', '1.0.0', { engines: { sdk } }))
  const problem = (sdk: string) => findLinkProblem({ folder, manifest: madeFor(sdk) }, shared, '1.0.0')
  expect(problem('^1.0.0')).toMatch(/^uses toasts of @spawnpoint\/sdk\/ui, .* with the sdk 1\.0\.0,/)
  expect(problem('^0.1.0')).toBeNull()
  // It runs with the current modules where its range takes them.
  expect(problem('>=0.1.0')).toMatch(/^uses toasts of /)
})

const namesOf = (specifier: string) => [...(exportsFor('browser', specifier) ?? [])]

it.each(['hello', 'discord-notifications'])(
  '[RTP15] reads the same of the built %s as a parser does, and all of it is there',
  async (id) => {
    const folder = join(plugins.folder, 'built', id)
    const manifest = await buildPlugin({ folder: join(ROOT, 'plugins', id), root: ROOT, outDir: folder })
    for (const file of globSync('browser/*.js', { cwd: folder })) {
      const code = readFileSync(join(folder, file), 'utf8')
      const parsed = parseSync(file, code).module.staticImports.map(({ moduleRequest, entries }) => ({
        from: moduleRequest.value,
        names: entries.flatMap(({ importName: { kind, name } }) =>
          kind === 'Default' ? 'default' : (name ?? []),
        ),
      }))
      expect(importedNames(code)).toEqual(parsed)
    }
    const current = Object.fromEntries(sharedSpecifiers.map((each) => [each, namesOf(each)]))
    expect(findLinkProblem({ folder, manifest }, { current, older: {} })).toBeNull()
    const less = { ...current, '@spawnpoint/sdk/ui': [] }
    expect(findLinkProblem({ folder, manifest }, { current: less, older: {} })).toMatch(
      /^uses Alert, .* of @spawnpoint\/sdk\/ui, which this product does not have/,
    )
  },
)
