// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { createInstance } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import { Button, Checkbox, FormError, PasswordField, TextField, useFields } from './index.ts'

afterEach(cleanup)

type Values = { email: string; password: string; remember: boolean }

const LogIn = ({ submit }: { submit: (values: Values) => Promise<unknown> }) => {
  const form = useFields({
    initial: { email: '', password: '', remember: false },
    validate: ({ email }) => (email ? {} : { email: 'Say who you are' }),
    submit,
  })
  return (
    <form {...form.props}>
      <FormError message={form.formError} />
      <TextField label="Email" hint="Or user name" required {...form.field('email')} />
      <PasswordField label="Password" {...form.field('password')} />
      <Checkbox label="Remember" {...form.choice('remember')} />
      <Button type="submit" loading={form.submitting}>
        Log in
      </Button>
    </form>
  )
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Log in' }))

it('ties an error to its field, beside the hint, and puts focus there', async () => {
  const submit = vi.fn()
  render(<LogIn submit={submit} />)
  await send()
  const email = screen.getByLabelText('Email')
  const words = (email.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
  expect(words).toEqual(['Say who you are', 'Or user name'])
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email)
  expect(submit).not.toHaveBeenCalled()
  await userEvent.type(email, 'a')
  expect(email.getAttribute('aria-invalid')).toBeNull()
})

it('sends what stands in the inputs, also what was put there behind its back', async () => {
  const submit = vi.fn(async () => {})
  render(<LogIn submit={submit} />)
  screen.getByLabelText<HTMLInputElement>('Email').value = 'ada@example.com'
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByLabelText('Remember'))
  await send()
  expect(submit).toHaveBeenCalledWith({ email: 'ada@example.com', password: 'secret', remember: true })
})

it('is busy until the answer, and sends once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const submit = vi.fn(() => promise)
  render(<LogIn submit={submit} />)
  await userEvent.type(screen.getByLabelText('Email'), 'ada{Enter}')
  expect(screen.getByRole('button', { name: 'Log in' }).getAttribute('aria-busy')).toBe('true')
  await userEvent.type(screen.getByLabelText('Email'), '{Enter}')
  expect(submit).toHaveBeenCalledOnce()
  resolve()
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: 'Log in' }).getAttribute('aria-busy')).toBeNull(),
  )
})

it('brings the server’s words to the field or to the form', async () => {
  const submit = vi.fn<(values: Values) => Promise<unknown>>()
  submit.mockRejectedValueOnce({ message: 'x', fields: { password: ['Wrong password'] } })
  submit.mockRejectedValueOnce(new Error('Too many tries'))
  render(<LogIn submit={submit} />)
  await userEvent.type(screen.getByLabelText('Email'), 'ada{Enter}')
  expect(await screen.findByText('Wrong password')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('Too many tries')
})

it('shows a password on request, in the visitor’s words', async () => {
  const german = createInstance()
  await german.init({
    lng: 'de',
    resources: {
      de: { shell: { ui: { showPassword: 'Passwort zeigen', hidePassword: 'Passwort verbergen' } } },
    },
  })
  render(
    <I18nextProvider i18n={german}>
      <PasswordField label="Password" />
    </I18nextProvider>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  await userEvent.click(screen.getByRole('button', { name: 'Passwort zeigen' }))
  expect(input.type).toBe('text')
  expect(screen.getByRole('button', { name: 'Passwort verbergen' })).toBeTruthy()
})
