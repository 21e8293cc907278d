import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PageParts } from '../common/plan.ts'
import { createFixtureProject, smallShell } from '../../sdk/testing/fixture-project.ts'
import { hashSources, isBuildCurrent } from './source-hash.ts'
import { sharedSpecifiers } from '../../sdk/package/build/shared-specifiers.ts'

// Builds are as slow as the machine is busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const shop = {
  'builtin/shop/manifest.ts': `
import { defineBuiltin } from '@spawnpoint/sdk/common'
export default defineBuiltin({ id: 'shop', title: 'Shop', description: 'A fixture', modules: { page: 'browser/page.tsx' },
  contributes: { routes: [{ id: 'shop', path: '/shop', area: 'user', module: 'page', title: '%title%' }] } })
`,
  'builtin/shop/contract/index.ts': `
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
const one = { method: 'POST', access: { user: true }, summary: 's', reply: z.object({}), fails: {} } as const
export const buy = defineEndpoint({ ...one, path: '/api/shop/purchases' })
export const refund = defineEndpoint({ ...one, path: '/api/shop/refunds' })
`,
  'builtin/shop/contract/schemas.ts': `
import { z } from 'zod'
export const amount = z.number().min(1)
export { pathOf } from './path-of.ts'
`,
  'builtin/shop/contract/path-of.ts': 'export const pathOf = (id) => `/shop/${id}`\n',
  'builtin/shop/browser/page.tsx': `
import { buy } from '@spawnpoint/contracts/shop'
import { pathOf } from '@spawnpoint/contracts/shop/schemas'
export default () => buy.path + pathOf('first')
`,
  'builtin/shop/locales/en.yml': 'shop:\n  title: To the shop\n  lead: Buy things\n',
}
const staff = {
  'builtin/staff/manifest.ts': `
import { defineBuiltin } from '@spawnpoint/sdk/common'
export default defineBuiltin({ id: 'staff', title: 'Staff', description: 'A fixture', modules: { page: 'browser/page.tsx' },
  contributes: { adminPages: [{ id: 'staff', path: '/mc-admin/staff', area: 'admin', permission: 'admin.staff', module: 'page', title: '%title%' }] } })
`,
  'builtin/staff/browser/page.tsx': `import { buy, refund } from '@spawnpoint/contracts/shop'\nexport default () => buy.path + refund.path\n`,
}
const codes = ['de', 'en', 'es', 'fr', 'md', 'ro']
const languages = Object.fromEntries(
  codes.flatMap((code) => [
    [`locales/${code}.yml`, `shell:\n  ok: OK ${code}\n`],
    [`builtin/staff/locales/${code}.yml`, `staff:\n  title: For staff ${code}\n`],
  ]),
)
/** As the SDK of the next major would carry it. */
const facade = {
  'sdk/facades/0/browser.ts': `export * from '@spawnpoint/sdk/browser'\nexport { usePluginId as useOwnId } from '@spawnpoint/sdk/browser'\n`,
}
const font = '@font-face{font-family:Fixture;src:local(Fixture)}'
const styled = { 'app.css': `${font}\n${smallShell['app.css']}` }
const project = createFixtureProject({ ...smallShell, ...styled, ...shop, ...staff, ...languages, ...facade })
const dist = join(project.root, 'dist')
const read = (url: string) => readFileSync(join(dist, url), 'utf8')
const readParts = (): PageParts => JSON.parse(read('page.json'))
let parts: PageParts
/** With the tag that starts the application where the server puts it. */
const startingHtml = () =>
  parts.html.replace('<!--entry-->', `${parts.entry?.preloads ?? ''}${parts.entry?.tag ?? ''}`)
let output: ReturnType<typeof project.run>

beforeAll(() => {
  output = project.run('kernel/cli/build.ts', project.root)
  if (output.status !== 0) throw new Error(output.text)
  parts = readParts()
})
afterAll(project.remove)

