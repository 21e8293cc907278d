// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import TestEmail from './browser/test-email.tsx'

afterEach(cleanup)

it('[MAI7] sends a test email with the values of the form, saved or not', async () => {
  const app = createFakeHost({
    plugin: 'mail',
    session: { permissions: ['admin.root'] },
    answers: { 'POST /api/mail/test': () => ({ address: 'ada@example.com' }) },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="mail">
        <TestEmail edits={{ smtp_host: 'smtp.new.example', smtp_pass: 'secret', app_name: 'Other' }} />
      </PluginProvider>
    </HostProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send test email' }))
  expect(await screen.findByText('We sent a test email to ada@example.com.')).toBeTruthy()
  expect(app.callsTo('POST /api/mail/test')).toEqual([
    { body: { values: { smtp_host: 'smtp.new.example', smtp_pass: 'secret' } } },
  ])
})
