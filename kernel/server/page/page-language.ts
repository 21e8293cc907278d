import type { IncomingHttpHeaders } from 'node:http'
import { LANGUAGES, LOCALE_COOKIE, type Language } from '../../common/plan.ts'
import { readCookie } from '../sessions/cookies.ts'

const isLanguage = (text: string): text is Language => LANGUAGES.some((language) => language === text)

/** `MD` is the product's code for Simplified Chinese. */
const languageOfTag = (tag: string): Language | null => {
  const primary = tag.split('-')[0]?.toUpperCase() ?? ''
  if (primary === 'ZH') return 'MD'
  return primary !== 'MD' && isLanguage(primary) ? primary : null
}

export const htmlLanguage = (language: Language): string =>
  language === 'MD' ? 'zh-Hans' : language.toLowerCase()

function acceptedTags(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters
        .map((one) => /^\s*q=([\d.]+)$/.exec(one)?.[1])
        .find((one) => one !== undefined)
      return { tag: tag.trim(), quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The visitor's choice, mirrored in a cookie; else what the browser asks for; else English. */
export function pageLanguage(headers: IncomingHttpHeaders): Language {
  const chosen = readCookie(headers.cookie, LOCALE_COOKIE)?.toUpperCase() ?? ''
  if (isLanguage(chosen)) return chosen
  for (const tag of acceptedTags(headers['accept-language'] ?? '')) {
    const language = languageOfTag(tag)
    if (language) return language
  }
  return 'EN'
}
