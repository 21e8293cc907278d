// @vitest-environment jsdom
import { renderPlugin } from '@spawnpoint/sdk/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Conversation } from './browser/conversation.tsx'
import manifest from './manifest.ts'

afterEach(cleanup)

const at = '2027-01-01T00:00:00.000Z'
const ada = { id: '5f0c2a5e-6c5e-4d0e-9d7e-1f6a0d9b1c11', name: 'ada', avatar: null }
const aMessage = { at, author: null, plugin: null, staff: false, files: [], compensation: null }

const Page = () => (
  <Conversation
    view="own"
    messages={[
      { ...aMessage, id: '1', body: 'From here', author: ada },
      { ...aMessage, id: '2', body: 'From a plugin', plugin: 'Discord bridge', staff: true },
      { ...aMessage, id: '3', body: 'From Discord', plugin: 'Discord bridge', author: ada },
    ]}
    events={[]}
  />
)

it('[TIC49] a message says which plugin wrote it, or through which its writer did', async () => {
  await renderPlugin(
    { manifest, folder: import.meta.dirname, modules: { queue: Page } },
    { at: '/mc-admin/tickets', person: { permissions: ['admin.tickets.list'] } },
  )
  const list = await screen.findByRole('list', { name: 'Conversation' })
  const lines = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(lines[0]).not.toContain('Discord')
  expect(lines[1]).toContain('Discord bridgePlugin')
  expect(lines[1]).not.toContain('Team')
  expect(lines[2]).toContain('adavia Discord bridge')
})
