import { expect, it } from 'vitest'
import { findingsOf, manifest, page, serverModule, type Files } from './wave-plugin.testing.ts'

it('[TOOL7] has nothing to say of a plugin that is well', async () => {
  expect(await findingsOf({})).toEqual([])
})

const route = (more: string) =>
  manifest(
    `contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'x', ${more} }] }`,
  )

/** An admin page beside the route. */
const twice = (page: string) =>
  manifest(`contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'x' }],
    adminPages: [{ area: 'admin', permission: 'plugin.wave.see', module: 'page', title: 'x', ${page} }] }`)
const tab = `{ id: 'tab', module: 'page', title: 'x' }`
const defined = `{ constant: 'X', value: 'plugin.wave.x', category: 'x', description: 'x' }`

const broken: readonly (readonly [code: string, at: string, files: Files])[] = [
  ['E_MANIFEST', 'version', { 'manifest.ts': manifest(`version: '1'`) }],
  ['E_MANIFEST', 'id', { 'manifest.ts': manifest(`id: 'X'`) }],
  ['E_MANIFEST', 'manifest', { 'manifest.ts': manifest(`unknown: true`) }],
  ['E_MANIFEST', 'manifest.ts', { 'manifest.ts': 'export default {' }],
  ['E_ID_RESERVED', 'id', { 'manifest.ts': manifest(`id: 'system'`) }],
  ['E_ID_RESERVED', 'id', { 'manifest.ts': manifest(`id: 'information-schema'`) }],
  ['E_NOT_REMOVABLE', 'removable', { 'manifest.ts': manifest('removable: false') }],
  ['E_ENGLISH_MISSING', 'locales', { 'manifest.ts': manifest(`locales: ['de']`) }],
  ['E_CAPABILITY_UNKNOWN', 'capabilities.0', { 'manifest.ts': manifest(`capabilities: ['server.root']`) }],
  ['E_MIGRATIONS_MISSING', 'migrations', { 'resource.ts': 'export {}' }],
  ['E_FILE_OUTSIDE', 'modules.page', { 'manifest.ts': manifest(`modules: { page: '../page.tsx' }`) }],
  ['E_MODULE_MISSING', 'modules.page', { 'manifest.ts': manifest('modules: {}') }],
  [
    'E_MODULE_UNUSED',
    'modules.more',
    { 'manifest.ts': manifest(`modules: { page: 'browser/page.tsx', more: 'x.tsx' }`) },
  ],
  [
    'E_PATH_DUPLICATE',
    'contributes.adminPages.0.path',
    { 'manifest.ts': twice(`path: '/p/wave', id: 'two'`) },
  ],
  [
    'E_ROUTE_DUPLICATE',
    'contributes.adminPages.0.id',
    { 'manifest.ts': twice(`path: '/mc-admin/x/wave', id: 'wave'`) },
  ],
  [
    'E_ID_DUPLICATE',
    'contributes.debugTabs.1.id',
    { 'manifest.ts': manifest(`contributes: { debugTabs: [${tab}, ${tab}] }`) },
  ],
  [
    'E_PERMISSION_DUPLICATE',
    'permissions.defines.1.value',
    { 'manifest.ts': manifest(`permissions: { defines: [${defined}, ${defined}] }`) },
  ],
  ['E_SETTINGS_SCHEMA', 'settings.type', { 'manifest.ts': manifest(`settings: { type: 'string' }`) }],
  ['E_PATH_OUTSIDE', 'contributes.routes.0.path', { 'manifest.ts': route(`path: '/store'`) }],
  ['E_ROUTE_MODULE_OR_REDIRECT', 'contributes.routes.0.module', { 'manifest.ts': route(`redirect: '/'`) }],
  [
    'E_ROUTE_UNKNOWN',
    'contributes.nav.0.route',
    {
      'manifest.ts': manifest(
        `modules: {}, contributes: { nav: [{ area: 'user', route: 'none', label: 'x' }] }`,
      ),
    },
  ],
  [
    'E_PERMISSION_PREFIX',
    'permissions.defines.0.value',
    {
      'manifest.ts': manifest(
        `permissions: { defines: [{ constant: 'X', value: 'admin.x', category: 'x', description: 'x' }] }`,
      ),
    },
  ],
  ['E_SDK_VERSION', 'engines.sdk', { 'manifest.ts': manifest(`engines: { sdk: 'the newest one' }`) }],
  ['E_FILE_MISSING', 'modules.page', { 'manifest.ts': manifest(`modules: { page: 'browser/none.tsx' }`) }],
  ['E_FILE_MISSING', 'locales', { 'manifest.ts': manifest(`locales: ['en', 'de']`) }],
  ['E_MESSAGE_MISSING', 'title', { 'locales/en.yml': 'wave:\n  other: Wave\n' }],
  [
    'E_MESSAGE_MISSING',
    'browser/page.tsx:2',
    page(
      `import { useT } from '@spawnpoint/sdk'\nexport const Part = () => { const t = useT(); return t('gone') }`,
    ),
  ],
  [
    'E_MESSAGE_MISSING',
    'browser/page.tsx:2',
    page(`import { useT } from '@spawnpoint/sdk'\nexport const Part = () => <p>{useT()('gone')}</p>`),
  ],
  [
    'E_MESSAGE_MISSING',
    'registers',
    {
      'manifest.ts': manifest(`capabilities: ['hooks.register'], boot: 'boot',
        modules: { page: 'browser/page.tsx', boot: 'browser/boot.ts' },
        registers: { routes: [{ path: '/p/wave/more', title: '%abuot%' }] }`),
      'browser/boot.ts': 'export default () => undefined',
    },
  ],
  [
    'E_SERVICE_CLOSED',
    'capabilities',
    serverModule('export default {}', `['server.services:notifications.notifications']`),
  ],
  ['E_LABEL_TAKEN', 'title', { 'locales/en.yml': 'wave:\n  title: LOG  out\n' }],
  ['E_LABEL_TAKEN', 'contributes.routes.0.title', { 'manifest.ts': route(`title: 'D\u0430shboard'`) }],
  ['E_TEXT_MARKS', 'contributes.routes.0.title', { 'manifest.ts': route(`title: 'Wave\u202e'`) }],
  ['E_TEXT_MARKS', 'locales/en.yml', { 'locales/en.yml': 'wave:\n  title: Wave\n  more: "a\\u0007b"\n' }],
  ['E_LOCALE_ROOT', 'locales/en.yml', { 'locales/en.yml': 'title: Wave\n' }],
  ['E_LOCALE', 'locales/en.yml', { 'locales/en.yml': 'wave: [' }],
  [
    'E_LOCALE_KEY_MISSING',
    'locales/de.yml',
    { 'manifest.ts': manifest(`locales: ['en', 'de']`), 'locales/de.yml': 'wave: {}\n' },
  ],
  [
    'E_LOCALE_KEY_EXTRA',
    'locales/de.yml',
    {
      'manifest.ts': manifest(`locales: ['en', 'de']`),
      'locales/de.yml': 'wave:\n  title: Welle\n  more: Mehr\n',
    },
  ],
  [
    'E_CAPABILITY',
    'browser/page.tsx:1',
    page(`export default (hooks) => hooks.on('registerRoutes', () => undefined)`),
  ],
  ['E_HOOK', 'browser/page.tsx:1', page(`export default (hooks) => hooks.on('navItems', () => undefined)`)],
  [
    'E_PERMISSION_UNDEFINED',
    'browser/page.tsx:1',
    page(`export const mayWave = (can) => can('plugin.wave.manage')`),
  ],
  [
    'E_PERMISSION_NOT_REQUIRED',
    'browser/page.tsx:1',
    page(`export const may = (can) => can('admin.users.list')`),
  ],
  [
    'E_CAPABILITY',
    'server/index.ts:3',
    serverModule(
      `import { definePluginServer } from '@spawnpoint/sdk/server'\nimport manifest from '../manifest.ts'\nexport default definePluginServer(manifest, { setup({ db }) { void db } })`,
    ),
  ],
  [
    'E_CAPABILITY',
    'browser/page.tsx:3',
    page(
      `import { usePlugin } from '@spawnpoint/sdk'\nimport manifest from '../manifest.ts'\nexport const Part = () => { const plugin = usePlugin(manifest); plugin.notify.toast({ title: '' }) }`,
    ),
  ],
  ['E_IMPORT', 'browser/page.tsx:1', page(`import { join } from 'node:path'\nexport const x = join`)],
  ['E_IMPORT', 'browser/page.tsx:1', page(`import { x } from '../../elsewhere/x.ts'\nexport const y = x`)],
  [
    'E_IMPORT',
    'browser/page.tsx:1',
    page(`import { x } from '@spawnpoint/contracts/gate/server/x.ts'\nexport const y = x`),
  ],
  [
    'E_IMPORT',
    'browser/page.tsx:1',
    page(`import { Clock } from '@spawnpoint/sdk/server'\nexport const x = Clock`),
  ],
  ['E_IMPORT', 'browser/page.tsx:1', page(`import { x } from '../server/x.ts'\nexport const y = x`)],
  [
    'E_IMPORT',
    'server/index.ts:1',
    serverModule(`import { Page } from '@spawnpoint/sdk/ui'\nexport const x = Page`),
  ],
  ['E_IMPORT', 'server/index.ts:1', serverModule(`export const load = () => import('../browser/page.tsx')`)],
]

