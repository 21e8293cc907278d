import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const words = z.object({ subject: z.string(), text: z.string(), action: z.string().optional() })
const letters = z.record(z.string(), words)
const file = z.object({ auth: z.object({ server: z.object({ letters }) }) })

const read = new Map<string, z.output<typeof file>>()

const load = (language: string) => {
  const known = read.get(language)
  if (known) return known
  const fresh = file.parse(parse(readFileSync(pathOf(language), 'utf8')))
  read.set(language, fresh)
  return fresh
}

const pathOf = (language: string) => join(import.meta.dirname, '..', 'locales', `${language}.yml`)

/** A letter's words from the plugin's own messages, in the reader's language or in English. */
export function readLetterWords(locale: string, kind: string, values: Readonly<Record<string, string>>) {
  const wanted = locale.toLowerCase()
  const language = /^[a-z]{2}$/.test(wanted) && existsSync(pathOf(wanted)) ? wanted : 'en'
  const found = load(language).auth.server.letters[kind]
  if (!found) throw new Error(`E_LETTER: no words for the letter '${kind}'`)
  const fill = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => values[name] ?? mark)
  return {
    subject: fill(found.subject),
    paragraphs: fill(found.text)
      .trim()
      .split(/\n\s*\n/),
    action: fill(found.action ?? ''),
  }
}
