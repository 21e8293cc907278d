// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import SetupPage from './browser/setup-page.tsx'
import manifest from './manifest.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const secret = 'ABCDEFGHIJKLMNOP'

function open(state: { enabled: boolean; reauthenticated: boolean }) {
  const calls: string[] = []
  const told = (call: string, answer: unknown) => () => {
    calls.push(call)
    return answer
  }
  renderPage(SetupPage, {
    manifest,
    at: '/auth/2fa/setup',
    permissions: [],
    answers: {
      'GET /api/auth/2fa': () => ({
        enabled: state.enabled,
        since: null,
        recoveryCodesLeft: 0,
        required: false,
      }),
      'POST /api/auth/reauthenticate': told('password', {}),
      'POST /api/auth/2fa/setup': () => {
        if (!state.reauthenticated && !calls.includes('password')) refuse('REAUTHENTICATION_REQUIRED', 403)
        return told('setup', { secret, uri: `otpauth://totp/Acme:ada?secret=${secret}` })()
      },
      'POST /api/auth/2fa/setup/confirm': told('confirm', { codes: ['code-one', 'code-two'] }),
    },
  })
  return calls
}

describe('the set-up of the second factor', () => {
  it('[AUT18] asks for the password where that was not given lately, and only then for a secret', async () => {
    const calls = open({ enabled: false, reauthenticated: false })
    await userEvent.type(await screen.findByLabelText('Password'), 'a long password{Enter}')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
    expect(calls).toEqual(['password', 'setup'])
  })

  it('[AUT18] begins at once where it was, and shows the recovery codes at the end', async () => {
    const calls = open({ enabled: false, reauthenticated: true })
    await userEvent.type(await screen.findByRole('textbox'), '123456{Enter}')
    expect(await screen.findByText('code-one')).toBeTruthy()
    expect(calls).toEqual(['setup', 'confirm'])
  })

  it('[AUT18] offers to confirm the password again after that was canceled', async () => {
    const calls = open({ enabled: false, reauthenticated: false })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(calls).toEqual([])
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm your password' }))
    await userEvent.type(await screen.findByLabelText('Password'), 'a long password{Enter}')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
  })

  it('says that there is one already, and leads to the account', async () => {
    const calls = open({ enabled: true, reauthenticated: false })
    expect(await screen.findByRole('link', { name: 'Go to account' })).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(calls).toEqual([])
  })
})
