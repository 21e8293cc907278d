import { defineBuiltin, type Manifest } from '@spawnpoint/sdk/common'
import { createHash } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { PageParts, Plan } from '../../common/plan.ts'
import { createPage, type PageOptions } from './page.ts'

const manifest: Manifest = defineBuiltin({
  id: 'gate',
  title: 'Gate',
  description: 'A fixture',
  modules: { login: 'browser/login.tsx', ticket: 'browser/ticket.tsx' },
  contributes: {
    routes: [
      {
        id: 'login',
        path: '/auth/login',
        area: 'guest',
        module: 'login',
        title: 'Log in',
        wellKnown: 'login',
      },
      { id: 'ticket', path: '/ticket/:id', area: 'user', module: 'ticket', title: 'Ticket' },
    ],
  },
})

const aPlan = (over: Partial<Plan> = {}): Plan => ({
  version: 1,
  plugins: [{ ...manifest, boot: null, modules: {}, locales: {}, labels: {} }],
  settings: { app_name: 'Mine & Craft' },
  safeMode: false,
  ...over,
})

const importMap = '{"imports":{"react":"/assets/react-1.js"},"integrity":{}}'
const importMapHash = createHash('sha256').update(importMap).digest('base64')
const parts: PageParts = {
  html: '<html lang="%LANGUAGE%"><head><title>%TITLE%</title><!--import-map--><!--preload--><!--custom-style--><!--plan--><script type="module" nonce="%NONCE%" src="/assets/index-1.js"></script></head><body><div id="app"><!--first-view--></div></body></html>',
  importMap,
  importMapHash,
  locales: { en: '/assets/en-1.json', de: '/assets/de-1.json' },
  integrity: {
    '/assets/ticket-1.js': 'sha384-t',
  },
  modules: { gate: { ticket: ['/assets/ticket-1.js'] } },
  firstViews: { login: { en: '<form>Log in</form>', de: '<form>Anmelden</form>' } },
}

const servers: http.Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(options: Partial<PageOptions> = {}, built = parts) {
  const page = createPage({
    origin: 'https://dash.example.com',
    isStaff: async (cookies) => cookies === 'staff=1',
    plan: (safeMode) => aPlan({ safeMode }),
    additions: () => ({ importMap: { text: built.importMap, hash: built.importMapHash }, grants: [] }),
    ...options,
    parts: built,
  })
  const server = http.createServer(
    (request: IncomingMessage, response: ServerResponse) => void page(request, response),
  )
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: http.IncomingHttpHeaders; policies: string[]; body: string }>(
      (resolve, reject) => {
        const request = http.get(
          { host: '127.0.0.1', port, path, headers: { host: 'dash.example.com', ...headers } },
          async (response) => {
            const body = Buffer.concat(await response.toArray())
            const text = response.headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body
            const policies = response.headersDistinct['content-security-policy'] ?? []
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              policies,
              body: String(text),
            })
          },
        )
        request.on('error', reject)
      },
    )
}

const nonceOf = (body: string) => /nonce="([^"]+)" src="\/assets\/index/.exec(body)?.[1] ?? ''

