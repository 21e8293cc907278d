// @vitest-environment jsdom
import { HostProvider, PluginProvider } from '@spawnpoint/sdk/browser'
import { DataProvider, forgetAnswers } from '@spawnpoint/sdk/query'
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFakeHost } from '../../tests/support/browser/create-fake-host.ts'
import UserSecurityTab from './browser/user-security-tab.tsx'

beforeAll(supportOverlays)
beforeEach(forgetAnswers)
afterEach(cleanup)

const user = '00000000-0000-7000-8000-000000000001'

it('[OPS51] where no email can be sent, staff read the command as it is typed on this server', async () => {
  const app = createFakeHost({
    plugin: 'auth',
    session: { permissions: ['admin.users.edit'] },
    answers: {
      'GET /api/auth/users/:user/security': () => ({
        secondFactor: { enabled: false, since: null },
        email: false,
        command: 'product reset-password',
        editable: true,
      }),
    },
  })
  render(
    <HostProvider value={app.host}>
      <PluginProvider value="auth">
        <DataProvider>
          <UserSecurityTab user={user} />
        </DataProvider>
      </PluginProvider>
    </HostProvider>,
  )
  expect((await screen.findByText('product reset-password')).tagName).toBe('CODE')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send password reset' }).disabled).toBe(true)
})
