import { defaultLanguage, LOCALE_COOKIE, readLanguage, type Language } from '../../common/plan.ts'
import { localKeys } from '../../common/local-keys.ts'
import type { Platform } from '../platform/platform.ts'

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
