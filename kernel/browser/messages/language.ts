import { LANGUAGES, LOCALE_COOKIE, type Language } from '../../common/plan.ts'
import { localKeys } from '../../common/local-keys.ts'
import type { Platform } from '../platform/platform.ts'

export const defaultLanguage: Language = 'EN'

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text)

export const readLanguage = (text: string | null): Language | null => {
  const upper = text?.toUpperCase() ?? ''
  return isLanguage(upper) ? upper : null
}

/** MD is Simplified Chinese here, not the Moldovan country code. */
export const htmlLanguage = (language: Language): string =>
  language === 'MD' ? 'zh-Hans' : language.toLowerCase()

type Deps = Pick<Platform, 'storage' | 'cookies'>

export const loadLanguage = ({ storage, cookies }: Deps): Language =>
  readLanguage(storage.get(localKeys.locale)) ?? readLanguage(cookies.get(LOCALE_COOKIE)) ?? defaultLanguage

/** Sets the cookie again for a visitor whose choice is stored, where the cookie has expired or says something else. */
export const mirrorLanguage = ({ storage, cookies }: Deps): void => {
  const chosen = readLanguage(storage.get(localKeys.locale))
  if (chosen && readLanguage(cookies.get(LOCALE_COOKIE)) !== chosen) cookies.set(LOCALE_COOKIE, chosen)
}

/** The cookie mirrors it, so that the server's first view comes in the right language. */
export const saveLanguage = ({ storage, cookies }: Deps, language: Language): void => {
  storage.set(localKeys.locale, language)
  cookies.set(LOCALE_COOKIE, language)
}
