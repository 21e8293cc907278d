// @vitest-environment jsdom
import { supportOverlays } from '@spawnpoint/sdk/ui/testing'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { RegisterForm } from './browser/register-form.tsx'
import { checkRegistration, type RegisterValues } from './browser/register-rules.ts'
import { suggestPassword, suggestUsername } from './browser/suggest.ts'
import manifest from './manifest.ts'
import { renderPage } from '../../tests/support/browser/render-page.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)

it('[AUT33] a suggested user name and password are what is sent', async () => {
  const sent: RegisterValues[] = []
  const Form = () => (
    <RegisterForm
      submit={async (values) => {
        sent.push(values)
      }}
    />
  )
  renderPage(Form, { manifest, at: '/auth/register', permissions: [], answers: {} })
  await userEvent.type(screen.getByLabelText('First name'), 'Ada')
  await userEvent.type(screen.getByLabelText('Last name'), 'Lovelace')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a username' }))
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a password' }))
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect(document.activeElement).toBe(password)
  expect([password.value.length, password.type]).toEqual([16, 'text'])
  expect(await screen.findByRole('button', { name: 'Copy' })).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(sent).toMatchObject([
    { password: password.value, username: expect.stringMatching(/^\w+-\w+-\d{4}$/) },
  ])
})

it('[AUT33] no suggestion breaks the rules, and none is given twice', () => {
  const names = Array.from({ length: 200 }, suggestUsername)
  const passwords = Array.from({ length: 200 }, suggestPassword)
  const rest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', terms: true }
  names.forEach((username, index) => {
    const password = passwords[index] ?? ''
    expect(checkRegistration({ ...rest, username, password }, (key) => key)).toEqual({})
  })
  expect(new Set(passwords).size).toBe(200)
})

it('[AUT33] a suggestion takes the error of its field away', async () => {
  renderPage(() => <RegisterForm submit={async () => undefined} />, {
    manifest,
    at: '/auth/register',
    permissions: [],
    answers: {},
  })
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }))
  const fields = ['Username', 'Password'].map((name) => screen.getByLabelText(name))
  const invalid = () => fields.map((field) => field.getAttribute('aria-invalid'))
  expect(invalid()).toEqual(['true', 'true'])
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a username' }))
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a password' }))
  expect(invalid()).toEqual([null, null])
})
