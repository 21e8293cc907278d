import type { DocPage } from './doc-page.ts'

/** As GitHub names the anchor of a heading. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Names the headings of one page: the second of two that are alike gets a number. */
export function createSlugs(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const slug = slugOf(heading)
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/** The guide, a page for each of its chapters. What stands before the first one is the start page. */
export function guidePages(readme: string): readonly DocPage[] {
  const [intro = '', ...chapters] = readme.split(/^## /m)
  const start = { path: '', title: 'Writing plugins', group: 'Guide', text: intro.trim(), isListed: true }
  return [
    start,
    ...chapters.map((chapter) => {
      const title = chapter.slice(0, chapter.indexOf('\n')).trim()
      return {
        path: `guide/${slugOf(title)}`,
        title,
        group: 'Guide',
        text: `# ${chapter.trim()}`,
        isListed: true,
      }
    }),
  ]
}
