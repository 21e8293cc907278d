import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createMessages } from './messages.ts'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-messages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
  return join(folder, dirname(file))
}

write(
  'shell/en.yml',
  'shell:\n  errors:\n    GONE: It is gone\n    LIMIT: At most {{max}}\n    WAIT_one: Wait a second\n    WAIT_other: Wait {{count}} seconds\n',
)
const messages = createMessages(join(folder, 'shell'))

it('reads the YAML of sources and the JSON of a built plugin', () => {
  messages.load('ours', write('ours/en.yml', 'ours:\n  nav: Ours\n'))
  messages.load('theirs', write('theirs/en.json', '{"theirs":{"nav":{"title":"Theirs"}}}'))
  expect(messages.label('ours', '%nav%')).toBe('Ours')
  expect(messages.label('theirs', '%nav.title%')).toBe('Theirs')
  expect(messages.label('theirs', 'Literal')).toBe('Literal')
})

it('gives a label in the language asked for, else in English, else its key', () => {
  write('wave/en.json', '{"wave":{"nav":"Wave","only":"English only"}}')
  messages.load('wave', write('wave/de.json', '{"wave":{"nav":"Winken"}}'))
  expect(messages.label('wave', '%nav%', 'DE')).toBe('Winken')
  expect(messages.label('wave', '%only%', 'DE')).toBe('English only')
  expect(messages.label('wave', '%nav%', 'FR')).toBe('Wave')
  expect(messages.label('wave', '%none%', 'DE')).toBe('none')
  expect(messages.label('nobody', '%nav%')).toBe('nav')
})

it('explains a failure by the plugin, else by the shell, else by its code', () => {
  messages.load('own', write('own/en.yml', 'own:\n  errors:\n    GONE: Sold out\n'))
  expect(messages.failure('own', 'GONE')).toBe('Sold out')
  expect(messages.failure('wave', 'GONE')).toBe('It is gone')
  expect(messages.failure('own', 'LIMIT', { max: 3 })).toBe('At most 3')
  expect(messages.failure('own', 'OTHER')).toBe('OTHER')
})

it('follows the plural rules of the language', () => {
  expect([1, 30].map((count) => messages.failure('own', 'WAIT', { count }))).toEqual([
    'Wait a second',
    'Wait 30 seconds',
  ])
})
