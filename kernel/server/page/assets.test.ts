import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAssets } from './assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'assets-'))
const dist = join(folder, 'dist')
const plugin = join(folder, 'plugin')

const files: Readonly<Record<string, string>> = {
  'dist/assets/index-1.js': 'plain',
  'dist/assets/index-1.js.br': 'as brotli',
  'dist/assets/index-1.js.gz': 'as gzip',
  'dist/assets/favicon-x.svg': '<svg/>',
  'dist/assets/page-1.html': '<script>',
  'dist/page.json': '{}',
  'plugin/browser/page-1.js': 'page',
  'plugin/server/index.js': 'server module',
}
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

const assets = createAssets({
  distDir: dist,
  secure: false,
  findPlugin: (id, hash) =>
    id === 'wave' && hash === 'abc1' ? { folder: plugin, has: (file) => file === 'browser/page-1.js' } : null,
})
const server = http.createServer(async (request, response) => {
  if (!(await assets(request, response))) response.writeHead(418).end()
})

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

// Not `fetch`: it would tidy the path and decode the body.
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const request = http.request({ host: '127.0.0.1', port, path, headers, method }, async (response) => {
      const body = String(Buffer.concat(await response.toArray()))
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
    })
    request.on('error', reject).end()
  })

it('serves what was built, for ever, and as the type it is', async () => {
  const { status, headers, body } = await get('/assets/index-1.js')
  expect([status, body]).toEqual([200, 'plain'])
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    vary: 'Accept-Encoding',
  })
  expect((await get('/assets/index-1.js', {}, 'HEAD')).body).toBe('')
})

it.each([
  ['br, gzip', 'br', 'as brotli'],
  ['gzip', 'gzip', 'as gzip'],
  ['gzip;q=1, br;q=0', 'gzip', 'as gzip'],
  ['*', 'br', 'as brotli'],
  ['identity', undefined, 'plain'],
  ['br;q=0', undefined, 'plain'],
])('answers "%s" with %s', async (accepted, encoding, body) => {
  const answer = await get('/assets/index-1.js', { 'accept-encoding': accepted })
  expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body])
})

it.each([
  '/assets/../page.json',
  '/assets/..%2fpage.json',
  '/assets/%2e%2e/page.json',
  '/assets/..\\page.json',
  '/assets//index-1.js',
  '/assets/index-1.js/',
  '/assets/index-1.js%00.png',
  '/assets/index-1.js.br',
  '/assets/',
  '/assets',
  '/assets/plugins/wave/abc1/server/index.js',
  '/assets/plugins/wave/abc1/browser/../server/index.js',
  '/assets/plugins/wave/abc2/browser/page-1.js',
  '/assets/plugins/../plugin/server/index.js',
])('knows nothing of %s', async (path) => {
  const { status, headers } = await get(path)
  expect([status, headers['cache-control']]).toEqual([404, 'no-store'])
})

it('serves the browser module of a run-time plugin under the hash of its build', async () => {
  expect((await get('/assets/plugins/wave/abc1/browser/page-1.js')).body).toBe('page')
})

it('lets no file become a page that could run a script', async () => {
  expect((await get('/assets/page-1.html')).headers['content-type']).toBe('application/octet-stream')
  const icon = await get('/favicon.ico')
  expect(icon.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
  })
  expect(icon.headers['content-security-policy']).toContain('sandbox')
})

it('refuses to be written to, and leaves other paths to others', async () => {
  expect((await get('/assets/index-1.js', {}, 'POST')).status).toBe(405)
  expect((await get('/dashboard')).status).toBe(418)
})

it('[KRN25] reads a small file once, and holds none open for a reader who stalls', async () => {
  const file = join(dist, 'assets', 'index-1.js.gz')
  expect((await get('/assets/index-1.js', { 'accept-encoding': 'gzip' })).body).toBe('as gzip')
  rmSync(file)
  expect((await get('/assets/index-1.js?again', { 'accept-encoding': 'gzip' })).body).toBe('as gzip')
  writeFileSync(file, 'as gzip')
})
