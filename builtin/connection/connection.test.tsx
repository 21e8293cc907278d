// @vitest-environment jsdom
import { askReadiness } from '@spawnpoint/contracts/connection'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import OfflineBanner from './browser/offline-banner.tsx'
import LostConnectionPage from './browser/lost-connection-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const open = async (at: string) => {
  const app = await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { lost: LostConnectionPage } },
    { at, prepare: ({ server }) => server.refuse(askReadiness, { code: 'UNAVAILABLE', status: 503 }) },
  )
  await screen.findByText('No response yet. Trying again in a few seconds.')
  return app
}

const comesBack = ({ server }: TestBrowserHost) => server.answer(askReadiness, () => ({}))

it('asks every four seconds and goes back to the page that lost the connection', async () => {
  const app = await open('/ws?from=%2Fstore')
  expect(app.server.calls(askReadiness)).toHaveLength(1)
  await act(() => app.clock.advance(4_000))
  expect(app.server.calls(askReadiness)).toHaveLength(2)
  comesBack(app)
  await act(() => app.clock.advance(4_000))
  expect(app.path()).toBe('/store')
})

it('asks at once when told to, and leads to the dashboard where no page is known', async () => {
  const app = await open('/ws?from=%2F%2Fevil.example')
  comesBack(app)
  await userEvent.click(screen.getByRole('button', { name: 'Try now' }))
  await act(() => app.clock.advance(0))
  expect(app.path()).toBe(app.host.pathToWellKnown('home'))
})

it('leads to the dashboard where the page before was this one', async () => {
  const app = await open('/ws?from=%2Fws%3Ffrom%3D%252Fstore')
  comesBack(app)
  await act(() => app.clock.advance(4_000))
  expect(app.path()).toBe(app.host.pathToWellKnown('home'))
})

it('[CON2] [OVL19] says on every page that the server is out of reach, and loads again what failed once it answers', async () => {
  const { contributes } = manifest
  const notes = { id: 'notes', path: '/notes', area: 'user', module: 'notes', title: 'Notes' } as const
  const Notes = () => <Loaded query={useEndpoint(askReadiness)}>{() => <p>All notes</p>}</Loaded>
  let isAway = true
  const app = await renderPlugin(
    {
      manifest: { ...manifest, contributes: { ...contributes, routes: [...contributes.routes, notes] } },
      folder: import.meta.dirname,
      modules: { lost: LostConnectionPage, banner: OfflineBanner, notes: Notes },
    },
    {
      at: '/notes',
      prepare: ({ server }) =>
        server.answerPath(askReadiness, () => {
          if (isAway) throw new TypeError('Failed to fetch')
          return {}
        }),
    },
  )
  expect(await screen.findByText(/^The server can't be reached/)).toBeTruthy()
  expect(await screen.findByText(/^Can't reach the server/)).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe(
    "The server can't be reached. Trying again in a few seconds.",
  )
  isAway = false
  await act(() => app.clock.advance(4_000))
  expect(await screen.findByText('All notes')).toBeTruthy()
  expect(screen.queryByText(/^The server can't be reached/)).toBeNull()
})
