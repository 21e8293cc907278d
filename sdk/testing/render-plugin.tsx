import { forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { act, render } from '@testing-library/react'
import { App } from '../../kernel/browser/app/app.tsx'
import { createBrowserHost, type BrowserHostOptions, type TestBrowserHost } from './create-browser-host.ts'
import type { TestPlugin } from './test-plugin.ts'

/** Which page is drawn, for whom and beside what. @example { at: '/p/hello', settings: { store_enabled: true } } */
export interface RenderPluginOptions extends Omit<BrowserHostOptions, 'plugins'> {
  /** Path of the page, such as `/p/hello`. */
  readonly at: string
  /** Plugins that stand beside it. */
  readonly beside?: readonly TestPlugin[]
  /** Says what the server answers, before the page asks. */
  readonly prepare?: (app: TestBrowserHost) => void
}

/**
 * Draws a plugin's page in jsdom the way the shell does: routes, guards, words, dialogs and error cards are the real ones.
 *
 * @example
 * const app = await renderPlugin({ manifest, folder, modules: { page: HelloPage } }, {
 *   at: '/p/hello',
 *   prepare: ({ server }) => server.answer(greeting, () => ({ at: '2026-05-04T09:00:00Z' })),
 * })
 */
export async function renderPlugin(
  plugin: TestPlugin,
  { beside = [], prepare, ...options }: RenderPluginOptions,
): Promise<TestBrowserHost> {
  forgetAnswers()
  const app = await createBrowserHost({ ...options, plugins: [plugin, ...beside] })
  prepare?.(app)
  supportOverlays()
  // jsdom has no layout to scroll.
  Object.assign(window, { scrollTo: () => undefined })
  await act(async () => {
    render(<App kernel={app.kernel} />)
    await app.clock.advance(100)
  })
  return app
}
