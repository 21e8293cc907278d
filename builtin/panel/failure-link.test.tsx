// @vitest-environment jsdom
import { CallError, HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { Loaded } from '@spawnpoint/sdk/list'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { aRoute, createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import FailureLink from './browser/failure-link.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const Help = ({ code }: { code?: unknown }) => (
  <PluginProvider value="panel">
    <FailureLink code={String(code)} />
  </PluginProvider>
)

const fail = (code: string) => {
  const { host } = createFakeHost({
    plugin: 'panel',
    routes: [aRoute({ id: 'settings', path: '/mc-admin/settings' })],
    contributions: {
      'slot:failure.help': [{ id: 'help', plugin: 'panel', title: '', size: 'small', Component: Help }],
    },
  })
  render(
    <HostProvider value={host}>
      <PluginProvider value="panel">
        <Loaded
          query={{ data: undefined, error: new CallError({ code, status: 502 }), refetch: () => undefined }}
        >
          {() => null}
        </Loaded>
      </PluginProvider>
    </HostProvider>,
  )
  return screen.queryByRole('link', { name: 'Open settings' })?.getAttribute('href') ?? null
}

it.each(['PANEL_KEY_REFUSED', 'PANEL_MISSING', 'PANEL_OFF'])(
  '[PAN90] leads from the failure %s to the settings of the panel',
  (code) => expect(fail(code)).toBe('/mc-admin/settings#servers'),
)

it.each(['PANEL_BUSY', 'PANEL_UNAVAILABLE', 'NETWORK'])(
  '[PAN90] has no link for %s, which the settings do not mend',
  (code) => expect(fail(code)).toBeNull(),
)

it('[PAN90] is for who may open the settings', () => {
  const [help] = manifest.contributes.slots.filter(({ slot }) => slot === 'failure.help')
  expect(help?.permission).toBe('admin.settings.view')
})
