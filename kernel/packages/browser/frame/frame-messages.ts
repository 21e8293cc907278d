import { createStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { messageLanguage } from '../../../common/messages.ts'
import { readLanguage } from '../../../common/plan.ts'
import {
  addMessages,
  createI18n,
  createTranslate,
  type Messages,
} from '../../../browser/messages/messages.ts'
import type { FrameTexts } from './frame-protocol.ts'

/** The messages that the page handed over. */
export interface FrameMessages extends Pick<Messages, 'i18n' | 'translate' | 'has'> {
  readonly locale: ReadableStore<string>
  put(words: FrameTexts): void
}

export const createFrameMessages = (): FrameMessages => {
  const locale = createStore(() => 'EN')
  const i18n = createI18n('EN')
  return {
    locale,
    i18n,
    put: (words) => {
      for (const { language, tree } of words) addMessages(i18n, readLanguage(language) ?? 'EN', tree)
      const chosen = words.at(-1)?.language ?? 'EN'
      void i18n.changeLanguage(messageLanguage(readLanguage(chosen) ?? 'EN'))
      locale.setState(chosen, true)
    },
    translate: createTranslate(i18n),
    has: (plugin, key) => i18n.exists(key, { ns: plugin }),
  }
}
