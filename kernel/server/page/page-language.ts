import type { IncomingHttpHeaders } from 'node:http'
import { LANGUAGES, LOCALE_COOKIE, type Language } from '../../common/plan.ts'
import { readCookie } from '../sessions/cookies.ts'

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text)

export const htmlLanguage = (language: Language): string =>
  language === 'MD' ? 'zh-Hans' : language.toLowerCase()

/**
 * The visitor's choice, mirrored in a cookie; English until there is one. Never `Accept-Language`: the browser does not
 * follow it either, and the two would draw the page in two languages.
 */
export function pageLanguage(headers: IncomingHttpHeaders): Language {
  const chosen = readCookie(headers.cookie, LOCALE_COOKIE)?.toUpperCase() ?? ''
  return isLanguage(chosen) ? chosen : 'EN'
}
