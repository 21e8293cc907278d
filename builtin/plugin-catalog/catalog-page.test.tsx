// @vitest-environment jsdom
import type { CatalogItem } from '@spawnpoint/contracts/plugin-catalog'
import { CallError, HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { aRoute, createFakeHost, type FakeHostOptions } from '../../tests/support/browser/create-fake-host.ts'
import CatalogLink from './browser/catalog-link.tsx'
import CatalogPage from './browser/catalog-page.tsx'
import CatalogAttention from './browser/home-attention.tsx'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const LIST = 'GET /api/plugin-catalog'
const REVIEW = 'POST /api/plugin-catalog/review'

const anItem = (id: string, more: Partial<CatalogItem> = {}): CatalogItem => ({
  catalog: 'https://example.com/index.json',
  id,
  title: `The ${id}`,
  description: 'Does a thing',
  publisher: 'Example Ltd',
  license: 'MIT',
  version: '1.1.0',
  publishedAt: '2026-05-01T00:00:00.000Z',
  changes: 'Quicker',
  bytes: 1000,
  installed: null,
  state: 'available',
  ...more,
})
const plugins = [
  anItem('greeter'),
  anItem('notes', { state: 'update', installed: '1.0.0' }),
  anItem('spin', { state: 'installed', installed: '1.1.0' }),
]
const aCatalog = {
  url: 'https://example.com/index.json',
  name: 'Example plugins',
  readAt: '2026-05-02T00:00:00.000Z',
  problem: null,
  detail: null,
}
const answer = { [LIST]: () => ({ catalogs: [aCatalog], plugins }) }

function show(
  answers: NonNullable<FakeHostOptions['answers']>,
  Module: ComponentType = CatalogPage,
  permissions = ['admin.plugins.list', 'admin.plugins.edit'],
) {
  const app = createFakeHost({
    plugin: 'plugin-catalog',
    session: { permissions },
    routes: [
      aRoute({ id: 'plugin-catalog', path: '/mc-admin/plugins/catalog', area: 'admin' }),
      aRoute({ id: 'admin-plugins', path: '/mc-admin/plugins', area: 'admin' }),
      aRoute({ id: 'settings', path: '/mc-admin/settings', area: 'admin' }),
    ],
    answers,
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="plugin-catalog">
        <DataProvider>
          <Module />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[PCG8] leads from a plugin to the consent of the list of plugins', async () => {
  const app = show({ ...answer, [REVIEW]: () => ({ review: '5f0c6a43-0000-4000-8000-000000000001' }) })
  const row = (await screen.findByText('The notes')).closest('tr')
  expect(row?.textContent).toContain('1.0.0 → 1.1.0')
  await userEvent.click(screen.getByRole('button', { name: 'Update: The notes' }))
  expect(app.callsTo(REVIEW)).toEqual([
    { body: { catalog: 'https://example.com/index.json', id: 'notes', version: '1.1.0' } },
  ])
  expect(app.host.location.getState()).toMatchObject({
    path: '/mc-admin/plugins',
    search: '?review=5f0c6a43-0000-4000-8000-000000000001',
  })
})

it('[PCG5] says why a package was not taken', async () => {
  show({
    ...answer,
    [REVIEW]: () => {
      throw new CallError({ code: 'CATALOG_PACKAGE_CHANGED', status: 409, details: {} })
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Install: The greeter' }))
  expect((await screen.findByRole('alert')).textContent).toContain('not the one its catalog lists')
})

it('[PCG4] narrows the list to updates, and offers nothing for what is installed', async () => {
  show(answer)
  const row = (await screen.findByText('The spin')).closest('tr')
  expect(within(row ?? document.body).queryByRole('button')).toBeNull()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Updates')
  expect(screen.queryByText('The spin')).toBeNull()
  expect(screen.getByText('The notes')).toBeTruthy()
})

it('[PCG3] says that a catalog could not be read, and from when the list is', async () => {
  const unread = { ...aCatalog, problem: 'SIGNATURE', detail: 'the key 12ab has not signed this index' }
  show({ [LIST]: () => ({ catalogs: [unread], plugins }) })
  expect(await screen.findByText(/isn't signed with the key you added/)).toBeTruthy()
  expect(screen.getByText(/was read on/)).toBeTruthy()
})

it('[PCG2] says how to subscribe while there is no catalog', async () => {
  show({ [LIST]: () => ({ catalogs: [], plugins: [] }) })
  const link = await screen.findByRole('link', { name: 'Add a catalog' })
  expect(link.getAttribute('href')).toBe('/mc-admin/settings#custom-code')
})

it('[PCG1] offers neither to who may only look', async () => {
  show(answer, CatalogPage, ['admin.plugins.list'])
  await screen.findByText('The notes')
  expect(screen.queryByRole('button', { name: /Update|Install|Check now/ })).toBeNull()
})

it('[PCG6] counts the updates beside the list of plugins and on the admin home', async () => {
  show(answer, CatalogLink)
  expect(await screen.findByRole('link', { name: 'Catalog: 1 update' })).toBeTruthy()
  cleanup()
  const Lines = ({ items }: { items: readonly { title: string; text?: string }[] | undefined }) => (
    <>{items?.map(({ title, text }) => `${title}: ${text}`).join()}</>
  )
  show(answer, () => <CatalogAttention Lines={Lines} />)
  expect(await screen.findByText('1 plugin update: The notes 1.1.0')).toBeTruthy()
})
