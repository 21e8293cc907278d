import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { createInstance, type ResourceLanguage } from 'i18next'
import { MORE_WORDS, type Language } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'
import { defaultLanguage, loadLanguage, pluralLanguage, saveLanguage } from './language.ts'

export type MessageTree = Readonly<Record<string, unknown>>
/** Language in lower case, and the same with `MORE_WORDS` → its chunk. */
export type MessageChunks = Readonly<Record<string, () => Promise<{ readonly default: MessageTree }>>>

export interface Messages {
  readonly locale: ReadableStore<Language>
  /** English first, then the chosen language. Never fails: what does not load is logged. */
  start(): Promise<void>
  /** The words of the pages behind the log-in, once; from then on every language comes with them. */
  complete(): Promise<void>
  choose(language: Language): Promise<void>
  /** Words of a run-time plugin, under its own id. */
  add(plugin: string, language: Language, tree: MessageTree): void
  translate(plugin: string, key: string, values?: Readonly<Record<string, unknown>>): string
  has(plugin: string, key: string): boolean
}

export interface MessagesOptions {
  readonly platform: Pick<Platform, 'storage' | 'cookies'>
  readonly chunks: MessageChunks
  readonly logFailure: (language: Language, error: unknown) => void
}

const space = 'translation'

export const createMessages = ({ platform, chunks, logFailure }: MessagesOptions): Messages => {
  const locale = createStore<Language>(loadLanguage(platform))
  const i18n = createInstance()
  void i18n.init({
    lng: pluralLanguage(locale.get()),
    fallbackLng: pluralLanguage(defaultLanguage),
    resources: {},
    initAsync: false,
    // A message may hold a colon, and React escapes what it draws.
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  const loaded = new Map<string, Promise<MessageTree | null>>()
  let isComplete = false

  const fetchChunk = async (language: Language, name: string): Promise<MessageTree | null> => {
    try {
      return (await chunks[name]?.())?.default ?? null
    } catch (error) {
      loaded.delete(name)
      logFailure(language, error)
      return null
    }
  }
  const load = (language: Language, part: '' | typeof MORE_WORDS = ''): Promise<MessageTree | null> => {
    const name = `${language.toLowerCase()}${part}`
    const chunk = loaded.get(name) ?? fetchChunk(language, name)
    loaded.set(name, chunk)
    return chunk
  }
  const put = (language: Language, tree: MessageTree): void => {
    // The tree comes from our own YAML files: nested strings, which is what a resource is.
    i18n.addResourceBundle(pluralLanguage(language), space, tree as ResourceLanguage, true, true)
  }
  const install = async (language: Language, chunk = load(language)): Promise<void> => {
    const tree = await chunk
    if (tree) put(language, tree)
  }

  return {
    locale,
    start: async () => {
      const chosen = locale.get()
      // Both are fetched at once and put in place one after the other.
      const chunk = chosen === defaultLanguage ? null : load(chosen)
      await install(defaultLanguage)
      if (chunk) await install(chosen, chunk)
    },
    complete: async () => {
      isComplete = true
      const chosen = locale.get()
      const chunk = chosen === defaultLanguage ? null : load(chosen, MORE_WORDS)
      await install(defaultLanguage, load(defaultLanguage, MORE_WORDS))
      if (chunk) await install(chosen, chunk)
    },
    choose: async (language) => {
      const more = isComplete ? load(language, MORE_WORDS) : null
      await install(language)
      if (more) await install(language, more)
      await i18n.changeLanguage(pluralLanguage(language))
      saveLanguage(platform, language)
      locale.set(language)
    },
    add: (plugin, language, tree) => put(language, { [plugin]: tree }),
    translate: (plugin, key, values = {}) => {
      const path = `${plugin}.${key}`
      return i18n.t(path, { ...values, defaultValue: key })
    },
    has: (plugin, key) => i18n.exists(`${plugin}.${key}`),
  }
}
