import { expect, it, vi } from 'vitest'
import { createMemoryPlatform } from '../../../sdk/testing/memory-platform.ts'
import { htmlLanguage } from '../../common/plan.ts'
import { createMessages } from './messages.ts'

const trees: Record<string, Record<string, unknown>> = {
  en: {
    shell: {
      hello: 'Hello {{name}}',
      only: 'English only',
      coins_one: '{{count}} coin',
      coins_other: '{{count}} coins',
    },
  },
  ro: { shell: { hello: 'Salut {{name}}' } },
  fr: { shell: { hello: 'Bonjour {{name}}' } },
  de: { shell: { hello: 'Hallo {{name}}' } },
  es: { shell: { hello: 'Hola {{name}}' } },
  md: { shell: { hello: '你好 {{name}}' } },
}

const setUp = (storage: Record<string, string> = {}, cookies: Record<string, string> = {}) => {
  const platform = createMemoryPlatform({ storage, cookies })
  const order: string[] = []
  const chunks = Object.fromEntries(
    Object.entries(trees).map(([language, tree]) => [
      language,
      async () => {
        order.push(language)
        return { default: tree }
      },
    ]),
  )
  const logFailure = vi.fn()
  return {
    platform,
    order,
    chunks,
    logFailure,
    create: (over = {}) => createMessages({ platform, chunks: { ...chunks, ...over }, logFailure }),
  }
}

it('[LOC4] speaks English by default', async () => {
  const { create, order } = setUp()
  const messages = create()
  await messages.start()
  expect(messages.locale.getState()).toBe('EN')
  expect(messages.translate('shell', 'hello', { name: 'Ada' })).toBe('Hello Ada')
  expect(order).toEqual(['en'])
})

it('[LOC4] sets the cookie again that the server follows, once a language was chosen', async () => {
  const chosen = setUp({ locale: 'DE' })
  await chosen.create().start()
  expect(chosen.platform.cookies.get('locale')).toBe('DE')
  const visitor = setUp()
  await visitor.create().start()
  expect(visitor.platform.cookies.get('locale')).toBeNull()
})

it.each([
  ['EN', 'Hello Ada', 'en'],
  ['RO', 'Salut Ada', 'ro'],
  ['FR', 'Bonjour Ada', 'fr'],
  ['DE', 'Hallo Ada', 'de'],
  ['ES', 'Hola Ada', 'es'],
  ['MD', '你好 Ada', 'zh-Hans'],
] as const)('[LOC3] speaks %s', async (language, sentence, tag) => {
  const messages = setUp({ locale: language }).create()
  await messages.start()
  expect(messages.translate('shell', 'hello', { name: 'Ada' })).toBe(sentence)
  expect(htmlLanguage(language)).toBe(tag)
})

it('[LOC4][LOC5] falls back to English, then to the key', async () => {
  const messages = setUp({ locale: 'DE' }).create()
  await messages.start()
  expect(messages.translate('shell', 'only')).toBe('English only')
  expect(messages.translate('shell', 'no.such')).toBe('no.such')
  expect(messages.has('shell', 'no.such')).toBe(false)
})

it('[LOC5] puts English in place before the chosen language, even when that arrives first', async () => {
  const { create, chunks } = setUp({ locale: 'FR' })
  let english = (): void => undefined
  const messages = create({
    en: () =>
      new Promise((resolve) => {
        english = () => resolve({ default: trees['en'] })
      }),
  })
  const started = messages.start()
  await chunks['fr']?.()
  // All that follows the arrival of French has run by then.
  await new Promise((resolve) => setImmediate(resolve))
  expect(messages.has('shell', 'hello')).toBe(false)
  english()
  await started
  expect(messages.translate('shell', 'hello', { name: 'Ada' })).toBe('Bonjour Ada')
})

it('[ERR9] only logs a language that does not load', async () => {
  const { create, logFailure } = setUp({ locale: 'FR' })
  const messages = create({ fr: () => Promise.reject(new Error('offline')) })
  await messages.start()
  expect(logFailure).toHaveBeenCalledExactlyOnceWith('FR', expect.any(Error))
  expect(messages.translate('shell', 'hello', { name: 'Ada' })).toBe('Hello Ada')
})

it('[CON5] remembers the choice, and mirrors it in the cookie for the server', async () => {
  const { create, platform } = setUp()
  const messages = create()
  await messages.start()
  await messages.choose('ES')
  expect([platform.storage.get('locale'), platform.cookies.get('locale')]).toEqual(['ES', 'ES'])
  expect(messages.translate('shell', 'hello', { name: 'Ada' })).toBe('Hola Ada')
})

it('takes the language from the cookie when local storage has been cleared, and English for an unknown one', () => {
  expect(setUp({}, { locale: 'DE' }).create().locale.getState()).toBe('DE')
  expect(setUp({ locale: 'XX' }).create().locale.getState()).toBe('EN')
})

it('takes the words of a run-time plugin, and its plurals', async () => {
  const messages = setUp().create()
  await messages.start()
  messages.add('hello', 'EN', { title: 'A plugin: hello' })
  expect(messages.translate('hello', 'title')).toBe('A plugin: hello')
  expect([1, 2].map((count) => messages.translate('shell', 'coins', { count }))).toEqual([
    '1 coin',
    '2 coins',
  ])
})

const admin = (language: string) => ({
  [`${language}-admin`]: async () => ({ default: { staff: { title: `Staff in ${language}` } } }),
})

it('loads the messages of the administration on demand, and then in every language', async () => {
  const messages = setUp({ locale: 'FR' }).create({ ...admin('en'), ...admin('fr'), ...admin('de') })
  await messages.start()
  expect(messages.has('staff', 'title')).toBe(false)
  await messages.loadAdmin()
  expect(messages.translate('staff', 'title')).toBe('Staff in fr')
  await messages.choose('DE')
  expect(messages.translate('staff', 'title')).toBe('Staff in de')
})

it('loads messages that are asked for while the language changes in the new one', async () => {
  const { create, chunks } = setUp()
  let german = (): void => undefined
  const messages = create({
    ...admin('en'),
    ...admin('de'),
    de: () =>
      new Promise((resolve) => {
        german = () => void chunks['de']?.().then(resolve)
      }),
  })
  await messages.start()
  const chosen = messages.choose('DE')
  const loaded = messages.loadAdmin()
  await Promise.resolve()
  german()
  await Promise.all([chosen, loaded])
  expect(messages.translate('staff', 'title')).toBe('Staff in de')
})

it('asks again for messages that did not arrive', async () => {
  const { create, logFailure } = setUp()
  let isOnline = false
  const messages = create({
    'en-admin': () => (isOnline ? admin('en')['en-admin']?.() : Promise.reject(new Error('offline'))),
  })
  await messages.loadAdmin()
  expect(logFailure).toHaveBeenCalledExactlyOnceWith('EN', expect.any(Error))
  isOnline = true
  await messages.loadAdmin()
  expect(messages.translate('staff', 'title')).toBe('Staff in en')
})
