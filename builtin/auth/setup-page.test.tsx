// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import SetupPage from './browser/setup-page.tsx'
import manifest from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

const secret = 'ABCDEFGHIJKLMNOP'

function open(state: { enabled: boolean; proven: boolean }) {
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
      'GET /api/auth/2fa': () => ({ ...state, since: null, recoveryCodesLeft: 0, required: false }),
      'POST /api/auth/proof': told('proof', {}),
      'POST /api/auth/2fa/setup': told('setup', { secret, uri: `otpauth://totp/Acme:ada?secret=${secret}` }),
      'POST /api/auth/2fa/setup/confirm': told('confirm', { codes: ['code-one', 'code-two'] }),
    },
  })
  return calls
}

describe('the set-up of the second factor', () => {
  it('[AUT18] asks for the password where that was not given lately, and only then for a secret', async () => {
    const calls = open({ enabled: false, proven: false })
    await userEvent.type(await screen.findByLabelText('Password'), 'a long password{Enter}')
    expect(await screen.findByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
    expect(calls).toEqual(['proof', 'setup'])
  })

  it('[AUT18] begins at once where it was, and shows the recovery codes at the end', async () => {
    const calls = open({ enabled: false, proven: true })
    await userEvent.type(await screen.findByRole('textbox'), '123456{Enter}')
    expect(await screen.findByText('code-one')).toBeTruthy()
    expect(calls).toEqual(['setup', 'confirm'])
  })

  it('says that there is one already, and leads to the account', async () => {
    const calls = open({ enabled: true, proven: false })
    expect(await screen.findByRole('link', { name: 'To the account' })).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(calls).toEqual([])
  })
})