it.each(broken)('[TOOL7] says %s at %s', async (code, at, files) => {
  const found = (await findingsOf(files)).filter(({ level }) => level === 'error')
  expect(found.map((each) => `${each.code} ${each.at}`)).toContain(`${code} ${at}`)
  for (const { text } of found) expect(text).not.toMatch(/^(E_|.{0,10}$)/)
})

const warned: readonly (readonly [code: string, files: Files])[] = [
  ['W_LOCALE_UNLISTED', { 'locales/de.yml': 'wave:\n  title: Welle\n' }],
  [
    'W_BOOT_FRAMED',
    {
      'manifest.ts': manifest(
        `boot: 'boot', modules: { page: 'browser/page.tsx', boot: 'browser/boot.ts' }, isolation: { browser: 'frame' }`,
      ),
      'browser/boot.ts': 'export default () => undefined\n',
    },
  ],
  [
    'W_OVERLAY_FRAMED',
    {
      'manifest.ts': manifest(
        `contributes: { slots: [{ slot: 'shell.overlay', module: 'page' }] }, isolation: { browser: 'frame' }`,
      ),
    },
  ],
  [
    'W_NAV_FRAMED',
    {
      'manifest.ts': manifest(
        `contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'Wave' }],
          nav: [{ area: 'user', route: 'wave', label: 'Wave', module: 'page' }] }, isolation: { browser: 'frame' }`,
      ),
    },
  ],
  ['W_LICENCE', { 'manifest.ts': manifest('license: undefined') }],
  ['W_CAPABILITY_UNUSED', { 'manifest.ts': manifest(`capabilities: ['notify']`) }],
  ['W_PERMISSION_UNUSED', { 'manifest.ts': manifest(`permissions: { requires: ['admin.users.list'] }`) }],
]

