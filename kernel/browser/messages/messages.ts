import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { createInstance, type ResourceLanguage } from 'i18next'
import { LATER_WORDS, type Language, type LaterWords } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'
import { defaultLanguage, loadLanguage, pluralLanguage, saveLanguage } from './language.ts'

export type MessageTree = Readonly<Record<string, unknown>>
/** Language in lower case, and the same with one of `LATER_WORDS` → its chunk. */
export type MessageChunks = Readonly<Record<string, () => Promise<{ readonly default: MessageTree }>>>

export interface Messages {
  readonly locale: ReadableStore<Language>
  /** English first, then the chosen language. Never fails: what does not load is logged. */
  start(): Promise<void>
  /**
   * The words of pages behind the log-in, as far as asked for, with all that come before them; from then on every
   * language comes with them.
   */
  complete(words: LaterWords): Promise<void>
  choose(language: Language): Promise<void>
  /** Words of a run-time plugin, under its own id. */
  add(plugin: string, language: Language, tree: MessageTree): void
  translate(plugin: string, key: string, values?: Readonly<Record<string, unknown>>): string
  has(plugin: string, key: string): boolean
  /** All words of a plugin that are here in one language, for a frame to have them too. */
  words(plugin: string, language: Language): unknown
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
  const later = new Set<LaterWords>()

  const fetchChunk = async (language: Language, name: string): Promise<MessageTree | null> => {
    try {
      return (await chunks[name]?.())?.default ?? null
    } catch (error) {
      loaded.delete(name)
      logFailure(language, error)
      return null
    }
  }
  const load = (language: Language, part: '' | LaterWords = ''): Promise<MessageTree | null> => {
    const name = `${language.toLowerCase()}${part}`
    const chunk = loaded.get(name) ?? fetchChunk(language, name)
    loaded.set(name, chunk)
    return chunk
  }
  const put = (language: Language, tree: MessageTree): void => {
    // The tree comes from our own YAML files: nested strings, which is what a resource is.
    i18n.addResourceBundle(pluralLanguage(language), space, tree as ResourceLanguage, true, true)
  }
  const installed = new WeakSet<MessageTree>()
  const install = async (language: Language, chunk = load(language)): Promise<void> => {
    const tree = await chunk
    if (!tree || installed.has(tree)) return
    installed.add(tree)
    put(language, tree)
  }

  /** English and the chosen language: fetched at once, put in place one after the other. */
  const installBoth = async (part: '' | LaterWords): Promise<void> => {
    const chosen = locale.get()
    const chunk = chosen === defaultLanguage ? null : load(chosen, part)
    await install(defaultLanguage, load(defaultLanguage, part))
    if (chunk) await install(chosen, chunk)
  }

  return {
    locale,
    start: () => installBoth(''),
    complete: async (words) => {
      const wanted = LATER_WORDS.slice(0, LATER_WORDS.indexOf(words) + 1)
      for (const each of wanted) later.add(each)
      await Promise.all(wanted.map(installBoth))
    },
    choose: async (language) => {
      const rest = [...later].map((part) => load(language, part))
      await install(language)
      for (const chunk of rest) await install(language, chunk)
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
    words: (plugin, language) => i18n.getResource(pluralLanguage(language), space, plugin) ?? {},
  }
}