describe('the built shell', () => {
  it('maps every shared specifier to a façade with the integrity of its bytes', () => {
    const map: { imports: Record<string, string>; integrity: Record<string, string> } = JSON.parse(
      parts.importMap,
    )
    expect(Object.keys(map.imports).sort()).toEqual([...sharedSpecifiers].sort())
    for (const url of Object.values(map.imports)) {
      const hash = createHash('sha256').update(read(url)).digest('base64')
      expect(map.integrity[url]).toBe(`sha256-${hash}`)
    }
    expect(parts.importMapHash).toBe(createHash('sha256').update(parts.importMap).digest('base64'))
  })

  it('[RTP15] tells the names that plugins may import of each shared module, and of older façades', () => {
    const { current = {}, older } = parts.shared ?? {}
    expect(Object.keys(current).sort()).toEqual([...sharedSpecifiers].sort())
    expect(current['@spawnpoint/sdk/ui']).toEqual(expect.arrayContaining(['Button', 'Page', 'Table']))
    expect(current['react']).toEqual(expect.arrayContaining(['default', 'useState']))
    expect(current['@spawnpoint/sdk/browser']).not.toContain('useOwnId')
    expect(older).toEqual({
      0: { '@spawnpoint/sdk/browser': expect.arrayContaining(['useOwnId', 'useHost']) },
    })
  })

  it('gives every script, preload and stylesheet of the page a nonce and integrity', () => {
    const tags =
      startingHtml().match(/<(?:script|link)\b[^>]*(?:src|href)="\/assets\/[^>]*\.(?:js|css)"[^>]*>/g) ?? []
    expect(tags.length).toBeGreaterThan(3)
    for (const tag of tags) {
      expect(tag).toContain('nonce="%NONCE%"')
      expect(tag).toMatch(/integrity="sha256-/)
    }
  })

  it('has a script that starts the same entry behind the first paint, known by its hash', () => {
    const { tag, starter, hash } = parts.entry ?? { tag: '', starter: '', hash: '' }
    const [, url = ''] = /src="([^"]+)"/.exec(tag) ?? []
    expect(read(url)).toContain('createRoot')
    expect(starter).toContain(`import("${url}")`)
    expect(JSON.parse(parts.importMap).integrity).toHaveProperty([url])
    expect(hash).toBe(createHash('sha256').update(starter).digest('base64'))
  })

  it('reads all data of a page with a first view in the moment that it is preloaded', () => {
    const { starter = '' } = parts.entry ?? {}
    const link: { href: string; answer?: Promise<unknown> } = { href: '/data.json' }
    const appended: unknown[] = []
    const dataset: { font?: string } = {}
    const document = {
      hidden: true,
      fonts: { check: () => false },
      documentElement: { dataset },
      head: { append: (content: unknown) => appended.push(content) },
      getElementById: (id: string) => ({ content: id }),
      querySelectorAll: (selector: string) =>
        selector === '[as=fetch]' && appended.length > 0 ? [link] : [],
    }
    const answer = Promise.reject(new Error('no network'))
    const run = new Function('document', 'fetch', starter.replace(/import\("[^"]+"\)/, '0'))
    run(document, (url: string) => (url === link.href ? answer : null))
    expect(appended).toEqual(['later'])
    expect(link.answer).toBe(answer)
    expect(dataset.font, 'a font that is not there is not waited for').toBe('system')
  })

  it('loads the endpoints that a page names, and not the others of their plugin', () => {
    const loaded = (parts.modules['shop']?.['page'] ?? []).map(read).join('\n')
    expect(loaded).toContain('/api/shop/purchases')
    expect(loaded).not.toContain('/api/shop/refunds')
  })

  it('keeps zod out of a page that imports a function beside the schemas', () => {
    const loaded = (parts.modules['shop']?.['page'] ?? []).map(read).join('\n')
    expect(loaded).toContain('/shop/')
    expect(loaded).not.toContain('_zod')
  })

  it('tells only pages of the administration where their code is', () => {
    const urls = parts.modules['staff']?.['page'] ?? []
    const table = urls.find((url) => url.includes('admin-modules')) ?? ''
    const [, page = ''] = /import\(.\.\/(page-[\w-]+\.js)/.exec(read(table)) ?? []
    expect(urls).toContain(`/assets/${page}`)
    const scripts = [...startingHtml().matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)]
    expect(scripts.map(([, url = '']) => read(url)).join('\n')).not.toContain(page)
    expect(parts.modules['shop']?.['page']?.join()).not.toContain('admin-modules')
  })

  it('keeps zod out of what the log-in page loads', () => {
    const scripts = [...startingHtml().matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
      ([, url]) => url ?? '',
    )
    const loaded = [...scripts, ...(parts.modules['gate']?.['login'] ?? [])].map(read).join('\n')
    expect(loaded).toContain('/api/gate/log-in')
    expect(loaded).not.toContain('_zod')
    expect(loaded).not.toMatch(/new Function\(/)
  })

  it('[CALL9] has one static message file per language, named by its lower-case code, and one for its administration', () => {
    const files = codes.flatMap((code) => [code, `${code}-admin`])
    expect(Object.keys(parts.locales).sort()).toEqual(files.sort())
    for (const [file, url] of Object.entries(parts.locales))
      expect(url).toMatch(new RegExp(`^/assets/${file}-[\\w-]{8}\\.json$`))
    const filesWith = (text: string) =>
      readdirSync(join(dist, 'assets'))
        .filter((name) => /\.js(on)?$/.test(name) && read(`assets/${name}`).includes(text))
        .map((name) => `/assets/${name}`)
    for (const text of ['Log in', 'To the shop', 'Buy things'])
      expect(filesWith(text)).toEqual([parts.locales['en']])
    expect(filesWith('Anmelden')).toEqual([parts.locales['de']])
    expect(filesWith('For staff en')).toEqual([parts.locales['en-admin']])
  })

  it('puts what a first view is painted without behind it, and its own rules into the page', () => {
    const { html, style } = parts
    const at = (mark: string) => html.indexOf(mark)
    expect(at('<!--custom-style-->')).toBeLessThan(at('</head>'))
    for (const mark of ['<!--import-map-->', '<!--preload-->', '<!--plan-->', '<!--entry-->'])
      expect(at(mark)).toBeGreaterThan(at('<!--first-view-->'))
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).not.toContain('<script')
    expect(style?.tag).toMatch(
      /^<link rel="stylesheet" crossorigin href="\/assets\/[^"]+" integrity="sha256-[^"]+">$/,
    )
    const inline = (text: string) => ({ text, hash: createHash('sha256').update(text).digest('base64') })
    expect(style?.fonts).toEqual(inline(font))
    expect(style?.firstView).toEqual(inline(`${font}body{margin:0}\n`))
    const [, sheet = ''] = /href="([^"]+)"/.exec(style?.tag ?? '') ?? []
    expect(read(sheet)).not.toContain('@font-face')
  })

  it('draws first views per language, English where a language lacks the word', () => {
    expect(parts.firstViews['login']).toMatchObject({
      de: '<form method="post"><a href="/auth/login">Anmelden</a></form>',
      fr: '<form method="post"><a href="/auth/login">Log in</a></form>',
    })
  })

  it('writes compressed files beside those that gain by it, and no HTML', () => {
    const files = readdirSync(join(dist, 'assets'))
    const libraries = files.find((file) => /^libraries-.*\.js$/.test(file)) ?? ''
    const plain = readFileSync(join(dist, 'assets', libraries))
    expect(brotliDecompressSync(readFileSync(join(dist, 'assets', `${libraries}.br`)))).toEqual(plain)
    expect(gunzipSync(readFileSync(join(dist, 'assets', `${libraries}.gz`)))).toEqual(plain)
    expect(existsSync(join(dist, 'index.html'))).toBe(false)
  })

  it('is not built twice from the same sources, and again when one changes', () => {
    expect(output.text).toMatch(/Built the dashboard in/)
    expect(project.run('kernel/cli/build.ts', project.root).text).toContain('built already')
    project.write({ 'builtin/gate/locales/de.yml': 'gate:\n  title: Hinein\n' })
    expect(isBuildCurrent(dist, hashSources(project.root))).toBe(false)
    project.write({ 'builtin/gate/locales/de.yml': smallShell['builtin/gate/locales/de.yml'] ?? '' })
    expect(isBuildCurrent(dist, hashSources(project.root))).toBe(true)
  })
})

