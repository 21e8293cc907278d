import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { createInstance, type i18n as I18n, type ResourceLanguage } from 'i18next'
import { ADMIN_MESSAGES, messageLanguage } from '../../common/messages.ts'
import { defaultLanguage, type Language } from '../../common/plan.ts'
import type { Platform } from '../platform/platform.ts'
import { loadLanguage, mirrorLanguage, saveLanguage } from './language.ts'

export type MessageTree = Readonly<Record<string, unknown>>

/** Language in lower case, and the same with `ADMIN_MESSAGES` behind it → its chunk, with one root key per plugin. */
export type MessageChunks = Readonly<Record<string, () => Promise<{ readonly default: MessageTree }>>>

export interface Messages {
  readonly locale: ReadableStore<Language>
  /** Rises whenever messages were added or the language has changed. */
  readonly version: ReadableStore<number>
  /** One namespace per plugin, and `shell`. */
  readonly i18n: I18n
  /** English first, then the chosen language. Never fails: a language that does not load is logged. */
  start(): Promise<void>
  /** The messages of the administration, from then on in every language. */
  loadAdmin(): Promise<void>
  choose(language: Language): Promise<void>
  /** Messages of a run-time plugin, under its own id. */
  add(plugin: string, language: Language, tree: MessageTree): void
  translate(plugin: string, key: string, values?: Readonly<Record<string, unknown>>): string
  has(plugin: string, key: string): boolean
  /** All messages of a plugin that are loaded in one language, for a frame to have them too. */
  namespace(plugin: string, language: Language): MessageTree
}

export interface MessagesOptions {
  readonly platform: Pick<Platform, 'storage' | 'cookies'>
  readonly chunks: MessageChunks
  readonly logFailure: (language: Language, error: unknown) => void
}

type Part = '' | typeof ADMIN_MESSAGES

/** `{{amount, megabytes}}` in a message: an amount in MB, read as GB where it is one. */
export const addFormats = (i18n: I18n): I18n => {
  i18n.services.formatter?.add('megabytes', (amount: unknown, language) => {
    const megabytes = Number(amount)
    const isGigabytes = megabytes === 0 || (megabytes >= 1024 && megabytes % 128 === 0)
    const unit = isGigabytes ? 'gigabyte' : 'megabyte'
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 3 })
    return format.format(isGigabytes ? megabytes / 1024 : megabytes)
  })
  return i18n
}

/** An i18next instance without messages, as the page and a plugin's frame have it. */
export const createI18n = (language: Language): I18n => {
  const i18n = createInstance()
  void i18n.init({
    lng: messageLanguage(language),
    fallbackLng: messageLanguage(defaultLanguage),
    resources: {},
    initAsync: false,
    defaultNS: 'shell',
    // A message may hold a colon, and React escapes what it draws.
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { bindI18nStore: 'added' },
  })
  return addFormats(i18n)
}

/** Adds a tree with one root key per plugin. */
export const addMessages = (i18n: I18n, language: Language, tree: MessageTree): void => {
  for (const [plugin, messages] of Object.entries(tree))
    // From our YAML files or a plugin's JSON: nested strings, which is what a resource is.
    i18n.addResourceBundle(messageLanguage(language), plugin, messages as ResourceLanguage, true, true)
}

export const createTranslate =
  (i18n: I18n): Messages['translate'] =>
  (plugin, key, values = {}) =>
    i18n.t(key, { ...values, ns: plugin, defaultValue: key })

/** Fetches each chunk once. One that fails is null, and the next page that needs it asks again. */
const createChunkLoader = ({ chunks, logFailure }: MessagesOptions) => {
  const loaded = new Map<string, Promise<MessageTree | null>>()
  return (language: Language, part: Part): Promise<MessageTree | null> => {
    const name = `${language.toLowerCase()}${part}`
    const fetchChunk = async () => (await chunks[name]?.())?.default ?? null
    const chunk =
      loaded.get(name) ??
      fetchChunk().catch((error: unknown) => {
        loaded.delete(name)
        logFailure(language, error)
        return null
      })
    loaded.set(name, chunk)
    return chunk
  }
}

export const createMessages = (options: MessagesOptions): Messages => {
  const { platform } = options
  const locale = createStore<Language>(() => loadLanguage(platform))
  const version = createStore(() => 0)
  const i18n = createI18n(locale.getState())
  const load = createChunkLoader(options)
  const parts = new Set<Part>([''])

  const raise = (): void => version.setState(version.getState() + 1, true)
  const put = (language: Language, tree: MessageTree): void => {
    addMessages(i18n, language, tree)
    raise()
  }
  const installed = new WeakSet<MessageTree>()
  const install = async (language: Language, part: Part, chunk = load(language, part)): Promise<void> => {
    const tree = await chunk
    if (!tree || installed.has(tree)) return
    installed.add(tree)
    put(language, tree)
  }
  /** English and the chosen language: fetched at once, put in place one after the other. */
  const installBoth = async (part: Part): Promise<void> => {
    const chosen = locale.getState()
    const chunk = chosen === defaultLanguage ? null : load(chosen, part)
    await install(defaultLanguage, part)
    if (chunk) await install(chosen, part, chunk)
    if (chosen !== locale.getState()) await installBoth(part)
  }

  return {
    locale,
    version,
    i18n,
    start: () => {
      mirrorLanguage(platform)
      return installBoth('')
    },
    loadAdmin: () => {
      parts.add(ADMIN_MESSAGES)
      return installBoth(ADMIN_MESSAGES)
    },
    choose: async (language) => {
      for (const part of parts) void load(language, part)
      // A page that opens meanwhile adds to the parts, which this loop sees.
      for (const part of parts) await install(language, part)
      await i18n.changeLanguage(messageLanguage(language))
      saveLanguage(platform, language)
      locale.setState(language, true)
      raise()
    },
    add: (plugin, language, tree) => put(language, { [plugin]: tree }),
    translate: createTranslate(i18n),
    has: (plugin, key) => i18n.exists(key, { ns: plugin }),
    namespace: (plugin, language) => i18n.getResourceBundle(messageLanguage(language), plugin) ?? {},
  }
}
