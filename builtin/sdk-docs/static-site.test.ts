// @vitest-environment jsdom
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = ['builtin/sdk-docs/server', 'sdk/README.md', 'sdk/reference.json', 'sdk/names-since.json']
mkdirSync(join(root, '.cache'), { recursive: true })
const out = mkdtempSync(join(root, '.cache/sdk-site-'))
const older = join(root, '.cache', `sdk-docs-${process.pid}`)

/** Runs the script of `npm run docs`. */
const write = (folder: string) =>
  execFileSync(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(folder, 'builtin/sdk-docs/server/write-site.ts'),
      '--out',
      out,
      '--base',
      '/docs',
    ],
    { cwd: root, encoding: 'utf8' },
  )

/** Writes the version before from a checkout of its own. */
function writeOlder() {
  for (const file of [...files, 'sdk/kernel-surface.json']) {
    mkdirSync(join(older, file, '..'), { recursive: true })
    cpSync(join(root, file), join(older, file), { recursive: true })
  }
  const reference = join(older, 'sdk/reference.json')
  const text = readFileSync(reference, 'utf8').replace(/"version": ?"[^"]+"/, '"version":"0.0.9"')
  writeFileSync(reference, text)
  write(older)
}

beforeAll(() => {
  writeOlder()
  write(root)
}, 60_000)
afterAll(() => {
  rmSync(out, { recursive: true, force: true })
  rmSync(older, { recursive: true, force: true })
})

const { version } = JSON.parse(readFileSync(join(root, 'sdk/reference.json'), 'utf8')) as { version: string }
const read = (path: string) => readFileSync(join(out, path), 'utf8')
const isThere = (address: string) => {
  const path = address.replace(/[?#].*$/, '').slice('/docs'.length)
  return existsSync(join(out, path, 'index.html')) || (/\.\w+$/.test(path) && existsSync(join(out, path)))
}

it('[SDD8] writes a page for each error code, the search index and llms.txt, and no link leads nowhere', () => {
  const { errorCodes } = JSON.parse(readFileSync(join(root, 'sdk/kernel-surface.json'), 'utf8')) as {
    readonly errorCodes: readonly string[]
  }
  for (const code of errorCodes) expect(read(`${version}/errors/${code}/index.html`)).toContain(code)
  const links = [...read(`${version}/llms.txt`).matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to)
  expect(links.length).toBeGreaterThan(50)
  const html = globSync('**/*.html', { cwd: out }).flatMap((file) =>
    [...read(file).matchAll(/ (?:href|src|action|data-index)="(\/[^"]*)"/g)].map(([, to = '']) => to),
  )
  expect(html.length).toBeGreaterThan(1000)
  expect([...new Set([...links, ...html])].filter((to) => !isThere(to))).toEqual([])
})

it('[SDD8] keeps the pages of an older version, and each version leads to the others', () => {
  expect(JSON.parse(read('versions.json'))).toEqual([version, '0.0.9'])
  expect(read('index.html')).toContain(`url=/docs/${version}"`)
  for (const each of [version, '0.0.9']) {
    expect(read(`${each}/index.html`)).toContain(`Version ${each} · <a href="/docs/versions">`)
    expect(read('versions/index.html')).toContain(`<a href="/docs/${each}">`)
  }
})

it('[SDD8] finds in the index what a reader types, headings first, and shows it as text', async () => {
  // The body itself stays: other test files of this worker hold on to it.
  const page = new DOMParser().parseFromString(read(`${version}/search/index.html`), 'text/html')
  document.body.replaceChildren(...page.body.childNodes)
  window.history.replaceState(null, '', '/docs/search?q=defineJob')
  vi.stubGlobal('fetch', async () => Response.json(JSON.parse(read(`${version}/search-index.json`))))
  const script = join(out, version, 'search.js')
  await import(/* @vite-ignore */ script)
  await vi.waitFor(() => expect(document.querySelectorAll('.hit').length).toBeGreaterThan(0))
  const hits = [...document.querySelectorAll('.hit a')]
  expect(hits[0]?.textContent).toBe('defineJob')
  expect(isThere(hits[0]?.getAttribute('href') ?? '')).toBe(true)
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
  document.body.replaceChildren()
})

it('[SDD7] names for each hook what the manifest has to say for it', () => {
  const page = read(`${version}/reference/hooks.md`)
  expect(page).toContain(
    '| `registerRoutes` | SyncHook | [`routes`](/reference/sdk-common#routetable) | `hooks.register` and `registers.routes` |',
  )
  expect(page).toMatch(/\| `routeChanged` .* \| nothing more \|/)
  expect(page).toContain(
    '| `onRequest` | AsyncSeriesHook | [`request`](/reference/sdk-common#requestfacts) | `server.hooks` | 500 ms |',
  )
  expect(page).toMatch(/## For built-ins alone\n\n`registerCustomisationTab`, `sessionFailed`, `navItems`\./)
})
