// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import UserEmailsTab from './browser/user-emails-tab.tsx'
import mail from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const id = '0198c0de-0000-7000-8000-000000000001'
const other = '0198c0de-0000-7000-8000-000000000002'
const at = `/mc-admin/users/${id}/edit`
const everything = ['admin.users.edit', 'admin.servers.edit', 'admin.server.queue.view']

it('[MAI5] an email opens with its id and date, and says that secrets are left out', async () => {
  const email = {
    id: other,
    address: 'ada@example.com',
    subject: 'A new password',
    paragraphs: ['Open https://dash.example.com/•••'],
    status: 'failed',
    failure: 'connect ECONNREFUSED',
    createdAt: '2026-01-02T03:04:05.000Z',
    sentAt: null,
  }
  const read = 'GET /api/mail/emails/of/:user'
  const open = (emails: object[]) =>
    renderPage(() => <UserEmailsTab user={id} />, {
      manifest: mail,
      at,
      permissions: everything,
      answers: { [read]: () => ({ items: emails, next: null, previous: null }) },
    })
  open([email])
  await userEvent.click(await screen.findByRole('button', { name: 'View “A new password”' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'A new password' }))
  expect(dialog.getByText('Open https://dash.example.com/•••')).toBeTruthy()
  expect(dialog.getByText(other)).toBeTruthy()
  expect(dialog.getByText('connect ECONNREFUSED')).toBeTruthy()
  expect(dialog.getByText('Links and codes are hidden.')).toBeTruthy()
  cleanup()
  open([])
  expect(await screen.findByText('No emails yet')).toBeTruthy()
})
