import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { Plan, PlanPlugin } from '../../../common/plan.ts'
import { pageImportMap } from './page-additions.ts'
import { createPluginFrame } from './plugin-frame.ts'

const script = '/assets/plugins/acme/00ff/browser/page.js'
const html = '<html lang="%LANGUAGE%"><head><title>%TITLE%</title><!--import-map--></head></html>'
const importMap = '{"imports":{"react":"/assets/react-1.js"},"integrity":{"/assets/react-1.js":"sha384-r"}}'
const importMapHash = createHash('sha256').update(importMap).digest('base64')
const sdkFacades = { 0: { '@spawnpoint/sdk/browser': '/assets/sdk-0.js' } }
const parts = { frame: { html, styleHash: 'aGFzaA==' }, importMap, importMapHash, sdkFacades }

// Only what a frame reads of a plan's plugin.
const aPlugin = (over: Partial<PlanPlugin> = {}) =>
  ({
    id: 'acme',
    title: 'Acme & sons',
    modules: { page: script },
    integrity: { [script]: 'sha384-p' },
    isolated: true,
    capabilities: ['notify', 'http.external:api.acme.test'],
    ...over,
  }) as unknown as PlanPlugin

const aPlan = (...plugins: readonly PlanPlugin[]): Plan => ({
  version: 1,
  plugins,
  settings: {},
  safeMode: false,
})

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(plan: Plan, before: Readonly<Record<string, Readonly<Record<string, string>>>> = {}) {
  const frame = createPluginFrame({
    origin: 'https://dash.example.com',
    parts,
    plan: () => plan,
    findIntegrity: (_id, hash) => before[hash] ?? null,
  })
  const server = http.createServer(
    (request, response) =>
      void frame(request, response).then((done) => done || response.writeHead(404).end('another handler')),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { host: 'dash.example.com', cookie: 'locale=DE' },
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
}

const other = aPlugin({
  id: 'other',
  modules: { page: '/assets/plugins/other/1/page.js' },
  integrity: { '/assets/plugins/other/1/page.js': 'sha384-o' },
})

describe('the document of a frame', () => {
  it('[RTP2] has an origin of its own, scripts of ours alone, and the hosts that were granted', async () => {
    const { status, headers, body } = await (await serve(aPlan(aPlugin(), other)))('/plugin-frame/acme/00ff')
    expect(status).toBe(200)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.startsWith('sandbox allow-scripts allow-forms; ')).toBe(true)
    expect(policy).not.toContain('allow-same-origin')
    expect(policy).toContain('connect-src https://api.acme.test;')
    expect(policy).toMatch(/script-src 'sha256-[^']+' \S+\/assets\/;/)
    expect(policy).toMatch(/style-src 'sha256-aGFzaA==' \S+\/assets\/;/)
    expect(policy).toMatch(/frame-ancestors \S+;/)
    expect(headers.get('x-frame-options')).toBeNull()
    const map = /<script type="importmap">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(policy).toContain(createHash('sha256').update(map).digest('base64'))
    // The scripts of other plugins are nothing to this one.
    expect(JSON.parse(map).integrity).toEqual({ '/assets/react-1.js': 'sha384-r', [script]: 'sha384-p' })
    expect(body).toContain('<html lang="de">')
    expect(body).toContain('<title>Acme &amp; sons</title>')
  })

  it('[RTP2] may call nobody without a granted host', async () => {
    const { headers } = await (await serve(aPlan(aPlugin({ capabilities: [] }))))('/plugin-frame/acme/00ff')
    expect(headers.get('content-security-policy')).toContain("connect-src 'none';")
  })

  it('[RTP2] [PKG7] is there for a tab that was open before an upgrade, with the scripts of that build', async () => {
    const old = '/assets/plugins/acme/00fe/browser/page.js'
    const get = await serve(aPlan(aPlugin()), { '00fe': { [old]: 'sha384-old' } })
    const { status, body } = await get('/plugin-frame/acme/00fe')
    expect(status).toBe(200)
    const map = /<script type="importmap">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(JSON.parse(map).integrity).toEqual({ '/assets/react-1.js': 'sha384-r', [old]: 'sha384-old' })
    // A plugin that is off has no frame, whatever the tab asks for.
    expect((await (await serve(aPlan(), { '00fe': {} }))('/plugin-frame/acme/00fe')).status).toBe(404)
  })

  it('is there for plugins that are on, in the build that is on', async () => {
    const get = await serve(aPlan(aPlugin()))
    for (const path of [
      '/plugin-frame/acme/00fe',
      '/plugin-frame/nobody/00ff',
      '/plugin-frame/acme',
      '/plugin-frame/',
    ])
      expect((await get(path)).status).toBe(404)
  })
})

describe('the import map', () => {
  it('[RTP8] maps the files of a plugin that was made for an older SDK to its façades, and no others', () => {
    const { text, hash } = pageImportMap(parts, aPlan(aPlugin({ sdk: '0' }), other))
    expect(JSON.parse(text).scopes).toEqual({ '/assets/plugins/acme/': sdkFacades['0'] })
    expect(hash).toBe(createHash('sha256').update(text).digest('base64'))
    expect(JSON.parse(pageImportMap(parts, aPlan(aPlugin({ sdk: '7' }))).text).scopes).toBeUndefined()
  })
})
