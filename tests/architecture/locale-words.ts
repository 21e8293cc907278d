import { readMessages } from './locale-messages.ts'
import { localeFolders } from './locale-parity.ts'
import type { SourceTree } from './source-tree.ts'

/** Words of the form of address that a language does not use; a sentence in German may open with "Sie" for "they". */
const otherAddress: Readonly<Record<string, RegExp>> = {
  de: /(?<=[\p{L}\d,;“"'}–] )(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)(?!\p{L})|(?<!\p{L})Ihnen(?!\p{L})/u,
  fr: /(?<!\p{L})(?:vous|votre|vos|veuillez|\p{L}+ez-(?:vous|le|la|les|en))(?!\p{L})/iu,
  es: /(?<!\p{L})(?:usted(?:es)?|inténtelo|introduzca|compruebe|recargue|añada|pruebe con|haga)(?!\p{L})/iu,
  ro: /(?<!\p{L})(?:dumneavoastră|dvs|aveți|puteți|introduceți|verificați|încercați|folosiți)(?!\p{L})/iu,
  md: /您/u,
}

const columns = (line: string) => line.split('|').map((cell) => cell.trim())

/** Language → the words of the column "Never" of its table. */
export const readGlossary = (markdown: string): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const section of markdown.split(/^## /mu).slice(1)) {
    const [language = '', ...lines] = section.split('\n')
    const rows = lines.filter((line) => line.startsWith('|')).slice(2)
    const never = rows.flatMap((row) => (columns(row)[3] ?? '').split(/,\s*/u)).filter((word) => word !== '')
    found.set(language.trim(), never)
  }
  return found
}

/** Chinese has no spaces between words, so a word is found wherever it is. */
const patternOf = (language: string, word: string) => {
  const literal = word.replaceAll(/[.+?^${}()|[\]\\]/gu, String.raw`\$&`).replace('*', String.raw`\p{L}*`)
  return language === 'md'
    ? new RegExp(literal, 'u')
    : new RegExp(`(?<![\\p{L}-])${literal}(?![\\p{L}-])`, 'iu')
}

/** Placeholders, commands in backticks, addresses and dotted names are no words of a sentence. */
const sentence = (message: string) =>
  message.replaceAll(/\{\{.*?\}\}|`.*?`|https?:\/\/\S+|\w+(?:\.\w+)+/gu, '_')

export const findForeignWords = (tree: SourceTree): string[] => {
  const glossary = readGlossary(tree.get('locales/GLOSSARY.md') ?? '')
  return localeFolders(tree).flatMap((folder) =>
    [...glossary].flatMap(([language, never]) => {
      const patterns = never.map((word) => [word, patternOf(language, word)] as const)
      const { byKey } = readMessages(tree.get(`${folder}/${language}.yml`) ?? '')
      return [...byKey].flatMap(([key, messages]) => {
        const text = messages.map(sentence).join('\n')
        const at = `${folder}/${language}.yml: ${key}`
        return [
          ...patterns.flatMap(([word, pattern]) => (pattern.test(text) ? [`${at} says '${word}'`] : [])),
          ...(otherAddress[language]?.test(text) ? [`${at} mixes the form of address`] : []),
        ]
      })
    }),
  )
}
