// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Alert } from './alert.tsx'
import { FormError } from './form-error.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

const commands = () => screen.queryAllByRole('code').map(({ textContent }) => textContent)

it('[LOC7] draws commands within messages as code', () => {
  const text = 'Stop the product and run `npm run backup -- undo`, then `npm start`.'
  render(
    <>
      <Alert>{text}</Alert>
      <FormError message="Pack it again with `npm run plugin -- pack`." />
      <TextField label="Keys" hint="Shown by `npm run plugin -- sign`." />
    </>,
  )
  expect(commands()).toEqual([
    'npm run backup -- undo',
    'npm start',
    'npm run plugin -- pack',
    'npm run plugin -- sign',
  ])
  expect(document.body.textContent).not.toContain('`')
})

it('[LOC7] leaves messages without commands as they are', () => {
  render(<Alert title="Renew soon">It&apos;s 3 o`clock.</Alert>)
  expect(commands()).toEqual([])
  expect(screen.getByText("It's 3 o`clock.")).toBeTruthy()
})
