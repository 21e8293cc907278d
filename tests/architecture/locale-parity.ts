import { type LocaleMessages, placeholdersOf, readMessages } from './locale-messages.ts'
import type { SourceTree } from './source-tree.ts'

export const languages = ['en', 'ro', 'fr', 'de', 'es', 'md'] as const

/** `md` is the product's code for Mandarin in simplified script. */
const pluralLanguage = (language: string) => (language === 'md' ? 'zh-Hans' : language)

/** `many` of French and Spanish starts at a million; there `other` reads the same. */
const categoriesOf = (language: string) =>
  new Intl.PluralRules(pluralLanguage(language))
    .resolvedOptions()
    .pluralCategories.filter((category) => category !== 'many')

const compare = (path: string, english: LocaleMessages, other: LocaleMessages): string[] => [
  ...[...english.byKey.keys()].filter((key) => !other.byKey.has(key)).map((key) => `${path}: lacks ${key}`),
  ...[...other.byKey].flatMap(([key, messages]) => {
    const original = english.byKey.get(key)
    if (!original) return [`${path}: has ${key}, which English lacks`]
    const [wanted, found] = [placeholdersOf(original), placeholdersOf(messages)]
    return wanted === found ? [] : [`${path}: ${key} has '${found}' where English has '${wanted}'`]
  }),
]

const faultsOfOne = (path: string, language: string, { byKey, plurals }: LocaleMessages): string[] => [
  ...[...byKey].flatMap(([key, all]) =>
    all.some((one) => one.trim() === '') ? [`${path}: ${key} is empty`] : [],
  ),
  ...[...plurals].flatMap(([key, forms]) =>
    categoriesOf(language).flatMap((form) =>
      forms.has(form) ? [] : [`${path}: ${key} lacks the plural '${form}'`],
    ),
  ),
]

/** The product speaks all six; a run-time plugin speaks English and what else it brings. */
const languagesOf = (tree: SourceTree, folder: string) =>
  folder.startsWith('plugins/')
    ? languages.filter((language) => language === 'en' || tree.has(`${folder}/${language}.yml`))
    : languages

const findInFolder = (tree: SourceTree, folder: string): string[] => {
  const plugin = /^(?:builtin|plugins)\/([^/]+)\//.exec(`${folder}/`)?.[1]
  const english = readMessages(tree.get(`${folder}/en.yml`) ?? '')
  return languagesOf(tree, folder).flatMap((language) => {
    const path = `${folder}/${language}.yml`
    const text = tree.get(path)
    if (text === undefined) return [`${path}: is missing`]
    const messages = readMessages(text)
    const rooted = plugin === undefined || messages.roots.join() === plugin
    return [
      ...(rooted ? [] : [`${path}: its one root key must be '${plugin}'`]),
      ...faultsOfOne(path, language, messages),
      ...(language === 'en' ? [] : compare(path, english, messages)),
    ]
  })
}

export const localeFolders = (tree: SourceTree): string[] => {
  const found = [...tree.keys()].flatMap(
    (path) => /^((?:builtin|plugins)\/[^/]+\/locales)\/[^/]+\.yml$/.exec(path)?.[1] ?? [],
  )
  return [...new Set(['locales', ...found])]
}

export const findLocaleGaps = (tree: SourceTree): string[] =>
  localeFolders(tree).flatMap((folder) => findInFolder(tree, folder))
