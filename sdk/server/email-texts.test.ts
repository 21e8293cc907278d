import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createEmailTexts } from './email-texts.ts'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-emails-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const head = 'notes:\n  server:\n    emails:\n      due:\n        subject: '
writeFileSync(
  join(folder, 'en.yml'),
  `${head}'{{app}}'\n        text_one: One day left.\n        text_other: '{{count}} days left.'\n        action: Open\n`,
)
writeFileSync(
  join(folder, 'ro.yml'),
  `${head}'La {{app}}'\n        text_one: O zi.\n        text_few: '{{count}} zile.'\n        text_other: '{{count}} de zile.'\n`,
)
const read = createEmailTexts('notes', folder)

it('words an email by the plural rules of its language', () => {
  const days = (locale: string) =>
    [1, 3, 30].map((count) => read(locale, 'due', { app: 'Acme', count }).paragraphs[0])
  expect(days('EN')).toEqual(['One day left.', '3 days left.', '30 days left.'])
  expect(days('RO')).toEqual(['O zi.', '3 zile.', '30 de zile.'])
})

it('falls back to English by language and by message, and refuses an unknown email', () => {
  expect(read('FR', 'due', { app: 'Acme', count: 1 })).toMatchObject({ subject: 'Acme', action: 'Open' })
  expect(read('RO', 'due', { app: 'Acme', count: 1 })).toMatchObject({ subject: 'La Acme', action: 'Open' })
  expect(() => read('EN', 'lost', {})).toThrow('E_EMAIL_WORDS')
})
