// @vitest-environment jsdom
import { savePreferences, UNSAVED_LANGUAGE } from '@spawnpoint/contracts/account'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import manifest from '../manifest.ts'
import LanguageSaver from './language-saver.tsx'

afterEach(cleanup)

const routes = [{ id: 'page', path: '/p/page', area: 'public' as const, module: 'page', title: 'Page' }]
const contributes = { ...manifest.contributes, routes, nav: [], slots: [], commands: [] }
/** Its text is there once the saver listens. */
const Page = () => (
  <>
    <LanguageSaver />
    <p>ready</p>
  </>
)
const plugin = {
  manifest: { ...manifest, contributes },
  folder: join(import.meta.dirname, '..'),
  modules: { page: Page, 'language-saver': LanguageSaver },
}
const person = { user: { uuid: 'ada' } }

const open = async (options: object = {}) => {
  const app = await renderPlugin(plugin, {
    at: '/p/page',
    person,
    prepare: ({ server }) => server.answer(savePreferences, () => ({})),
    ...options,
  })
  await screen.findByText('ready')
  return app
}
const saved = ({ server }: TestBrowserHost) => server.calls(savePreferences).map(({ body }) => body)
/** As the browser keeps it over a reload or a log-in. */
const storageOf = ({ host }: TestBrowserHost) => Object.fromEntries(host.storage.entries())
const choose = ({ host }: TestBrowserHost, locale: string) => act(() => host.setLocale(locale))

it('[ACN10] keeps a language with the account wherever somebody chooses it', async () => {
  const app = await open()
  await choose(app, 'DE')
  await waitFor(() => expect(saved(app)).toEqual([{ locale: 'DE' }]))
  await choose(app, 'FR')
  await waitFor(() => expect(saved(app)).toEqual([{ locale: 'DE' }, { locale: 'FR' }]))
  await choose(app, 'FR')
  expect(saved(app)).toHaveLength(2)
})

it('[ACN10] keeps what a guest chose once they are in, and only once', async () => {
  const guest = await open({ person: null })
  await choose(guest, 'ES')
  expect(saved(guest)).toEqual([])
  cleanup()
  const app = await open({ storage: storageOf(guest) })
  await waitFor(() => expect(saved(app)).toEqual([{ locale: 'ES' }]))
  cleanup()
  const later = await open({ storage: storageOf(app) })
  await choose(later, 'DE')
  await waitFor(() => expect(saved(later)).toEqual([{ locale: 'DE' }]))
})

it('[ACN10] tries again what the server refused, and says that it could not', async () => {
  const app = await open({ prepare: () => undefined })
  app.server.refuse(savePreferences, { code: 'RATE_LIMITED', status: 429 })
  await choose(app, 'DE')
  await waitFor(() => expect(document.body.textContent).toMatch(/Zu viele/))
  cleanup()
  const later = await open({ storage: storageOf(app) })
  await waitFor(() => expect(saved(later)).toEqual([{ locale: 'DE' }]))
})

it('[ACN10] changes no language of a customer in whose place staff act', async () => {
  const app = await open({ person: { user: { uuid: 'ada', impersonated: true } } })
  await choose(app, 'DE')
  await act(() => app.clock.advance(1_000))
  expect(app.host.locale.getState()).toBe('DE')
  expect(saved(app)).toEqual([])
  expect(app.host.storage.get(UNSAVED_LANGUAGE)).toBeNull()
})
