// @vitest-environment jsdom
import { createStore } from '@spawnpoint/sdk/browser'
import { createBrowserHost } from '@spawnpoint/sdk/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { use } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FrameStores } from './frame-host.ts'
import { FramePage } from './frame-page.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('[RTP13] a part in a frame that begins to wait for ever is given up for the page around the frame', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { host, clock } = await createBrowserHost()
  const state = createStore(() => ({ props: {} }))
  let never: Promise<never> | null = null
  const Part = () => <p>drawn {never && use(never)}</p>
  const onDrawn = vi.fn()
  const parts = {
    plugin: 'acme',
    name: '/assets/plugins/acme/1a/part.js',
    host,
    // All that is read of them here.
    stores: { state } as unknown as FrameStores,
    module: Promise.resolve(Part),
    onDrawn,
  }
  await act(async () => void render(<FramePage {...parts} />))
  expect(screen.getByText('drawn')).toBeTruthy()
  expect(onDrawn).toHaveBeenCalledOnce()
  never = new Promise(() => undefined)
  await act(async () => state.setState({ props: {} }, true))
  await act(() => clock.advance(19_999))
  await expect(act(() => clock.advance(1))).rejects.toThrow(`E_RENDER_TIME acme: its module "${parts.name}"`)
})
