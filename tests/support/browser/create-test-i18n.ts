import { createInstance, type Resource } from 'i18next'
import { addFormats } from '../../../kernel/browser/messages/messages.ts'

/** The English messages of a page under test: one root key per plugin. */
export const createTestI18n = (messages: object) => {
  const i18n = createInstance()
  void i18n.init({
    lng: 'en',
    // Parsed from YAML files: trees of strings.
    resources: { en: messages } as Resource,
    initAsync: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    // A person would read the placeholder.
    missingInterpolationHandler: (text: string, [placeholder = '']: RegExpExecArray) => {
      throw new Error(`No value for ${placeholder} in "${text}"`)
    },
  })
  return addFormats(i18n)
}
