import { readMessages } from './locale-messages.ts'
import { localeFolders } from './locale-parity.ts'
import type { SourceTree } from './source-tree.ts'

interface Fault {
  readonly name: string
  readonly pattern: RegExp
}

const dots: Fault = { name: 'three dots for …', pattern: /\.\.\./u }
const faults: Readonly<Record<string, readonly Fault[]>> = {
  en: [dots],
  de: [dots, { name: 'straight quotes', pattern: /"[^"]*"/u }],
  // Without it the mark may stand alone at the start of the next line.
  fr: [dots, { name: 'no no-break space', pattern: / (?:[?!;:](?=\s|$)|»)|« /mu }],
  es: [dots],
  ro: [dots, { name: 'a cedilla for a comma', pattern: /[şţŞŢ]/u }],
  md: [
    dots,
    { name: 'narrow punctuation', pattern: /[\u4E00-\u9FFF）」”][,;:!?](?=\s|$|[\u4E00-\u9FFF]|\{\{)/mu },
  ],
}

const count = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length

/** Spanish opens what it closes; a mark after a space is the name of a key or a query. */
const isUnopened = (text: string) =>
  count(text, /[\p{L}\d}»)]\?/gu) !== count(text, /¿/gu) ||
  count(text, /[\p{L}\d}»)]!/gu) !== count(text, /¡/gu)

/** Messages whose punctuation is not that of their language. */
export const findPunctuation = (tree: SourceTree): string[] =>
  localeFolders(tree).flatMap((folder) =>
    Object.entries(faults).flatMap(([language, wrong]) => {
      const { byKey } = readMessages(tree.get(`${folder}/${language}.yml`) ?? '')
      return [...byKey].flatMap(([key, messages]) => {
        const text = messages.join('\n')
        const names = [
          ...wrong.filter(({ pattern }) => pattern.test(text)).map(({ name }) => name),
          ...(language === 'es' && isUnopened(text) ? ['an unopened question or exclamation'] : []),
        ]
        return names.map((name) => `${folder}/${language}.yml: ${key} has ${name}`)
      })
    }),
  )
