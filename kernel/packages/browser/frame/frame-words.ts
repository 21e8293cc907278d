import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { createInstance, type ResourceLanguage } from 'i18next'
import { pluralLanguage, readLanguage } from '../../../browser/messages/language.ts'
import type { Messages } from '../../../browser/messages/messages.ts'
import type { FrameWords } from './frame-protocol.ts'

const space = 'translation'

/** The words that the page handed over. */
export const createFrameWords = (): Pick<Messages, 'translate' | 'has'> & {
  readonly locale: ReadableStore<string>
  put(words: FrameWords): void
} => {
  const locale = createStore(() => 'EN')
  const i18n = createInstance()
  void i18n.init({
    lng: 'en',
    fallbackLng: 'en',
    resources: {},
    initAsync: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  })
  return {
    locale,
    put: (words) => {
      for (const { language, tree } of words) {
        const code = pluralLanguage(readLanguage(language) ?? 'EN')
        // Trees of words as the page has them, which is what a resource is.
        i18n.addResourceBundle(code, space, tree as ResourceLanguage, true, true)
      }
      const chosen = words.at(-1)?.language ?? 'EN'
      void i18n.changeLanguage(pluralLanguage(readLanguage(chosen) ?? 'EN'))
      locale.setState(chosen, true)
    },
    translate: (plugin, key, values = {}) => i18n.t(`${plugin}.${key}`, { ...values, defaultValue: key }),
    has: (plugin, key) => i18n.exists(`${plugin}.${key}`),
  }
}
