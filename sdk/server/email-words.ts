import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/** The words of one email. @example const words: EmailWords = { subject: 'Your server is ready', paragraphs: ['Open it.'], action: 'Open' } */
export interface EmailWords {
  readonly subject: string
  readonly paragraphs: readonly string[]
  /** Label of the button; empty when there is none. */
  readonly action: string
}

const words = z.object({ subject: z.string(), text: z.string(), action: z.string().optional() })
const emails = z.record(z.string(), words)

/**
 * Reads the emails of a plugin from its own messages, `<plugin>.server.letters.<kind>`, in the reader's language or in
 * English.
 *
 * @example const readWords = createEmailWords('notes', join(import.meta.dirname, '..', 'locales'))
 */
export function createEmailWords(plugin: string, folder: string) {
  const file = z.object({ [plugin]: z.object({ server: z.object({ letters: emails }) }) })
  const read = new Map<string, z.output<typeof emails>>()
  const pathOf = (language: string) => join(folder, `${language}.yml`)
  function load(language: string) {
    const known = read.get(language)
    if (known) return known
    const fresh = file.parse(parse(readFileSync(pathOf(language), 'utf8')))[plugin]?.server.letters ?? {}
    read.set(language, fresh)
    return fresh
  }
  return (locale: string, kind: string, values: Readonly<Record<string, string>>): EmailWords => {
    const wanted = locale.toLowerCase()
    const language = /^[a-z]{2}$/.test(wanted) && existsSync(pathOf(wanted)) ? wanted : 'en'
    const found = load(language)[kind]
    if (!found) throw new Error(`E_EMAIL_WORDS: ${plugin} has no words for the email '${kind}'`)
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
}
