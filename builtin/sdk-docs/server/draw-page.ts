import { Marked, type Tokens } from 'marked'
import { createHash } from 'node:crypto'
import type { DocPage } from './doc-page.ts'
import { createSlugs } from './guide-pages.ts'
import type { Hit } from './search-pages.ts'

/** All pages and where they stand. */
export interface Site {
  /** Begins with a slash and has none at its end. */
  readonly base: string
  readonly pages: readonly DocPage[]
  /** False where nobody answers a search. */
  readonly hasSearch: boolean
  /** The version of the SDK that the pages describe. */
  readonly version: string
  /** Page with all versions; absent where this one stands alone. */
  readonly versionsPath?: string
}

const style = [
  ':root{color-scheme:light dark;--bg:light-dark(#fff,#0d0f14);--side:light-dark(#f5f6f9,#12151c);--line:light-dark(#e1e4ea,#272c37);',
  '--text:light-dark(#171a21,#e8eaf0);--muted:light-dark(#596273,#9aa3b2);--accent:light-dark(#5646d8,#a79cff);--code:light-dark(#f1f2f6,#171b24)}',
  '*{box-sizing:border-box}html{scroll-padding-top:16px}body{margin:0;background:var(--bg);color:var(--text);font:16px/1.65 system-ui,sans-serif;',
  'display:grid;grid-template-columns:280px minmax(0,1fr)}a{color:var(--accent);text-underline-offset:3px}',
  ':focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}',
  '.skip{position:absolute;left:-999px}.skip:focus{left:16px;top:16px;background:var(--bg);padding:8px 12px;z-index:1}',
  'aside{background:var(--side);border-inline-end:1px solid var(--line);padding:20px 16px;height:100dvh;position:sticky;top:0;overflow:auto;font-size:14px}',
  'aside>a{font-weight:650;color:inherit;text-decoration:none;font-size:16px}aside small{color:var(--muted);display:block;margin:2px 0 14px}',
  'aside h2{font-size:12px;margin:20px 8px 4px;color:var(--muted);font-weight:600}aside ul{list-style:none;margin:0;padding:0}',
  'aside li a{display:block;padding:5px 8px;border-radius:7px;color:inherit;text-decoration:none;overflow-wrap:anywhere}aside li a:hover{background:var(--line)}',
  'aside li a[aria-current]{background:var(--line);font-weight:600}summary{margin-top:12px;padding:8px 0;font-weight:600;cursor:pointer}',
  'form{display:flex;gap:6px}input{font:inherit;color:inherit;background:var(--bg);border:1px solid light-dark(#868f9d,#5f6878);border-radius:8px;padding:7px 10px;min-width:0;flex:1}',
  'button{font:inherit;font-weight:600;border:0;border-radius:8px;padding:7px 12px;background:var(--accent);color:light-dark(#fff,#0d0f14);cursor:pointer}',
  'main{padding:40px clamp(16px,5vw,64px) 96px;max-width:920px;min-width:0}main:only-child{grid-column:1/-1}h1{font-size:32px;line-height:1.2;margin:0 0 20px;overflow-wrap:anywhere}',
  'h2{font-size:22px;margin:44px 0 12px;padding-top:4px;overflow-wrap:anywhere}h3{font-size:18px;margin:32px 0 8px}p,ul,ol{margin:0 0 16px}li{margin:4px 0}',
  'code{font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--code);border-radius:5px;padding:2px 5px;overflow-wrap:anywhere}',
  'pre{background:var(--code);border:1px solid var(--line);border-radius:10px;padding:14px 16px;overflow:auto;margin:0 0 18px}pre code{background:none;padding:0;overflow-wrap:normal}',
  '.table{overflow-x:auto;margin:0 0 18px}table{border-collapse:collapse;min-width:100%}th,td{border-bottom:1px solid var(--line);text-align:start;padding:8px 14px 8px 0;vertical-align:top}',
  'nav.next{display:flex;justify-content:space-between;gap:16px;border-top:1px solid var(--line);margin-top:56px;padding-top:18px}.hit{margin:0 0 22px}.hit p{color:var(--muted);margin:2px 0 0;font-size:14px;overflow-wrap:anywhere}',
  '@media(max-width:800px){body{display:block}aside{position:static;height:auto;border-inline-end:0;border-bottom:1px solid var(--line)}}',
  // The menu is open where there is room for it, without a script.
  '@supports selector(::details-content){@media(min-width:801px){details::details-content{content-visibility:visible;display:block;height:auto}summary{display:none}}}',
  '@media print{aside,nav.next{display:none}body{display:block}}',
].join('')

