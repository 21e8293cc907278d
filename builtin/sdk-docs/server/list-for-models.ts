import type { DocPage } from './doc-page.ts'
import type { Site } from './draw-page.ts'

const firstSentence = ({ text }: DocPage): string => {
  const paragraph = text.split('\n\n').find((part) => !/^(#|```|\||- )/.test(part)) ?? ''
  return (/^[\s\S]*?[.:](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph).replaceAll(/\s+/g, ' ')
}

/** The index of the site for language models, as https://llmstxt.org has it: links to the pages as Markdown. */
export function listForModels({ base, pages }: Site): string {
  const groups = [...new Set(pages.map(({ group }) => group))].map((group) => {
    const links = pages
      .filter((page) => page.group === group && page.isListed)
      .map((page) => `- [${page.title}](${base}/${page.path || 'index'}.md): ${firstSentence(page)}`)
    return `## ${group}\n\n${links.join('\n')}`
  })
  return [
    '# Spawnpoint SDK',
    '> Write plugins for Spawnpoint, a dashboard for game-server hosts.',
    ...groups,
    '',
  ].join('\n\n')
}
