import { PAGE_MARKS } from '../common/plan.ts'

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g
const entryTag = /<script type="module"[^>]*\ssrc="([^"]+)"[^>]*><\/script>/
const preload = /\s*<link rel="modulepreload"[^>]*>/g
const fontPreload = /<link\s+rel="preload"[^>]*>/g
const nonce = ` nonce="${PAGE_MARKS.nonce}"`

export interface PageLayout {
  readonly html: string
  readonly styleTag: string
  readonly entry: { readonly tag: string; readonly url: string; readonly preloads: string }
}

/**
 * Everything that the first view does not need comes after it: import map, scripts and plan. The stylesheet is taken
 * out, and what starts the application: the server knows per answer where they belong.
 */
export function layOutPage(html: string): PageLayout {
  const styleTag = (html.match(stylesheet) ?? []).map((tag) => tag.trim().replace(nonce, '')).join('')
  const plain = html
    .replace(stylesheet, '')
    .replace(fontPreload, (tag) => tag.replace(nonce, '').replaceAll(/\s+/g, ' '))
    .replace(PAGE_MARKS.customStyle, '')
  const [tag, url] = entryTag.exec(plain) ?? []
  if (tag === undefined || url === undefined) throw new Error('E_PAGE_ENTRY: index.html has no module script')
  const from = plain.indexOf(PAGE_MARKS.importMap)
  const to = plain.indexOf('</head>')
  if (from < 0 || to < from)
    throw new Error(`E_PAGE_HEAD: index.html has no ${PAGE_MARKS.importMap} in its head`)
  const preloads = (plain.match(preload) ?? []).map((each) => each.trim()).join('')
  const later = plain.slice(from, to).replace(preload, '').replace(tag, PAGE_MARKS.entry)
  const rest = `${plain.slice(0, from)}${PAGE_MARKS.customStyle}${plain.slice(to)}`
  return { html: rest.replace('</body>', () => `${later}</body>`), styleTag, entry: { tag, url, preloads } }
}