const hash = createHash('sha256').update(style).digest('base64')
/** The pages have no script, no picture and no style but their own. */
export const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign)
const plainOf = (html: string) => html.replaceAll(/<[^>]+>/g, '')

const addressOf = ({ base }: Site, path: string) => (path === '' ? base || '/' : `${base}/${path}`)

/** Where a link of the Markdown leads: to a heading of any page, a page of the site, an example, or elsewhere. */
function resolve(href: string, page: DocPage, site: Site): string | null {
  const { pages } = site
  if (/^(https?:|mailto:)/.test(href)) return href
  if (href.startsWith('#')) {
    const slug = href.slice(1)
    const chapter = pages.find(({ path }) => path === `guide/${slug}`)
    return page.group === 'Guide' && chapter ? addressOf(site, chapter.path) : href
  }
  const example = /^\.\.\/plugins\/([\w-]+)\/?$/.exec(href)?.[1]
  const path = example === undefined ? href.replace(/^\//, '') : `examples/${example}`
  return pages.some((each) => each.path === path.split('#')[0]) ? addressOf(site, path) : null
}

function drawText(page: DocPage, site: Site): string {
  const slugOf = createSlugs()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens)
        return `<h${depth} id="${slugOf(plainOf(text))}">${text}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens)
        const to = resolve(href, page, site)
        return to === null ? text : `<a href="${escape(to)}">${text}</a>`
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        const body = token.rows.map((cells) => row(cells, 'td')).join('')
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>\n`
      },
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`,
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
    },
  })
  return marked.parse(page.text, { async: false })
}

const drawSearch = (site: Site, search: string): string =>
  `<form action="${addressOf(site, 'search')}"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="100" value="${escape(search)}"><button>Search</button></form>`

const drawVersionsLink = ({ versionsPath }: Site): string =>
  versionsPath === undefined ? '' : ` · <a href="${versionsPath}">Other versions</a>`

function drawMenu(site: Site, current: string, search: string): string {
  const listed = site.pages.filter(({ isListed }) => isListed)
  const groups = [...new Set(listed.map(({ group }) => group))].map((group) => {
    const links = listed
      .filter((each) => each.group === group)
      .map(
        ({ path, title }) =>
          `<li><a href="${addressOf(site, path)}"${path === current ? ' aria-current="page"' : ''}>${escape(title)}</a></li>`,
      )
    return `<h2>${escape(group)}</h2><ul>${links.join('')}</ul>`
  })
  return (
    `<aside><a href="${addressOf(site, '')}">Spawnpoint SDK</a><small>Version ${escape(site.version)}${drawVersionsLink(site)}</small>` +
    (site.hasSearch ? drawSearch(site, search) : '') +
    `<details><summary>All pages</summary><nav aria-label="Documentation">${groups.join('')}</nav></details></aside>`
  )
}

interface Frame {
  readonly site: Site
  readonly title: string
  readonly path: string
  readonly search?: string
  /** HTML. */
  readonly body: string
  /** Address of a script; pages without a search of their own have none. */
  readonly script?: string
}

const drawFrame = ({ site, title, path, search = '', body, script }: Frame): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<meta name="robots" content="noindex"><title>${escape(title)} · Spawnpoint SDK</title><style>${style}</style>${script === undefined ? '' : `<script type="module" src="${script}"></script>`}</head><body>` +
  `<a class="skip" href="#content">Skip to the content</a>${drawMenu(site, path, search)}<main id="content">${body}</main></body></html>`

