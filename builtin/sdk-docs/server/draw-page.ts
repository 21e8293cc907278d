import { Marked, type Tokens } from 'marked'
import type { DocPage } from './doc-page.ts'
import { createSlugs } from './guide-pages.ts'
import { escapeHtml as escape } from './escape-html.ts'
import { highlight } from './highlight-code.ts'
import { copyScript, style } from './page-style.ts'
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
  /** Page with all versions. */
  readonly versionsPath: string
}

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

interface Heading {
  readonly id: string
  /** HTML. */
  readonly text: string
  readonly depth: number
}

interface Text {
  readonly html: string
  readonly headings: readonly Heading[]
}

function drawText(page: DocPage, site: Site): Text {
  const slugOf = createSlugs()
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const text = this.parser.parseInline(tokens)
        const id = slugOf(plainOf(text))
        headings.push({ id, text: text.replaceAll(/<\/?a\b[^>]*>/g, ''), depth })
        return `<h${depth} id="${id}">${text}</h${depth}>\n`
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
      code: ({ text, lang }: Tokens.Code) =>
        `<div class="code"><pre tabindex="0"><code>${highlight(text, lang ?? '')}</code></pre></div>\n`,
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escape(text),
    },
  })
  const html = marked.parse(page.text, { async: false })
  return { html, headings }
}

/** Too few headings need no list, and one of hundreds is a page of its own: those of the second level do. */
const MOST_HEADINGS = 40

function drawContents(headings: readonly Heading[]): string {
  const parts = headings.filter(({ depth }) => depth === 2 || depth === 3)
  const listed = parts.length > MOST_HEADINGS ? parts.filter(({ depth }) => depth === 2) : parts
  if (listed.length < 2) return ''
  const links = listed.map(
    ({ id, text, depth }) => `<li><a href="#${id}"${depth === 3 ? ' class="deep"' : ''}>${text}</a></li>`,
  )
  return `<nav class="toc" aria-label="On this page"><details><summary>On this page</summary><ul>${links.join('')}</ul></details></nav>`
}

const drawSearch = (site: Site, search: string): string =>
  `<form action="${addressOf(site, 'search')}"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="100" value="${escape(search)}"><button>Search</button></form>`

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
    `<aside><a href="${addressOf(site, '')}">Spawnpoint SDK</a><small>Version ${escape(site.version)} · <a href="${site.versionsPath}">All versions</a></small>` +
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
  `<a class="skip" href="#content">Skip to the content</a>${drawMenu(site, path, search)}<main id="content">${body}</main><script>${copyScript}</script></body></html>`

/** A page with the menu beside it, and the ways to the pages before and after it. */
export function drawPage(page: DocPage, site: Site): string {
  const listed = site.pages.filter(({ isListed }) => isListed)
  const at = listed.indexOf(page)
  const link = (other: DocPage | undefined, say: (title: string) => string) =>
    other && at !== -1
      ? `<a href="${addressOf(site, other.path)}">${say(escape(other.title))}</a>`
      : '<span></span>'
  const ways = link(listed[at - 1], (title) => `← ${title}`) + link(listed[at + 1], (title) => `${title} →`)
  const { html, headings } = drawText(page, site)
  const text = `${html}<nav class="next" aria-label="Next pages">${ways}</nav>`
  const contents = drawContents(headings)
  const body = contents === '' ? text : `${contents}<div class="text">${text}</div>`
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

/** In place of a page that is not there: the menu and the search lead on. */
export const drawMissing = (site: Site): string =>
  drawFrame({
    site,
    title: 'Page not found',
    path: '404',
    body: `<h1>Page not found</h1><p>This page doesn’t exist, or has moved. Find it in the menu or by a search, or go to the <a href="${addressOf(site, '')}">start of the documentation</a>.</p>`,
  })

const refusals: Readonly<Record<number, readonly [title: string, text: string]>> = {
  401: [
    'Log in to read the documentation',
    'It is for staff. <a href="{{back}}">Log in</a> to come back to this page.',
  ],
  403: [
    'You can’t read the documentation',
    'Ask an administrator for a role with the permission <code>admin.docs.view</code>.',
  ],
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
