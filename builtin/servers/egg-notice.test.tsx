// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aRoute, createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import BrokenEggs from './browser/broken-eggs.tsx'
import EggNotice from './browser/egg-notice.tsx'

beforeEach(forgetAnswers)
afterEach(cleanup)

const show = (drawn: ReactNode, answers: Record<string, () => unknown>) => {
  const app = createFakeHost({
    plugin: 'servers',
    session: { permissions: ['admin.root'] },
    routes: [aRoute({ id: 'eggs-edit', path: '/mc-admin/eggs/:id/edit', area: 'admin' })],
    answers,
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="servers">
        <DataProvider>{drawn}</DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[SRV111] says above the form of an egg why no servers can be created with it, until it is mended', async () => {
  let answer: object = { state: 'broken', broken: ['Build Number'], kept: ['Server Jar File'] }
  show(<EggNotice egg="7" />, { 'GET /api/servers/eggs/:id/check': () => answer })
  expect(await screen.findByText('No servers can be created with this egg')).toBeTruthy()
  expect(screen.getByText(/rules or defaults of: Build Number/)).toBeTruthy()
  expect(screen.getByText(/keep their defaults: Server Jar File/)).toBeTruthy()
  answer = { state: 'missing', broken: [], kept: [] }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText(/no longer has this egg/)).toBeTruthy()
  expect(screen.queryByText(/keep their defaults/)).toBeNull()
  answer = { state: 'fine', broken: [], kept: [] }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(screen.queryByText('No servers can be created with this egg')).toBeNull())
})

it('[SRV111] names the broken eggs above the list, with the way to each', async () => {
  show(<BrokenEggs />, {
    'GET /api/servers/broken-eggs': () => ({
      eggs: [
        { id: '7', name: 'Paper' },
        { id: '8', name: 'Rust' },
      ],
    }),
  })
  expect(await screen.findByText('No servers can be created with 2 eggs')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Rust' }).getAttribute('href')).toBe('/mc-admin/eggs/8/edit')
})