describe('a build that must not succeed', () => {
  const failing = (files: Record<string, string>) => {
    const broken = createFixtureProject({ ...smallShell, ...files })
    const result = broken.run('kernel/cli/build.ts', broken.root)
    broken.remove()
    expect(result.status).toBe(1)
    return result.text
  }

  it('names the export that is no data and where it belongs', () => {
    const page = `import { body } from '@spawnpoint/contracts/gate'\nexport default () => String(body)`
    const text = failing({ 'builtin/gate/browser/login.tsx': page })
    expect(text).toMatch(/'body' of @spawnpoint\/contracts\/gate .*@spawnpoint\/contracts\/gate\/schemas/)
  })

  it('names the plugin and the problem of a manifest', () => {
    const manifest = (smallShell['builtin/gate/manifest.ts'] ?? '').replace("'/auth/login'", "'auth login'")
    expect(failing({ 'builtin/gate/manifest.ts': manifest })).toContain('builtin/gate: contributes.routes.0')
  })

  it('names both plugins that claim one well-known route', () => {
    const text = failing({
      'builtin/other/manifest.ts': (smallShell['builtin/gate/manifest.ts'] ?? '').replaceAll('gate', 'other'),
      'builtin/other/browser/login.tsx': 'export default () => null',
    })
    expect(text).toContain("well-known route 'login' is claimed by gate and other")
  })
})
