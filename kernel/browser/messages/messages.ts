import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { createInstance, type ResourceLanguage } from 'i18next'
import type { Language, LaterWords } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'
import { defaultLanguage, loadLanguage, mirrorLanguage, pluralLanguage, saveLanguage } from './language.ts'

export type MessageTree = Readonly<Record<string, unknown>>
interface MessageChunk {
  readonly default: MessageTree
  /** Chunks of the same language whose addresses come with this one. */
  readonly later?: MessageChunks
}
/** Language in lower case, and the same with `LaterWords` behind it → its chunk. */
export type MessageChunks = Readonly<Record<string, () => Promise<MessageChunk>>>

export interface Messages {
  readonly locale: ReadableStore<Language>
  /** English first, then the chosen language. Never fails: what does not load is logged. */
  start(): Promise<void>
  /** Words that do not come first, those of a plugin with the home page's; from then on in every language. */
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
  const locale = createStore<Language>(() => loadLanguage(platform))
  const i18n = createInstance()
  void i18n.init({
    lng: pluralLanguage(locale.getState()),
    fallbackLng: pluralLanguage(defaultLanguage),
    resources: {},
    initAsync: false,
    // A message may hold a colon, and React escapes what it draws.
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  const loaded = new Map<string, Promise<MessageChunk | null>>()
  const later = new Set<LaterWords>()

  const findChunk = async (language: Language, part: '' | LaterWords): Promise<MessageChunk | undefined> => {
    const name = `${language.toLowerCase()}${part}`
    const table = part.startsWith('_') ? (await load(language, '-home'))?.later : chunks
    return table?.[name]?.()
  }
  const fetchChunk = async (language: Language, part: '' | LaterWords): Promise<MessageChunk | null> => {
    const chunk = await findChunk(language, part).catch((error: unknown) => logFailure(language, error))
    // Asked for again by the next page that needs it.
    if (!chunk) loaded.delete(`${language}${part}`)
    return chunk ?? null
  }
  const load = (language: Language, part: '' | LaterWords = ''): Promise<MessageChunk | null> => {
    const name = `${language}${part}`
    const chunk = loaded.get(name) ?? fetchChunk(language, part)
    loaded.set(name, chunk)
    return chunk
  }
  const put = (language: Language, tree: MessageTree): void => {
    // The tree comes from our own YAML files: nested strings, which is what a resource is.
    i18n.addResourceBundle(pluralLanguage(language), space, tree as ResourceLanguage, true, true)
  }
  const installed = new WeakSet<MessageTree>()
  const install = async (language: Language, chunk = load(language)): Promise<void> => {
    const tree = (await chunk)?.default
    if (!tree || installed.has(tree)) return
    installed.add(tree)
    put(language, tree)
  }

  /** English and the chosen language: fetched at once, put in place one after the other. */
  const installBoth = async (part: '' | LaterWords): Promise<void> => {
    const chosen = locale.getState()
    const chunk = chosen === defaultLanguage ? null : load(chosen, part)
    await install(defaultLanguage, load(defaultLanguage, part))
    if (chunk) await install(chosen, chunk)
    if (chosen !== locale.getState()) await installBoth(part)
  }

  return {
    locale,
    start: () => {
      mirrorLanguage(platform)
      return installBoth('')
    },
    complete: async (words) => {
      const wanted = words.startsWith('_') ? (['-home', words] as const) : [words]
      for (const each of wanted) later.add(each)
      await Promise.all(wanted.map(installBoth))
    },
    choose: async (language) => {
      for (const part of later) void load(language, part)
      await install(language)
      // A page that opens meanwhile adds to them, which this loop sees.
      for (const part of later) await install(language, load(language, part))
      await i18n.changeLanguage(pluralLanguage(language))
      saveLanguage(platform, language)
      locale.setState(language, true)
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
