import { createInstance, type ResourceLanguage } from 'i18next'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { messageLanguage } from '../../common/messages.ts'
import { LANGUAGES, type Language } from '../../common/plan.ts'

/** Messages are YAML beside the sources, and JSON in the build of a run-time plugin. */
const readers: readonly (readonly [ending: string, read: (text: string) => unknown])[] = [
  ['json', (text) => JSON.parse(text)],
  ['yml', (text) => parse(text)],
]

const isTree = (value: unknown): value is ResourceLanguage => typeof value === 'object' && value !== null

function readTree(id: string, folder: string, language: Language): ResourceLanguage {
  for (const [ending, read] of readers) {
    const file = join(folder, `${language.toLowerCase()}.${ending}`)
    if (!existsSync(file)) continue
    const content: unknown = read(readFileSync(file, 'utf8'))
    const own: unknown = isTree(content) ? content[id] : undefined
    return isTree(own) ? own : {}
  }
  return {}
}

export interface Messages {
  /** Registers where a plugin's messages are; a file is read when it is first needed. */
  load(id: string, folder: string): void
  /** The sentence for a failure of a plugin: its own, else the shell's, else the code. */
  failure(plugin: string, code: string, details?: Readonly<Record<string, string | number>>): string
  /** A label such as `%title%` in this language, else in English. */
  label(plugin: string, label: string, language?: Language): string
  /** All messages of a plugin in this language alone. */
  tree(plugin: string, language: Language): ResourceLanguage
}

/** Messages of the shell and the plugins, one namespace each: English for answers and logs, labels in the page's language. */
export function createMessages(shellLocales: string): Messages {
  const folders = new Map<string, string>()
  const i18n = createInstance()
  void i18n.init({
    fallbackLng: messageLanguage('EN'),
    resources: {},
    initAsync: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  const prepare = (id: string, language: Language): void => {
    const folder = folders.get(id)
    const tag = messageLanguage(language)
    if (folder !== undefined && !i18n.hasResourceBundle(tag, id))
      i18n.addResourceBundle(tag, id, readTree(id, folder, language))
  }
  const load = (id: string, folder: string): void => {
    folders.set(id, folder)
    for (const language of LANGUAGES) i18n.removeResourceBundle(messageLanguage(language), id)
  }
  load('shell', shellLocales)
  return {
    load,
    failure(plugin: string, code: string, details?: Readonly<Record<string, string | number>>): string {
      const owners = [plugin, 'shell']
      for (const owner of owners) prepare(owner, 'EN')
      return i18n.t(`errors.${code}`, { ...details, lng: 'en', ns: owners, defaultValue: code })
    },
    label(plugin: string, label: string, language: Language = 'EN'): string {
      const key = /^%(.+)%$/.exec(label)?.[1]
      if (key === undefined) return label
      for (const each of [language, 'EN'] as const) prepare(plugin, each)
      return i18n.t(key, { lng: messageLanguage(language), ns: plugin })
    },
    tree(plugin: string, language: Language): ResourceLanguage {
      prepare(plugin, language)
      // Not i18next's type: the bundle is what `prepare` has added, if anything.
      const tree: unknown = i18n.getResourceBundle(messageLanguage(language), plugin)
      return isTree(tree) ? tree : {}
    },
  }
}
