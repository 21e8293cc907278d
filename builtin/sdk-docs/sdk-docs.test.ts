import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { highlight } from './server/highlight-code.ts'
import { versionPage } from './server/version-page.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const root = join(import.meta.dirname, '../..')
const base = '/api/docs/sdk'

let server: TestServer
let author: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  server = await startTestServer()
  author = await server.signIn({ permissions: ['admin.docs.view'] })
})
afterAll(() => server.stop())

const get = (path: string) => author.api.get(path)
const read = async (path: string) => {
  const { status, headers, body } = await get(path)
  return { status, type: headers.get('content-type'), text: String(body['text']) }
}
const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

describe('the site', () => {
  it('[SDD1] has a page for each part, and every link of its pages leads somewhere', async () => {
    const pages = new Map<string, string>()
    const open: string[] = [base]
    while (open.length > 0) {
      const path = open.pop() ?? base
      if (pages.has(path)) continue
      const { status, text } = await read(path)
      expect([path, status]).toEqual([path, 200])
      pages.set(path, text)
      open.push(
        ...linksOf(text)
          .filter((href) => href.startsWith(base))
          .map((href) => href.split('#')[0] ?? ''),
      )
    }
    for (const [path, html] of pages) {
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect([path, new Set(ids).size]).toEqual([path, ids.length])
      for (const href of linksOf(html)) {
        const [target = '', anchor] = href.split('#')
        if (anchor === undefined || !(target === '' || target.startsWith(base))) continue
        const there = pages.get(target === '' ? path : target) ?? ''
        expect([path, href, there.includes(` id="${anchor}"`)]).toEqual([path, href, true])
      }
    }
    const titlesOf = (file: string) => [...readFileSync(join(root, file), 'utf8').matchAll(/^## /gm)].length
    const of = (group: string) =>
      [...pages.keys()].filter((path) => path.startsWith(`${base}/${group}/`)).length
    expect(of('guide')).toBe(titlesOf('sdk/README.md'))
    expect(of('cookbook')).toBe(titlesOf('builtin/sdk-docs/server/pages/cookbook.md'))
    expect(of('porting')).toBe(3)
    expect(of('examples')).toBe(3)
    expect(of('errors')).toBeGreaterThan(90)
    const { entries, contracts } = JSON.parse(readFileSync(join(root, 'sdk/reference.json'), 'utf8'))
    // The hooks have a page of their own, and so have the names for the manifest and the versions.
    expect(of('reference')).toBe(entries.length + 3)
    expect(of('contracts')).toBe(contracts.length)
    expect(pages.get(`${base}/reference/sdk-common`)).toContain('<h2 id="defineendpoint">')
    expect(pages.get(`${base}/guide/coins`)).toContain('<table>')
  })

  it('[SDD2] is for staff, and runs and loads nothing', async () => {
    expect((await server.anonymous().get(base)).status).toBe(401)
    expect((await (await server.signIn()).api.get(`${base}/guide/coins`)).status).toBe(403)
    const answer = await get(base)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const text = String(answer.body['text'])
    const scripts = [...text.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)].map(
      ([, attributes, code = '']) => [
        attributes,
        `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
      ],
    )
    expect(scripts).toEqual([['', /script-src ([^;]+);/.exec(policy)?.[1]]])
    expect(text).not.toMatch(/<img|<link|<iframe| on\w+=/)
    expect((await read(`${base}/nothing`)).status).toBe(404)
  })

  it('[SDD2] [SDD20] tells a browser in words who may read it, and leads on to log in', async () => {
    const html = { accept: 'text/html' }
    const visitor = await server.anonymous().get(`${base}/guide/coins`, html)
    expect(visitor.status).toBe(401)
    expect(visitor.body['text']).toContain('<a href="/mc-admin/plugins?docs=guide%2Fcoins">Log in</a>')
    const first = await server.anonymous().get(`${base}?from=a`, html)
    expect(first.body['text']).toContain('<a href="/mc-admin/plugins?docs=index">Log in</a>')
    expect(visitor.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    const customer = await (await server.signIn()).api.get(base, html)
    expect([customer.status, customer.body['text']]).toEqual([
      403,
      expect.stringContaining('admin.docs.view'),
    ])
    const lost = await author.api.get(`${base}/nothing`, html)
    expect([lost.status, lost.body['text']]).toEqual([404, expect.stringContaining('Page not found')])
    expect(lost.body['text']).toContain(`<a href="${base}/guide/coins">`)
    expect(lost.body['text']).not.toContain(' aria-current="page"')
    expect((await server.anonymous().get(base)).body).toMatchObject({ error_code: expect.any(String) })
  })

  it('[SDD40] colors code by its language, and lists the headings of a page', async () => {
    const { text } = await read(`${base}/guide/coins`)
    expect(text).toContain('<span class="k">import</span> { ')
    expect(text).toMatch(/<span class="s">&#39;@spawnpoint\/[\w/]+&#39;<\/span>/)
    expect(text).toMatch(/<span class="c">\/\/ server\/[\w.-]+<\/span>/)
    const { text: start } = await read(`${base}/guide/from-nothing-to-a-page-in-five-minutes`)
    expect(start).toContain('<span class="y">acme-notes</span>:')
    // A page of one part needs no list.
    expect((await read(`${base}/errors/E_HOOK`)).text).not.toContain('On this page')
    const { text: security } = await read(`${base}/guide/security-what-isolates-what`)
    expect(security).not.toContain('On this page')
    const { text: reference } = await read(`${base}/reference/sdk-common`)
    expect(reference).toContain('<nav class="toc" aria-label="On this page">')
    expect(reference).toContain('<li><a href="#defineendpoint">')
  })

  it('[SDD40] marks what a reader looks for, and nothing within a text or comment', () => {
    expect(highlight(`const a = 'const <b>' // const 1`, 'ts')).toBe(
      '<span class="k">const</span> a = <span class="s">&#39;const &lt;b&gt;&#39;</span> <span class="c">// const 1</span>',
    )
    expect(highlight('select 1 from note -- all', 'sql')).toBe(
      '<span class="k">select</span> <span class="n">1</span> <span class="k">from</span> note <span class="c">-- all</span>',
    )
    expect(highlight('{ "a": true }', 'json')).toBe(
      '{ <span class="y">&quot;a&quot;</span>: <span class="k">true</span> }',
    )
    expect(highlight('<const>', 'text')).toBe('&lt;const&gt;')
  })

  it('[SDD3] explains each error code that an author can meet', async () => {
    const { errorCodes } = JSON.parse(readFileSync(join(root, 'sdk/kernel-surface.json'), 'utf8'))
    const index = await read(`${base}/errors`)
    for (const code of errorCodes) {
      expect(index.text).toContain(`${base}/errors/${code}"`)
      const { text } = await read(`${base}/errors/${code}.md`)
      expect([code, /^# [EW]_[A-Z_]+\n\n\S[\s\S]+\n\n\*\*Fix:\*\* \S/.test(text)]).toEqual([code, true])
    }
    // No page stands for a code that is gone.
    const pages = linksOf(index.text).filter((href) => href.startsWith(`${base}/errors/`))
    expect(pages.map((href) => href.split('/').at(-1)).toSorted()).toEqual([...errorCodes].toSorted())
  })
})

describe('the reference', () => {
  it('[SDD32] has the services, events, calls, schemas and types that a plugin may import of others', async () => {
    const { text: all } = await read(`${base}/contracts.md`)
    expect(all).toContain(
      '| [Wallet](/contracts/coins#wallet) | `@spawnpoint/contracts/coins` | `server.services:coins.wallet` |',
    )
    expect(all).toContain('`server.events:users:created`')
    const { text: coins } = await read(`${base}/contracts/coins.md`)
    expect(coins).toMatch(
      /### Wallet\n\nCapability `server\.services:coins\.wallet`\.[^]+\/\*\* Takes coins from a customer\. \*\/\n    charge\(request: WalletRequest\): Promise<WalletAnswer>/,
    )
    expect(coins).toMatch(
      /### coinsMoved\n\nCapability `server\.events:coins:moved`\.[^]+transfer: string\n  kind: string\n  balances: Record<string, number>/,
    )
    expect(coins).toMatch(/### WalletRequest\n[^]+A whole number from 1 to 1,000,000,000\./)
    expect(coins).toMatch(/\| `readBalance` \| `GET \/api\/[^`]+` \| [^|]+ \| [^|]+ \|/)
    expect((await read(`${base}/contracts/users.md`)).text).toMatch(
      /### username\n\nFrom `@spawnpoint\/contracts\/users\/schemas`\.\n\nA user name[^]+string \/\/ /,
    )
    expect((await read(`${base}/contracts/pictures.md`)).text).toMatch(/For built-ins alone: .*`Pictures`/)
  })

  it('[SDD41] leads to the versions of the SDK, each with the names that came with it', async () => {
    const { text: start } = await read(base)
    expect(start).toMatch(
      /Version \d+\.\d+\.\d+ · <a href="\/api\/docs\/sdk\/reference\/versions">All versions<\/a>/,
    )
    const { text } = await read(`${base}/reference/versions.md`)
    const came = JSON.parse(readFileSync(join(root, 'sdk/names-since.json'), 'utf8')) as Record<
      string,
      Record<string, readonly string[]>
    >
    const sections = text.split(/^## /m).slice(1)
    for (const [version, entries] of Object.entries(came)) {
      const section = sections.find((each) => each.startsWith(`${version}\n`)) ?? ''
      for (const [entry, names] of Object.entries(entries)) {
        const row = section.split('\n').find((line) => line.startsWith(`- \`${entry}\`: `)) ?? ''
        const listed = [...row.matchAll(/\[(\w+)\]|(?<=[ ,])`(\w+)`/g)].map(([, one, other]) => one ?? other)
        expect([version, entry, listed]).toEqual([version, entry, names])
        expect(
          (await read(`${base}/reference/${entry.slice('@spawnpoint/'.length).replaceAll('/', '-')}.md`))
            .text,
        ).toContain(`\n\nSince ${version}\n\n`)
      }
    }
    expect(text).toContain('[defineEndpoint](/reference/sdk-common#defineendpoint)')
    const { text: common } = await read(`${base}/reference/sdk-common.md`)
    expect(common).toMatch(/^## defineEndpoint\n\nSince \d+\.\d+\.\d+\n/m)
  })

  it('[SDD41] puts the newest version first, and says where one brought no name', () => {
    const folder = mkdtempSync(join(root, '.cache/sdk-versions-'))
    mkdirSync(join(folder, 'sdk'))
    const name = { name: 'one', text: 'const one: 1', doc: '' }
    const entry = { entry: '@spawnpoint/sdk', names: [name] }
    const reference = { version: '0.10.1', entries: [entry], contracts: [] }
    const since = { '0.9.0': { '@spawnpoint/sdk': ['two'] }, '0.10.0': { '@spawnpoint/sdk': ['one'] } }
    writeFileSync(join(folder, 'sdk/reference.json'), JSON.stringify(reference))
    writeFileSync(join(folder, 'sdk/names-since.json'), JSON.stringify(since))
    const { text } = versionPage(folder)
    rmSync(folder, { recursive: true })
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, version]) => version)).toEqual([
      '0.10.1',
      '0.10.0',
      '0.9.0',
    ])
    expect(text).toContain('## 0.10.1\n\nNo new names.\n\n## 0.10.0')
    expect(text).toContain('[one](/reference/sdk#one)')
    expect(text).toContain('- `@spawnpoint/sdk`: `two`')
  })

  it('[SDD33] lists slots, menu groups and icons', async () => {
    const { text } = await read(`${base}/reference/names.md`)
    expect(text).toContain('| `admin.user.tabs` | `user` |')
    expect(text).toMatch(/### The menu of customers\n\n[^]+\| `coins` \| Coins \|/)
    expect(text).toMatch(/`Coins`, `Copy`/)
  })

  it('[SDD34] keeps the comments of the members of an interface', async () => {
    const { text } = await read(`${base}/reference/sdk-common.md`)
    expect(text).toMatch(
      /interface HookOptions \{\n    \/\*\* Low stages run first; 0 when left out\. \*\/\n    readonly stage/,
    )
  })
})