/** A page with the menu beside it, and the ways to the pages before and after it. */
export function drawPage(page: DocPage, site: Site): string {
  const listed = site.pages.filter(({ isListed }) => isListed)
  const at = listed.indexOf(page)
  const link = (other: DocPage | undefined, say: (title: string) => string) =>
    other && at !== -1
      ? `<a href="${addressOf(site, other.path)}">${say(escape(other.title))}</a>`
      : '<span></span>'
  const ways = link(listed[at - 1], (title) => `← ${title}`) + link(listed[at + 1], (title) => `${title} →`)
  const body = `${drawText(page, site)}<nav class="next" aria-label="Next pages">${ways}</nav>`
  return drawFrame({ site, title: page.title, path: page.path, body })
}

/** The page with the results of a search. */
export function drawHits(search: string, hits: readonly Hit[], site: Site): string {
  const found = hits.map(
    ({ path, title, page, excerpt }) =>
      `<div class="hit"><a href="${addressOf(site, path)}">${escape(title)}</a>${title === page ? '' : ` · ${escape(page)}`}<p>${escape(excerpt)}</p></div>`,
  )
  const none = '<p>Nothing found. Try one word, such as the name of a function or an error code.</p>'
  const body = `<h1>${search === '' ? 'Search' : `Results for “${escape(search)}”`}</h1>${found.join('') || none}`
  return drawFrame({ site, title: 'Search', path: 'search', search, body })
}

/** The search of a static site: a script reads the index that lies beside it. */
export function drawSearchPage(site: Site): string {
  const body =
    `<h1>Search</h1><form data-search data-index="${addressOf(site, 'search-index.json')}" data-base="${site.base}">` +
    `<input type="search" name="q" aria-label="Search the documentation" maxlength="100"><button>Search</button></form>` +
    `<div data-results aria-live="polite"></div><noscript><p>The search needs JavaScript. All pages are in the menu.</p></noscript>`
  return drawFrame({ site, title: 'Search', path: 'search', body, script: addressOf(site, 'search.js') })
}

/** All versions of a static site, the newest first. */
export function drawVersions(site: Site, versions: readonly string[], base: string): string {
  const links = versions.map(
    (version, index) =>
      `<li><a href="${base}/${escape(version)}">${escape(version)}</a>${index === 0 ? ' (newest)' : ''}</li>`,
  )
  const body = `<h1>Versions</h1><p>Pages for each version of the SDK. <code>engines.sdk</code> in your manifest says which one your plugin is made for.</p><ul>${links.join('')}</ul>`
  return drawFrame({ site, title: 'Versions', path: 'versions', body })
}

/** A page that leads to another. */
export const drawForward = (to: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${escape(to)}"><title>Spawnpoint SDK</title></head><body><a href="${escape(to)}">Spawnpoint SDK</a></body></html>`

const refusals: Readonly<Record<number, readonly [title: string, text: string]>> = {
  401: [
    'Log in to read the documentation',
    'It is for staff. <a href="{{back}}">Log in</a> to come back to this page.',
  ],
  403: [
    'You can’t read the documentation',
    'Ask an administrator for a role with the permission <code>admin.docs.view</code>.',
  ],
  404: ['Page not found', 'It may have moved. <a href="/api/docs/sdk">Start of the documentation</a>'],
}

/** The page of plugins, which asks to log in and then leads to that page of the documentation. */
const wayBack = (path: string) => `/mc-admin/plugins?docs=${encodeURIComponent(path || 'index')}`

/** A page in place of one that this visitor does not get, at its path in the site; null for any other failure. */
export function drawRefusal(status: number, path: string): string | null {
  const [title, template] = refusals[status] ?? []
  if (title === undefined || template === undefined) return null
  const text = template.replace('{{back}}', escape(wayBack(path)))
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`
}
