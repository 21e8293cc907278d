// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { toasts } from '../../sdk/ui/toasts.ts'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import Notice from './browser/notice.tsx'
import StartAction from './browser/start-action.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

const draw = (Page: () => React.ReactNode, more: Partial<Parameters<typeof renderPage>[1]> = {}) =>
  renderPage(Page, { manifest, at: '/dashboard', permissions: [], answers: {}, ...more })

it('[LGA6] a banner names the customer and leads back, in an impersonated session alone', async () => {
  draw(() => <Notice />, { user: { username: 'grace' } })
  expect(screen.queryByRole('button')).toBeNull()
  cleanup()
  draw(() => <Notice />, {
    user: { username: 'grace', impersonated: true },
    answers: { 'DELETE /api/impersonation': () => refuse('IMPERSONATION_NONE', 409) },
  })
  expect(await screen.findByText('You are logged in as grace')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Back to my account' }))
  await expect.poll(() => toasts.getState().at(-1)?.title).toBe('You are in your own account.')
})

const user = { id: '01a4012e-0ee0-79fc-9c13-90f31d40067a', username: 'grace', editable: true }

it('[LGA1] the action asks for a reason and says why staff cannot be chosen', async () => {
  const { callsTo } = draw(() => <StartAction user={{ ...user, self: false, banned: false } as never} />, {
    at: `/mc-admin/users/${user.id}/edit`,
    answers: { 'POST /api/impersonation': () => refuse('IMPERSONATION_STAFF', 403) },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Log in as' }))
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Log in as customer' }))
  await submit()
  expect(await screen.findByText('Enter a reason of at least 3 characters.')).toBeTruthy()
  expect(callsTo('POST /api/impersonation')).toHaveLength(0)
  await userEvent.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Ticket 12')
  await submit()
  expect(await screen.findByText("You can't log in as staff.")).toBeTruthy()
})

it.each([{ self: true }, { banned: true }, { editable: false }])(
  '[LGA1] the action is not offered for an account that is %o',
  (state) => {
    draw(() => <StartAction user={{ ...user, ...state } as never} />)
    expect(screen.queryByRole('button')).toBeNull()
  },
)
