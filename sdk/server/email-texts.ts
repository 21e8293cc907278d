import { createInstance, type i18n as I18n, type ResourceLanguage } from 'i18next'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The texts of one email. @example const words: EmailTexts = { subject: 'Your server is ready', paragraphs: ['Open it.'], action: 'Open', purpose: { plugin: 'notes', kind: 'ready', values: {} } } */
export interface EmailTexts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Label of the button; empty when there is none. */
  readonly action: string
  /** Which email it is and with what values: staff may have written texts of their own for it. */
  readonly purpose: {
    readonly plugin: string
    readonly kind: string
    readonly values: Readonly<Record<string, string | number>>
  }
}

/** The tag whose plural rules a language follows; `md` is Chinese. */
const tagOf = (language: string): string => (language === 'md' ? 'zh' : language)

/**
 * Reads the emails of a plugin from its own messages, `<plugin>.server.emails.<kind>`, in the recipient's language or
 * in English. A `count` among the values picks the plural form. With `pages` they are those of pages that the server draws,
 * `<plugin>.server.pages.<kind>`.
 *
 * @example const readWords = createEmailTexts('notes', `${import.meta.dirname}/../locales`)
 */
export function createEmailTexts(plugin: string, folder: string, group: 'emails' | 'pages' = 'emails') {
  let i18n: I18n | null = null
  const create = (): I18n => {
    const instance = createInstance()
    void instance.init({
      fallbackLng: 'en',
      resources: {},
      initAsync: false,
      nsSeparator: false,
      interpolation: { escapeValue: false },
    })
    return instance
  }
  const load = (instance: I18n, language: string): void => {
    // A built plugin has its messages as JSON, which is YAML too.
    const file = ['yml', 'json'].map((type) => join(folder, `${language}.${type}`)).find(existsSync)
    if (instance.hasResourceBundle(tagOf(language), plugin) || file === undefined) return
    // One root key, the plugin's id, with a tree of strings.
    const content = parse(readFileSync(file, 'utf8')) as Record<string, ResourceLanguage>
    instance.addResourceBundle(tagOf(language), plugin, content[plugin] ?? {})
  }
  return (locale: string, kind: string, values: Readonly<Record<string, string | number>>): EmailTexts => {
    i18n ??= create()
    const wanted = locale.toLowerCase()
    const language = /^[a-z]{2}$/.test(wanted) ? wanted : 'en'
    for (const each of ['en', language]) load(i18n, each)
    const t = i18n.getFixedT(tagOf(language), plugin, `server.${group}.${kind}`)
    const text = t('text', { ...values, defaultValue: '' })
    if (text === '') throw new Error(`E_EMAIL_WORDS: ${plugin} has no words for the email '${kind}'`)
    return {
      subject: t('subject', values),
      paragraphs: text.trim().split(/\n\s*\n/),
      action: t('action', { ...values, defaultValue: '' }),
      purpose: { plugin, kind, values },
    }
  }
}