describe('headers of the page', () => {
  it('are exactly the two policies', async () => {
    const get = await serve()
    const { policies, body } = await get('/auth/login')
    expect(policies).toEqual([
      `default-src 'none'; script-src 'sha256-${importMapHash}' https://dash.example.com/assets/ https://dash.example.com/api/system/custom.js; style-src https://dash.example.com/assets/ https://dash.example.com/api/system/custom.css; style-src-attr 'none'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types spawnpoint; report-to csp`,
      `script-src 'nonce-${nonceOf(body)}' 'strict-dynamic'; object-src 'none'; base-uri 'none'`,
    ])
    expect(body).toContain(`<script type="importmap" nonce="${nonceOf(body)}">${importMap}</script>`)
  })

  it('[BRD1] have the tags of a plugin, escaped, and its icon in place of the product’s', async () => {
    const html = parts.html.replace(
      '<!--import-map-->',
      '<link rel="icon" href="/own.svg"><!--head--><!--import-map-->',
    )
    const plain = await (await serve({}, { ...parts, html }))('/')
    expect(plain.body).toContain('<link rel="icon" href="/own.svg">')
    const headTags = () => [
      { name: 'link' as const, attributes: { rel: 'icon', href: '/theirs.png' } },
      { name: 'meta' as const, attributes: { name: 'description', content: '"><script>' } },
    ]
    const { body } = await (await serve({ headTags }, { ...parts, html }))('/')
    expect(body).toContain('<link rel="icon" href="/theirs.png">')
    expect(body).toContain('<meta name="description" content="&quot;&gt;&lt;script&gt;">')
    expect(body).not.toContain('/own.svg')
  })

  it('never repeat a nonce', async () => {
    const get = await serve()
    const nonces = await Promise.all(Array.from({ length: 20 }, async () => nonceOf((await get('/')).body)))
    expect(new Set(nonces).size).toBe(20)
    expect(nonces.every((nonce) => nonce.length >= 22)).toBe(true)
  })

  it('ask for HTTPS only where the product has it', async () => {
    const secure = await (await serve())('/')
    const plain = await (await serve({ origin: 'http://127.0.0.1:5173' }))('/', { host: '127.0.0.1:5173' })
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(plain.headers).not.toHaveProperty('strict-transport-security')
    expect(plain.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'reporting-endpoints': 'csp="/api/system/csp-reports"',
    })
    expect(plain.headers['permissions-policy']).toContain('camera=()')
  })

  it('admit the scripts of a host that is not ours, so that the access check can speak there', async () => {
    const get = await serve()
    expect((await get('/', { host: 'localhost:5173' })).policies[0]).toContain(' localhost:5173/assets/ ')
    const forged = await get('/', { host: "x; script-src 'unsafe-inline'" })
    expect(forged.policies[0]).toContain(' https://dash.example.com/assets/ ')
  })
})

