// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { refuse, renderPage } from '../../tests/support/browser/render-page.tsx'
import OwnTab from './browser/own-tab.tsx'
import UserTab from './browser/user-tab.tsx'
import manifest from './manifest.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

type Answers = Parameters<typeof renderPage>[1]['answers']

const readOwn = 'GET /api/panel-accounts/own'
const askCode = 'POST /api/panel-accounts/own/code'
const linkOwn = 'POST /api/panel-accounts/own/link'
const readOf = 'GET /api/panel-accounts/of/:user'
const linkOf = 'PUT /api/panel-accounts/of/:user'
const unlinkOf = 'DELETE /api/panel-accounts/of/:user'

const notLinked = { state: 'none', username: null, email: null, canLink: true, codeSentTo: null }
const user = '0198c0de-0000-7000-8000-000000000001'

const openOwn = (answers: Answers) =>
  renderPage(OwnTab, { manifest, at: '/account', permissions: [], answers })
const openUser = (answers: Answers) =>
  renderPage(() => <UserTab user={user} />, {
    manifest,
    at: `/mc-admin/users/${user}/edit`,
    permissions: ['admin.users.edit'],
    answers,
  })

it('[PNA1] asks for the address, then for the code, and shows the account', async () => {
  let own: Record<string, unknown> = notLinked
  const { callsTo } = openOwn({
    [readOwn]: () => own,
    [askCode]: () => {
      own = { ...notLinked, codeSentTo: 'ada@example.com' }
      return {}
    },
    [linkOwn]: ({ body }) => {
      if ((body as { code: string }).code !== '12345678') return refuse('PANEL_ACCOUNTS_CODE', 400)
      own = { ...notLinked, state: 'linked', username: 'ada-old', email: 'ada@example.com' }
      return {}
    },
  })
  await userEvent.type(await screen.findByLabelText('Email address on the panel'), ' ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
  expect(await screen.findByText(/If there's an account with ada@example.com/)).toBeTruthy()
  expect(callsTo(askCode)[0]?.body).toEqual({ email: 'ada@example.com' })
  await userEvent.type(screen.getByLabelText('Code from the email'), '1111')
  await userEvent.click(screen.getByRole('button', { name: 'Link account' }))
  expect(await screen.findByText(/This code is wrong or has expired/)).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('Code from the email'))
  await userEvent.type(screen.getByLabelText('Code from the email'), '12345678')
  await userEvent.click(screen.getByRole('button', { name: 'Link account' }))
  expect(await screen.findByText('ada-old')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send code' })).toBeNull()
})

it('[PNA1] sends people to support where no email can be sent', async () => {
  openOwn({ [readOwn]: () => ({ ...notLinked, canLink: false }) })
  expect(await screen.findByText(/contact support/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('[PNA7] says that no panel is connected', async () => {
  openOwn({ [readOwn]: () => ({ ...notLinked, state: null }) })
  expect(await screen.findByText('No game panel connected')).toBeTruthy()
})

it('[PNA4] offers the account with the same address to staff, and asks before it is unlinked', async () => {
  const account = { id: 7, username: 'ada-old', email: 'ada@example.com', admin: false }
  let found: Record<string, unknown> = { state: 'same-email', account }
  const { callsTo } = openUser({
    [readOf]: () => found,
    [linkOf]: () => {
      found = { state: 'linked', account }
      return {}
    },
    [unlinkOf]: () => {
      found = { state: 'none', account: null }
      return {}
    },
  })
  expect(await screen.findByText(/ada-old on the panel has the same email address/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Link account' }))
  expect(await screen.findByText('#7')).toBeTruthy()
  expect(callsTo(linkOf)[0]?.body).toEqual({ email: 'ada@example.com' })
  await userEvent.click(screen.getByRole('button', { name: 'Unlink account' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Unlink this account?' }))
  expect(callsTo(unlinkOf)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Unlink account' }))
  await waitFor(() => expect(callsTo(unlinkOf)).toHaveLength(1))
  expect(await screen.findByText('Not linked')).toBeTruthy()
})
