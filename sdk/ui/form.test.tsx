// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Form, FormField, SubmitButton, useZodForm } from './form.tsx'

afterEach(cleanup)

const schema = z.strictObject({
  name: z.string().min(2, 'Too short'),
  amount: z.number().int().optional(),
  open: z.boolean(),
})

const Editor = ({ save }: { save: (values: z.output<typeof schema>) => unknown }) => {
  const form = useZodForm(schema, { defaultValues: { name: '', open: false }, onSubmit: save })
  return (
    <Form form={form}>
      <FormField name="name" label="Name" />
      <FormField name="amount" label="Amount" kind="number" />
      <FormField name="open" label="Open" kind="switch" />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

it('checks with the schema and sends typed values', async () => {
  const save = vi.fn()
  render(<Editor save={save} />)
  await userEvent.type(screen.getByLabelText('Name'), 'a{Enter}')
  expect(await screen.findByText('Too short')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Name'), 'b')
  await userEvent.type(screen.getByLabelText('Amount'), '7')
  await userEvent.click(screen.getByRole('switch', { name: 'Open' }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(save).toHaveBeenCalledWith({ name: 'ab', amount: 7, open: true })
})

it('brings the server’s field errors to their fields and the rest to the form', async () => {
  const save = vi
    .fn()
    .mockRejectedValueOnce({ fields: { name: 'Taken' } })
    .mockRejectedValueOnce(new Error('Stale'))
  render(<Editor save={save} />)
  await userEvent.type(screen.getByLabelText('Name'), 'lobby{Enter}')
  expect(await screen.findByText('Taken')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Stale')
})
