// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { aPlugin } from '../plugin-manager/testing.ts'
import PluginMessages from './browser/plugin-messages.tsx'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const RESUME = 'POST /api/webhooks/plugins/:plugin/addresses/:address/resume'
const REPLAY = 'POST /api/webhooks/plugins/:plugin/deliveries/:delivery/replay'
const address = '0199a1b2-0000-7000-8000-000000000001'
const delivery = '0199a1b2-0000-7000-8000-000000000002'
const at = '2026-05-04T09:00:00.000Z'

const message = {
  id: delivery,
  event: 'notes.shared',
  host: 'chat.example.com',
  status: 'failed',
  attempts: 1,
  problem: 'GONE',
  httpStatus: 410,
  createdAt: at,
  nextAt: null,
}

const notes = aPlugin({ id: 'notes', capabilities: ['server.services:webhooks.messages'] })

function show(plugin = notes, permissions = ['admin.webhooks.list', 'admin.webhooks.edit']) {
  const app = createFakeHost({
    plugin: 'webhooks',
    session: { permissions },
    answers: {
      'GET /api/webhooks/plugins/:plugin/addresses': () => ({
        addresses: [{ id: address, host: 'chat.example.com', failingSince: at, pausedAt: at }],
      }),
      'GET /api/webhooks/plugins/:plugin/deliveries': () => ({ items: [message], cursor: {} }),
      'GET /api/webhooks/plugins/:plugin/deliveries/:delivery': () => ({
        item: { ...message, body: '{"text":"Hi"}', response: 'gone', log: [] },
      }),
      [RESUME]: () => ({}),
      [REPLAY]: () => ({}),
    },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="webhooks">
        <DataProvider>
          <PluginMessages plugin={plugin} />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  return app
}

it('[WHK19] shows what a plugin sent on its page, resumes its address and sends a message again', async () => {
  const app = show()
  expect(await screen.findByText(/Messages to chat.example.com have been paused since/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(app.callsTo(RESUME)).toEqual([{ params: { plugin: 'notes', address } }]))
  await userEvent.click(await screen.findByRole('button', { name: 'notes.shared' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'notes.shared' }))
  expect(await dialog.findByText(/"text": "Hi"/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(app.callsTo(REPLAY)).toEqual([{ params: { plugin: 'notes', delivery } }]))
})

it('[WHK19] offers no button to staff who may only look', async () => {
  show(notes, ['admin.webhooks.list'])
  expect(await screen.findByText(/have been paused since/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull()
})

it('[WHK19] is nothing on the page of a plugin that sends none', () => {
  show(aPlugin())
  expect(screen.queryByText('Messages to other services')).toBeNull()
})
