// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import TestConnection from './browser/test-connection.tsx'

afterEach(cleanup)

it('[PAN14] tries the values of the form that are not saved yet, and says what is wrong', async () => {
  const answer = {
    ok: false,
    demo: false,
    problem: 'unauthorized',
    detail: '',
    latencyMs: null,
    locations: null,
  }
  const app = createFakeHost({
    plugin: 'panel',
    session: { permissions: ['admin.root'] },
    answers: { 'POST /api/panel/test': () => answer },
  })
  const edits = {
    pterodactyl_base_url: 'https://new.example',
    pterodactyl_api_key: 'ptla_new',
    app_name: 'Other',
  }
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="panel">
        <TestConnection edits={edits} />
      </PluginProvider>
    </HostProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  expect(await screen.findByText(/The panel rejected the key/)).toBeTruthy()
  expect(app.callsTo('POST /api/panel/test')).toEqual([
    { body: { baseUrl: 'https://new.example', apiKey: 'ptla_new' } },
  ])
})
