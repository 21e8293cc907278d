// @vitest-environment jsdom
import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import managerManifest from '../../builtin/plugin-manager/manifest.ts'
import PluginsPage from '../../builtin/plugin-manager/browser/plugins-page.tsx'
import DocsLink from '../../builtin/sdk-docs/browser/docs-link.tsx'
import docsManifest from '../../builtin/sdk-docs/manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const builtin = (id: string) => join(import.meta.dirname, '../../builtin', id)
const nothing = () => null
const absent = Object.fromEntries(Object.keys(managerManifest.modules).map((name) => [name, nothing]))

const open = (permissions: readonly string[], at = '/mc-admin/plugins') =>
  renderPlugin(
    {
      manifest: managerManifest,
      folder: builtin('plugin-manager'),
      modules: { ...absent, list: PluginsPage },
    },
    {
      at,
      beside: [{ manifest: docsManifest, folder: builtin('sdk-docs'), modules: { 'docs-link': DocsLink } }],
      person: { permissions: ['admin.plugins.list', ...permissions] },
      prepare: ({ server }) => {
        server.answer(listPlugins, () => ({ plugins: [], safeMode: null, leftInProcess: [] }))
      },
    },
  )

it('[SDD6] the page of plugins leads those who may read it to the documentation', async () => {
  await open(['admin.docs.view'])
  const link = await screen.findByRole('link', { name: 'Open the SDK documentation' })
  expect(link.getAttribute('href')).toBe('/api/docs/sdk')
})

it('[SDD6] the page of plugins shows no link to a page that would refuse', async () => {
  await open([])
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toBeTruthy())
  expect(screen.queryByRole('link', { name: 'Open the SDK documentation' })).toBeNull()
})

it('[SDD20] the page of plugins leads on to the page that was wanted before the log-in, and nowhere else', async () => {
  const { left } = await open(['admin.docs.view'], '/mc-admin/plugins?docs=guide%2Fcoins')
  await waitFor(() => expect(left).toEqual(['/api/docs/sdk/guide/coins']))
  cleanup()
  const start = await open(['admin.docs.view'], '/mc-admin/plugins?docs=index')
  await waitFor(() => expect(start.left).toEqual(['/api/docs/sdk']))
  for (const docs of ['../auth/logout', '//example.com', 'https:%2F%2Fexample.com', '']) {
    cleanup()
    const other = await open(['admin.docs.view'], `/mc-admin/plugins?docs=${docs}`)
    await screen.findByRole('link', { name: 'Open the SDK documentation' })
    expect(other.left).toEqual([])
  }
})
