import { PAGE_MARKS } from '../common/plan.ts'

const stylesheet = /\s*<link rel="stylesheet"[^>]*>/g
const nonce = ` nonce="${PAGE_MARKS.nonce}"`

export interface PageLayout {
  readonly html: string
  readonly styleTag: string
}

/**
 * What the first view is painted without goes behind it: the map, the scripts and the plan. The stylesheet is taken
 * out: the server knows per answer where it belongs.
 */
export function layOutPage(html: string): PageLayout {
  const styleTag = (html.match(stylesheet) ?? []).map((tag) => tag.trim().replace(nonce, '')).join('')
  const plain = html.replace(stylesheet, '').replace(PAGE_MARKS.customStyle, '')
  const from = plain.indexOf(PAGE_MARKS.importMap)
  const to = plain.indexOf('</head>')
  if (from < 0 || to < from)
    throw new Error(`E_PAGE_HEAD: index.html has no ${PAGE_MARKS.importMap} in its head`)
  const later = plain.slice(from, to)
  const rest = `${plain.slice(0, from)}${PAGE_MARKS.customStyle}${plain.slice(to)}`
  return { html: rest.replace('</body>', () => `${later}</body>`), styleTag }
}