describe('a search', () => {
  const found = async (search: string) => {
    const { text } = await read(`${base}/search?q=${encodeURIComponent(search)}`)
    return { text, hits: [...text.matchAll(/<div class="hit"><a href="([^"]+)">/g)].map(([, href]) => href) }
  }

  it('[SDD4] finds headings first, in any case, and only what has all words', async () => {
    expect((await found('DEFINEJOB')).hits[0]).toMatch(/\/reference\/[\w-]+#definejob$/)
    expect((await found('e_capability')).hits[0]).toBe(`${base}/errors/E_CAPABILITY`)
    const { hits } = await found('budget operator')
    expect(hits).toContain(`${base}/guide/coins`)
    expect((await found('budget zzzz')).hits).toEqual([])
  })

  it('[SDD4] shows what was typed as text', async () => {
    const { text } = await found('"><script>alert(1)</script>')
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('&lt;script&gt;')
    expect((await read(`${base}/search`)).status).toBe(200)
    expect((await read(`${base}/search?q=a&q=b`)).status).toBe(200)
  })
})

it('[SDD5] lists the pages as Markdown for language models, and serves each', async () => {
  const { text, type } = await read(`${base}/llms.txt`)
  expect(type).toBe('text/plain; charset=utf-8')
  expect(text).toMatch(/^# Spawnpoint SDK\n\n> \S/)
  const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+\.md)\): \S/gm)].map(([, path = '']) => path)
  expect(links.length).toBeGreaterThan(50)
  for (const path of links) {
    const page = await read(path)
    expect([path, page.status, page.type]).toEqual([path, 200, 'text/plain; charset=utf-8'])
    expect(page.text).toMatch(/^# /)
  }
})
