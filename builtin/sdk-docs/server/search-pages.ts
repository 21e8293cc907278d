import type { DocPage } from './doc-page.ts'
import { createSlugs } from './guide-pages.ts'

/** A place in the site that a search found. */
export interface Hit {
  readonly path: string
  readonly title: string
  readonly page: string
  readonly excerpt: string
}

const MOST = 30
const AROUND = 80

interface Section {
  readonly page: DocPage
  readonly title: string
  readonly path: string
  readonly text: string
}

/** The sections of a page, each with the address of its heading. */
const sectionsOf = (page: DocPage): readonly Section[] => {
  const [first = '', ...rest] = page.text.split(/^##+ /m)
  const slugOf = createSlugs()
  slugOf(page.title)
  return [
    { page, title: page.title, path: page.path, text: first },
    ...rest.map((text) => {
      const title = text.slice(0, Math.max(text.indexOf('\n'), 0)).trim()
      return { page, title, path: `${page.path}#${slugOf(title)}`, text }
    }),
  ]
}

const scoreOf = ({ title, text }: Section, words: readonly string[]): number => {
  const name = title.toLowerCase()
  const whole = `${name}\n${text.toLowerCase()}`
  if (!words.every((word) => whole.includes(word))) return 0
  if (name === words.join(' ')) return 4
  if (words.every((word) => name.includes(word))) return name.startsWith(words[0] ?? '') ? 3 : 2
  return 1
}

/** Text as a reader sees it, without tables and the signs of Markdown. */
const proseOf = (text: string) =>
  text
    .replaceAll(/```[\s\S]*?```/g, ' ')
    .replaceAll(/^\|.*$/gm, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*#]/g, '')

const excerptOf = (text: string, words: readonly string[]): string => {
  const [first = ''] = words
  const prose = proseOf(text).replaceAll(/\s+/g, ' ').trim()
  const plain = prose.toLowerCase().includes(first) ? prose : text.replaceAll(/\s+/g, ' ').trim()
  const at = plain.toLowerCase().indexOf(first)
  const start = Math.max(at - AROUND, 0)
  const end = at + 2 * AROUND
  return `${start > 0 ? '…' : ''}${plain.slice(start, end).trim()}${end < plain.length ? '…' : ''}`
}

/** All sections as data, for a search without a server. */
export const indexPages = (pages: readonly DocPage[]) =>
  pages
    .flatMap(sectionsOf)
    .map(({ page, title, path, text }) => ({ path, title, page: page.title, text: proseOf(text) }))

/** The sections that hold all words, those first whose headings have them. */
export function searchPages(pages: readonly DocPage[], search: string): readonly Hit[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return pages
    .flatMap(sectionsOf)
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST)
    .map(({ section: { path, title, page, text } }) => ({
      path,
      title,
      page: page.title,
      excerpt: excerptOf(text, words),
    }))
}