describe('the page', () => {
  it('answers 200 where a route is and 404 with the same page where none is', async () => {
    const get = await serve()
    for (const path of ['/', '/auth/redirect', '/auth/login', '/auth/login/', '/ticket/4?x=1'])
      expect((await get(path)).status).toBe(200)
    for (const path of ['/ticket', '/ticket/4/more', '/wp-login.php', '//auth/login']) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(answer.body).toContain('<div id="app">')
    }
  })

  it('answers a path in any case, as the browser does', async () => {
    const get = await serve()
    for (const path of ['/Auth/Login', '/Ticket/4']) expect((await get(path)).status).toBe(200)
  })

  it('answers 404 also where a page of the product says that there is none', async () => {
    const everything = { id: 'nowhere', path: '/*', area: 'public', module: 'ticket', title: 'Gone' } as const
    const [plugin] = aPlan().plugins
    if (!plugin) throw new Error('the plan has a plugin')
    const routes = [{ ...everything, wellKnown: 'not-found' as const }, ...plugin.contributes.routes]
    const plan = aPlan({ plugins: [{ ...plugin, contributes: { ...plugin.contributes, routes } }] })
    const get = await serve({ plan: () => plan })
    expect((await get('/wp-login.php')).status).toBe(404)
    for (const path of ['/auth/login', '/ticket/4']) expect((await get(path)).status).toBe(200)
  })

  it('carries the plan so that nothing in it ends the element', async () => {
    const settings = { app_name: '</title><script>', note: '</script><!--<script>\u2028 $& %NONCE%' }
    const { body } = await (await serve({ plan: () => aPlan({ settings }) }))('/auth/login')
    const text = /<script type="application\/json" id="plan">(.*?)<\/script>/.exec(body)?.[1] ?? ''
    expect(text).not.toMatch(/[<>\u2028]/)
    expect(JSON.parse(text).settings).toEqual(settings)
    expect(body).toContain('<title>&lt;/title&gt;&lt;script&gt;</title>')
  })

  it('[LOC4] is in the chosen language, and in English until there is one, whatever the browser accepts', async () => {
    const get = await serve()
    const languageOf = async (headers: Record<string, string>) =>
      /<html lang="([^"]+)"/.exec((await get('/', headers)).body)?.[1]
    expect(await languageOf({ cookie: 'locale=RO', 'accept-language': 'de' })).toBe('ro')
    expect(await languageOf({ cookie: 'locale=MD' })).toBe('zh-Hans')
    expect(await languageOf({ 'accept-language': 'de-AT, fr;q=0.4' })).toBe('en')
    expect(await languageOf({ cookie: 'locale="><script>' })).toBe('en')
    expect(await languageOf({})).toBe('en')
  })

  it('holds the inert log-in form for who is not signed in', async () => {
    const get = await serve()
    const german = await get('/auth/login', { cookie: 'locale=DE' })
    expect(german.body).toContain(
      '<div id="app"><div id="first-view" class="shell-bare" inert><form>Anmelden</form></div></div>',
    )
    expect((await get('/auth/login', { cookie: 'user_token=1' })).body).toContain('<div id="app"></div>')
    expect((await get('/ticket/1')).body).toContain('<div id="app"></div>')
  })

  it('gives the first view the name of the instance, as text', async () => {
    const firstViews = { login: { en: '<b>%TITLE%</b> <form>Log in to %TITLE%</form>' } }
    const get = await serve(
      { plan: () => aPlan({ settings: { app_name: '$& <i>Craft</i>' } }) },
      { ...parts, firstViews },
    )
    expect((await get('/auth/login')).body).toContain(
      '<b>$&amp; &lt;i&gt;Craft&lt;/i&gt;</b> <form>Log in to $&amp; &lt;i&gt;Craft&lt;/i&gt;</form>',
    )
  })

  it('starts the application behind the paint of a first view, else at once', async () => {
    const tag = '<script type="module" nonce="%NONCE%" src="/assets/index-2.js"></script>'
    const built: PageParts = {
      ...parts,
      html: parts.html
        .replace(/<!--import-map-->|<script type="module".*?<\/script>/g, '')
        .replace('</body>', '<!--import-map--><!--entry--></body>'),
      entry: {
        tag,
        preloads: '<link rel="modulepreload" href="/assets/start-1.js" nonce="%NONCE%">',
        starter: 'start()',
        hash: 'aGFzaA==',
      },
    }
    const get = await serve({}, built)
    const behind = await get('/auth/login')
    const nonce =
      /<script type="module" nonce="([^"]{22,})">start\(\)<\/script>/.exec(behind.body)?.[1] ?? '-'
    expect(behind.policies[1]).toContain(`'nonce-${nonce}'`)
    expect(behind.policies[0]).toContain(`script-src 'sha256-${importMapHash}' 'sha256-aGFzaA==' https:`)
    expect(behind.body).not.toContain('index-2.js')
    expect(behind.body.match(/<script type="importmap"/g)).toHaveLength(1)
    expect(behind.body.indexOf('"importmap"')).toBeLessThan(behind.body.indexOf('start()'))
    expect(behind.body.indexOf('id="first-view"')).toBeLessThan(behind.body.indexOf('"importmap"'))
    const [, later = ''] = /<template id="later">(.*?)<\/template>/.exec(behind.body) ?? []
    expect(later).toContain(`href="/assets/start-1.js" nonce="${nonce}"`)
    expect(later).toContain('<link rel="preload" as="fetch" crossorigin href="/assets/en-1.json">')
    expect(later).toContain('<link rel="preload" as="fetch" crossorigin href="/api/system/plan">')
    expect(behind.body).not.toContain('id="plan"')
    expect((await get('/auth/login?safe-mode=1', { cookie: 'staff=1' })).body).toContain('id="plan"')
    expect(behind.body.replace(later, '')).not.toContain('modulepreload')
    const atOnce = await get('/ticket/1')
    expect(atOnce.body).toMatch(
      /<script type="module" nonce="[^%"]{22,}" src="\/assets\/index-2.js"><\/script>/,
    )
    expect(atOnce.policies[0]).not.toContain('aGFzaA==')
    expect(atOnce.body).not.toContain('<template')
    expect(atOnce.body).toContain('id="plan"')
    expect(atOnce.body).toContain('href="/assets/start-1.js"')
  })

  it('fetches ahead the words and the page that will be shown, with nonce and integrity', async () => {
    const get = await serve()
    const preloads = (body: string) =>
      [
        ...body.matchAll(
          /rel="preload" as="fetch" crossorigin href="(\/assets\/[^"]+)"|rel="modulepreload" crossorigin href="([^"]+)" integrity="sha384-\w+" nonce="[^"]+"/g,
        ),
      ].map(([, file, script]) => file ?? script)
    const words = ['/assets/en-1.json', '/assets/de-1.json']
    const signedIn = await get('/ticket/1', { cookie: 'locale=DE; user_token=1' })
    expect(preloads(signedIn.body)).toEqual([...words, '/assets/ticket-1.js'])
    const anyCase = await get('/Ticket/1', { cookie: 'locale=DE; user_token=1' })
    expect(preloads(anyCase.body)).toEqual(preloads(signedIn.body))
    expect(preloads((await get('/ticket/1', { cookie: 'locale=DE' })).body)).toEqual(words)
  })

  it('fetches ahead the frame around the page, for somebody who is signed in', async () => {
    const frame = '/assets/shell-frame-1.js'
    const built = { ...parts, integrity: { ...parts.integrity, [frame]: 'sha384-f' }, signedIn: [frame] }
    const get = await serve({}, built)
    const hasFrame = async (cookie: string) => (await get('/ticket/1', { cookie })).body.includes(frame)
    expect([await hasFrame('user_token=1'), await hasFrame('locale=DE')]).toEqual([true, false])
  })

  it('preloads the messages of the administration for its pages alone', async () => {
    const names = ['en', 'en-admin']
    const locales = Object.fromEntries(names.map((name) => [name, `/assets/${name}.json`]))
    const integrity = Object.fromEntries(Object.values(locales).map((url) => [url, 'sha384-x']))
    const staff = {
      id: 'staff',
      path: '/staff',
      area: 'admin' as const,
      permission: 's',
      module: 'ticket',
      title: 'S',
    }
    const contributes = { ...manifest.contributes, adminPages: [staff] }
    const plugin = { ...manifest, contributes, boot: null, modules: {}, locales: {}, labels: {} }
    const get = await serve({ plan: () => aPlan({ plugins: [plugin] }) }, { ...parts, locales, integrity })
    const wordsOf = async (path: string, cookie: string) => {
      const { body } = await get(path, { cookie })
      return names.filter((name) => body.includes(`href="/assets/${name}.json"`))
    }
    expect(await wordsOf('/ticket/1', 'user_token=1')).toEqual(['en'])
    expect(await wordsOf('/staff', 'user_token=1')).toEqual(['en', 'en-admin'])
    expect(await wordsOf('/ticket/1', '')).toEqual(['en'])
    expect(await wordsOf('/auth/login', '')).toEqual(['en'])
  })

  it('fetches the font of one language for its pages alone', async () => {
    const font = '<link rel="preload" as="font" crossorigin hreflang="ro" href="/assets/ext.woff2">'
    const get = await serve({}, { ...parts, html: parts.html.replace('<!--import-map-->', `${font}$&`) })
    expect((await get('/auth/login', { cookie: 'locale=RO' })).body).toContain('/assets/ext.woff2')
    expect((await get('/auth/login', { cookie: 'locale=DE' })).body).not.toContain('/assets/ext.woff2')
  })

  it('preloads the font in the head, and behind a first view, whose paint it would hold there', async () => {
    const font = '<link rel="preload" as="font" crossorigin href="/assets/geist.woff2">'
    const get = await serve({}, { ...parts, html: parts.html.replace('<!--import-map-->', `${font}$&`) })
    const placesOf = async (path: string) => {
      const { body } = await get(path)
      return [body.split(font).length, body.indexOf(font) < body.indexOf('</head>')]
    }
    expect(await placesOf('/ticket/1')).toEqual([2, true])
    expect(await placesOf('/auth/login')).toEqual([2, false])
    const { body } = await get('/auth/login')
    expect(body.indexOf(font)).toBeGreaterThan(body.indexOf('Log in</form>'))
  })

  it('[STA1, CALL5, CALL6] links and preloads the operator’s stylesheet, and leaves it out in safe mode', async () => {
    const get = await serve({ plan: (safeMode) => aPlan({ safeMode }) })
    const { body } = await get('/auth/login')
    expect(body).toContain('<link rel="stylesheet" href="/api/system/custom.css">')
    expect(body).toContain('<link rel="preload" as="style" href="/api/system/custom.css">')
    const asStaff = await get('/auth/login?safe-mode=1', { cookie: 'staff=1' })
    expect(asStaff.body).not.toContain('custom.css')
    expect((await get('/auth/login?safe-mode=1')).body).toContain('custom.css')
  })

  describe('with a style of its own for first views', () => {
    const tag = '<link rel="stylesheet" href="/assets/index-1.css">'
    const custom = '<link rel="stylesheet" href="/api/system/custom.css">'
    const style = {
      tag,
      fonts: { text: '@font-face{}', hash: 'Zm9udHM=' },
      firstView: { text: '@font-face{}body{margin:0}', hash: 'aGFzaA==' },
    }
    const get = async (path: string, options: Partial<PageOptions> = {}, cookie = '') => {
      const styled: PageParts = {
        ...parts,
        style,
        html: parts.html.replace('<!--preload-->', '').replace('</body>', '<!--preload--></body>'),
      }
      const ask = await serve({ hasCustomStyle: () => false, ...options }, styled)
      const { body, policies } = await ask(path, cookie ? { cookie } : {})
      const [head = '', rest = ''] = body.split('</head>')
      return { head, rest, policy: policies[0] ?? '' }
    }

    it('paints a first view by the rules in the page, and brings both stylesheets behind it', async () => {
      const { head, rest, policy } = await get('/auth/login')
      expect(head).toContain('<style>@font-face{}body{margin:0}</style>')
      expect(head).not.toContain('rel="stylesheet"')
      expect(rest.indexOf('id="first-view"')).toBeGreaterThan(-1)
      expect(rest.indexOf('id="first-view"')).toBeLessThan(rest.indexOf(tag))
      expect(rest.indexOf(tag)).toBeLessThan(rest.indexOf(custom))
      expect(policy).toContain("style-src 'sha256-aGFzaA==' https://dash.example.com/assets/ ")
    })

    it.each([
      ['[STA1] an operator has styles of their own', '/auth/login', { hasCustomStyle: () => true }, ''],
      ['[STA1] the server cannot tell whether', '/auth/login', { hasCustomStyle: undefined }, ''],
      ['a page has no first view', '/ticket/1', {}, ''],
      ['somebody is signed in', '/auth/login', {}, 'user_token=1'],
    ] as const)('waits for both stylesheets where %s', async (_who, path, options, cookie) => {
      const { head, rest, policy } = await get(path, options as Partial<PageOptions>, cookie)
      expect(head).toContain(tag)
      expect(head.indexOf(tag)).toBeLessThan(head.indexOf(custom))
      expect(`${head}${rest}`.match(/<style>.*?<\/style>/g)).toEqual(['<style>@font-face{}</style>'])
      expect(policy).toContain("style-src 'sha256-Zm9udHM=' https://dash.example.com/assets/ ")
    })
  })

  it('comes compressed to who takes it', async () => {
    const { headers, body } = await (await serve())('/', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
    expect(body).toContain('</html>')
  })
})
