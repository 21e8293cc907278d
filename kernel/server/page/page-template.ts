import type { HeadTag } from '@spawnpoint/sdk/server'
import { PAGE_MARKS } from '../../common/plan.ts'

export type PageFill = Readonly<Record<keyof typeof PAGE_MARKS, string>>

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

/** JSON that can stand in a script element: nothing in it can end the element or open a comment. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Tags for the head; their values are escaped. */
export const headHtml = (tags: readonly HeadTag[]): string =>
  tags
    .map(({ name, attributes }) => {
      const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
      return `<${name}${pairs.join('')}>`
    })
    .join('')

const ownIcon = /<link rel="icon"[^>]*>/
/** A link that only pages of one language have. */
const languageLink = /^<link\s[^>]*hreflang="([^"]+)"/

/** Cuts the page at its marks once, so that an answer is one join and a value can never be read as a mark. */
export function compileTemplate(html: string): (fill: PageFill) => string {
  const names = new Map(
    Object.entries(PAGE_MARKS).map(([name, mark]) => [mark as string, name as keyof PageFill] as const),
  )
  const marks = [...names.keys()].map((mark) => mark.replace(/\W/g, '\\$&'))
  const anyMark = new RegExp(`(${[...marks, '<link\\s[^>]*hreflang=[^>]*>'].join('|')})`)
  const icon = html.includes(PAGE_MARKS.head) ? (ownIcon.exec(html)?.[0] ?? '') : ''
  const pieces = html
    .replace(icon, '')
    .split(anyMark)
    .map((text) => ({ text, name: names.get(text), language: languageLink.exec(text)?.[1] }))
  return (given) => {
    const fill = { ...given, head: `${ownIcon.test(given.head) ? '' : icon}${given.head}` }
    const drawn = pieces.filter(({ language }) => language === undefined || language === fill.language)
    return drawn.map(({ text, name }) => (name ? fill[name] : text)).join('')
  }
}

const fontPreload = /<link rel="preload" as="font"[^>]*>/g

/** The page with its fonts behind the first view: browsers hold the first paint for a font that the head preloads. */
export const fontsBehindView = (html: string): string =>
  html
    .replace(fontPreload, '')
    .replace('</body>', (end) => `${(html.match(fontPreload) ?? []).join('')}${end}`)
