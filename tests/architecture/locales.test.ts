import { describe, expect, it } from 'vitest'
import { findLocaleGaps, languages } from './locale-parity.ts'
import { readSourceTree, repositoryRoot, sampleTree } from './source-tree.ts'

const alike = (folder: string, yaml: string, changed: Partial<Record<string, string>> = {}) =>
  Object.fromEntries(languages.map((language) => [`${folder}/${language}.yml`, changed[language] ?? yaml]))

const shell = alike('locales', 'greeting: Hi {{name}}, <b>welcome</b>')
const gapsWith = (changed: Record<string, string>) =>
  findLocaleGaps(sampleTree(alike('locales', 'greeting: Hi {{name}}, <b>welcome</b>', changed)))

describe('locales', () => {
  it('say the same in six languages, in the whole repository', () => {
    expect(findLocaleGaps(readSourceTree(repositoryRoot))).toEqual([])
  })

  it('have Simplified Chinese, not Romanian, in md.yml', () => {
    const romanian = [...readSourceTree(repositoryRoot)].flatMap(([path, text]) =>
      path.endsWith('/md.yml') && /[ăâîșțşţ]/i.test(text) ? [path] : [],
    )
    expect(romanian).toEqual([])
  })

  it('pass when they are alike', () => {
    expect(
      findLocaleGaps(sampleTree({ ...shell, ...alike('builtin/coins/locales', 'coins: { a: A }') })),
    ).toEqual([])
  })

  it.each([
    ['fr', 'other: x', ['locales/fr.yml: lacks greeting', 'locales/fr.yml: has other, which English lacks']],
    [
      'de',
      'greeting: Hallo <b>du</b>',
      [`locales/de.yml: greeting has '<b>' where English has '<b> {name}'`],
    ],
    ['md', 'greeting: "{{name}}"', [`locales/md.yml: greeting has '{name}' where English has '<b> {name}'`]],
  ])('refuse %s with %s', (language, yaml, faults) => {
    expect(gapsWith({ [language]: yaml })).toEqual(faults)
  })

  it('let a run-time plugin speak English and what else it brings, and that wholly', () => {
    const words = (language: string, yaml: string) => ({ [`plugins/hello/locales/${language}.yml`]: yaml })
    const two = { ...shell, ...words('en', 'hello: { a: A }'), ...words('de', 'hello: { a: A }') }
    expect(findLocaleGaps(sampleTree(two))).toEqual([])
    expect(findLocaleGaps(sampleTree({ ...two, ...words('de', 'hello: {}') }))).toEqual([
      'plugins/hello/locales/de.yml: lacks hello.a',
    ])
    expect(findLocaleGaps(sampleTree({ ...shell, ...words('de', 'hello: { a: A }') }))).toContain(
      'plugins/hello/locales/en.yml: is missing',
    )
  })

  it('refuse an empty message, a missing file and a foreign root key', () => {
    const files = {
      ...shell,
      ...alike('builtin/coins/locales', 'coins: { a: "" }', { es: 'wallet: { a: A }' }),
    }
    const gaps = findLocaleGaps(
      sampleTree(Object.fromEntries(Object.entries(files).filter(([path]) => path !== 'locales/ro.yml'))),
    )
    expect(gaps).toContain('locales/ro.yml: is missing')
    expect(gaps).toContain('builtin/coins/locales/en.yml: coins.a is empty')
    expect(gaps).toContain(`builtin/coins/locales/es.yml: its one root key must be 'coins'`)
  })

  it('want every plural form of a language', () => {
    const two = 'days_one: "{{count}} day"\ndays_other: "{{count}} days"'
    const gaps = findLocaleGaps(sampleTree(alike('locales', two, {})))
    expect(gaps).toEqual([`locales/ro.yml: days lacks the plural 'few'`])
  })
})
