// @vitest-environment jsdom
import type { Contribution } from '@spawnpoint/sdk/browser'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import EditPage from './browser/edit-page.tsx'
import users from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const at = `/mc-admin/users/${id}/edit`
const everything = ['admin.users.edit', 'admin.servers.edit', 'admin.server.queue.view']

it('[USR20] names each tab of a plugin that brings several, and finds each in the address', async () => {
  const tab = (plugin: string, module: string, text: string): Contribution => ({
    id: `${plugin}/${module}`,
    plugin,
    title: '',
    size: 'small',
    Component: () => <p>{text}</p>,
  })
  const { location } = renderPage(EditPage, {
    manifest: users,
    at: `${at}#user-servers`,
    permissions: everything,
    contributions: {
      'slot admin.user.tabs': [
        tab('servers', 'user-limits', 'seven'),
        tab('servers', 'user-servers', 'two'),
        tab('notes', 'tab', 'one'),
      ],
    },
    words: ['servers'],
    answers: {
      'GET /api/users/roles': () => ({ roles: [] }),
      'GET /api/users/:id': () => ({
        item: {
          id,
          username: 'ada',
          email: 'ada@example.com',
          firstName: 'Ada',
          lastName: 'Lovelace',
          avatar: null,
          verified: true,
          banned: false,
          role: { id: other, name: 'Default', color: '#6b7280' },
          createdAt: '2026-01-02T03:04:05.000Z',
          lastSeenAt: '2026-01-02T03:04:05.000Z',
          version: 3,
          bannedReason: '',
          firstIp: '203.0.113.7',
          lastIp: '203.0.113.8',
          self: false,
          editable: true,
        },
      }),
    },
  })
  expect(await screen.findByText('two')).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Limits' }))
  expect(screen.getByText('seven')).toBeTruthy()
  expect(location.getState().hash).toBe('#user-limits')
  await userEvent.click(screen.getByRole('tab', { name: 'notes' }))
  expect(location.getState().hash).toBe('#notes')
})