it.each(warned)('[TOOL7] warns of %s and goes on', async (code, files) => {
  expect(await findingsOf(files)).toMatchObject([{ level: 'warning', code }])
})

/** Text that does not compress. */
const noise = (bytes: number) =>
  Array.from({ length: bytes / 8 }, (_, index) => Math.abs(Math.sin(index + 1) * 1e16).toString(36)).join('')

const unbuilt: readonly (readonly [code: string, level: string, files: Files])[] = [
  ['E_SIZE', 'error', page(`export const text = '${noise(400_000)}'\nconsole.log(text)`)],
  ['W_SIZE', 'warning', page(`export const text = '${noise(120_000)}'\nconsole.log(text)`)],
  [
    'E_SECOND_REACT',
    'error',
    page(
      `import * as server from 'react-dom/server.browser'\nexport const draw = () => server.renderToString(null)`,
    ),
  ],
  ['E_COMPILED_TEXT', 'error', page(`export const run = () => new Function('return 1')()`)],
]

const absent: readonly (readonly [text: string, at: string, files: Files])[] = [
  [
    'imports "Buton" from @spawnpoint/sdk/ui, which has no such export; did you mean "Button"?',
    'browser/page.tsx:2',
    page(`\nimport { Buton } from '@spawnpoint/sdk/ui'\nexport const Part = () => <Buton />`),
  ],
  [
    'imports "usePlugins" from @spawnpoint/sdk, which has no such export; did you mean "usePlugin"?',
    'browser/page.tsx:1',
    page(`import { usePlugins } from '@spawnpoint/sdk'\nexport const use = usePlugins`),
  ],
  [
    'imports "default" from @spawnpoint/sdk/ui, which has no such export',
    'browser/page.tsx:1',
    page(`import kit from '@spawnpoint/sdk/ui'\nexport const x = kit`),
  ],
  [
    'imports "useStat" from react, which has no such export; did you mean "useState"?',
    'browser/page.tsx:1',
    page(`export { useStat } from 'react'`),
  ],
  [
    'imports "definePluginServe" from @spawnpoint/sdk/server, which has no such export; did you mean "definePluginServer"?',
    'server/index.ts:1',
    serverModule(
      `import { definePluginServe } from '@spawnpoint/sdk/server'\nexport default definePluginServe`,
    ),
  ],
]

it.each(absent)('[TOOL7] finds out that a half %s', async (text, at, files) => {
  expect(await findingsOf(files, true)).toContainEqual({ level: 'error', code: 'E_EXPORT_MISSING', at, text })
})

it('[TOOL7] takes names that are types, and whole modules', async () => {
  const code = `import * as kit from '@spawnpoint/sdk/ui'\nimport { type PluginContext, usePlugin } from '@spawnpoint/sdk'
import type { ReactNode } from 'react'\nexport const x = (node: ReactNode, y?: PluginContext) => [kit.Card, usePlugin, node, y]`
  const found = await findingsOf(page(code), true)
  expect(found.filter(({ level }) => level === 'error')).toEqual([])
})

it('[TOOL7] takes a function of the server module that is called t for no translator', async () => {
  const code = `import { definePluginServer } from '@spawnpoint/sdk/server'\nimport manifest from '../manifest.ts'
const t = (text: string) => text.length\nexport default definePluginServer(manifest, { setup: async () => void t('length') })`
  const found = await findingsOf(serverModule(code))
  expect(found.filter((each) => each.code === 'E_MESSAGE_MISSING')).toEqual([])
})

it('[TOOL7] says in which line the code is none', async () => {
  const files = page(`export const Part = () => <p>\n{1 +}</p>`)
  expect(await findingsOf(files, true)).toEqual([
    { level: 'error', code: 'E_SYNTAX', at: 'browser/page.tsx:2', text: 'Unexpected token' },
  ])
})

it.each(unbuilt)('[TOOL7] says %s of what was built', async (code, level, files) => {
  expect(await findingsOf(files, true)).toContainEqual(expect.objectContaining({ code, level }))
})
