import type { IncomingHttpHeaders } from 'node:http'
import { defaultLanguage, LOCALE_COOKIE, readLanguage, type Language } from '../../common/plan.ts'
import { readCookie } from '../sessions/cookies.ts'

/**
 * The visitor's choice, mirrored in a cookie; English until there is one. Never `Accept-Language`: the browser does not
 * follow it either, and the two would draw the page in two languages.
 */
export const pageLanguage = (headers: IncomingHttpHeaders): Language =>
  readLanguage(readCookie(headers.cookie, LOCALE_COOKIE)) ?? defaultLanguage
