// @vitest-environment jsdom
import { askReadiness } from '@spawnpoint/contracts/connection'
import { renderPlugin, type TestBrowserHost } from '@spawnpoint/sdk/testing'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import LostConnectionPage from './browser/lost-connection-page.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const [[module = ''] = []] = Object.entries(manifest.modules)

const open = async (at: string) => {
  const app = await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { [module]: LostConnectionPage } },
    { at, prepare: ({ server }) => server.refuse(askReadiness, { code: 'UNAVAILABLE', status: 503 }) },
  )
  await screen.findByText('No answer yet. Trying again in a few seconds.')
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
