import { type Citation, findCitations } from './citations.ts'
import { placeOf } from './place.ts'
import { idPattern, parseRules, prefixOf, type Rule } from './rule-table.ts'
import type { SourceTree } from './source-tree.ts'

const rulesPath = 'tests/SPEC.md'

export const readRules = (tree: SourceTree): Rule[] => parseRules(tree.get(rulesPath) ?? '')

export const findUnprovenRules = (tree: SourceTree): string[] => {
  const cited = new Set(findCitations(tree).map(({ id }) => id))
  return readRules(tree)
    .filter(({ id, state }) => state === 'done' && !cited.has(id))
    .map(({ id, text }) => `${id} is done, but no test cites it: ${text}`)
}

const idsIn = (markdown: string) => new Set(markdown.match(new RegExp(`\\b${idPattern}\\b`, 'g')))

/** A test inside of a plugin proves the plugin's own rules; one that runs the whole product may prove any. */
const mayDefineFor = (readme: string, citing: string) => {
  const { plugin, part } = placeOf(citing)
  return plugin === '' || part === '' || /^(kernel|sdk)\//.test(readme) || readme.startsWith(`${plugin}/`)
}

const isDefined = (tree: SourceTree, { id, path }: Citation) =>
  [...tree].some(
    ([readme, text]) => readme.endsWith('README.md') && mayDefineFor(readme, path) && idsIn(text).has(id),
  )

export const findUnknownCitations = (tree: SourceTree): string[] => {
  const rules = new Set(readRules(tree).map(({ id }) => id))
  const prefixes = new Set([...rules].map(prefixOf))
  const unknown = findCitations(tree).filter((citation) => {
    if (prefixes.has(prefixOf(citation.id))) return !rules.has(citation.id)
    return !isDefined(tree, citation)
  })
  return [...new Set(unknown.map(({ id, path }) => `${path}: cites [${id}], which no rule carries`))]
}

/** The rules that a README lists, as rows of a table or as items of a list. */
const definedIn = (markdown: string): Rule[] =>
  parseRules(markdown.replace(/^[-*]\s+\**\[?([A-Z]+\d+)\]?\**[:.\s]\s*(.+)$/gm, '| $1 | $2 | |'))

const listedRule = new RegExp(`^(?:\\| *|[-*] +\\**\\[?)(${idPattern})\\b(.*)$`, 'gm')

const idsListedIn = (markdown: string): string[] =>
  [...markdown.matchAll(listedRule)].map(([, id = '']) => id)

/** Every rule that is not open: of the specification and of the READMEs. */
export const listDoneRules = (tree: SourceTree): { readonly id: string; readonly path: string }[] =>
  [...tree].flatMap(([path, markdown]) =>
    path === rulesPath || path.endsWith('README.md')
      ? [...markdown.matchAll(listedRule)].flatMap(([, id = '', rest = '']) =>
          /\|\s*open\s*\|$/.test(rest) ? [] : [{ id, path }],
        )
      : [],
  )

/** A second rule under one id would count as tested by the tests of the first. */
export const findDoubledRules = (tree: SourceTree): string[] =>
  [...tree].flatMap(([path, markdown]) => {
    const ids = path.endsWith('README.md') ? idsListedIn(markdown) : []
    return ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${path}: defines ${id} twice`)
  })

/** `| LOC1 | …` in the README of locations would be taken for a rule of the specification. */
export const findBorrowedPrefixes = (tree: SourceTree): string[] => {
  const texts = new Map(readRules(tree).map(({ id, text }) => [id, text]))
  const prefixes = new Set([...texts.keys()].map(prefixOf))
  return [...tree].flatMap(([path, markdown]) =>
    path.endsWith('README.md')
      ? definedIn(markdown)
          .filter(({ id, text }) => prefixes.has(prefixOf(id)) && texts.get(id) !== text)
          .map(({ id }) => `${path}: defines ${id}, but the prefix ${prefixOf(id)} belongs to ${rulesPath}`)
      : [],
  )
}
