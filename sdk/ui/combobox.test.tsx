// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Combobox, type ComboboxProps } from './combobox.tsx'
import { supportOverlays } from './testing.ts'
// Loaded here, so that no test waits for it.
import './combobox-box.tsx'

beforeAll(supportOverlays)
afterEach(cleanup)
afterEach(() => void vi.unstubAllEnvs())

const zones = ['Europe/Berlin', 'Europe/Paris', 'America/New_York'].map((value) => ({ value, label: value }))

const open = async (props: Partial<ComboboxProps> = {}) => {
  const onChange = vi.fn<(value: string) => void>()
  const Form = () => {
    const [value, setValue] = useState(props.value ?? '')
    const change = (picked: string) => {
      onChange(picked)
      setValue(picked)
    }
    return <Combobox label="Time zone" options={zones} {...props} value={value} onChange={change} />
  }
  const { rerender } = render(<Form />)
  const input = await screen.findByRole('combobox', { name: 'Time zone' })
  return { input, onChange, redraw: () => rerender(<Form />) }
}
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('narrows the list by typing and picks with the keyboard', async () => {
  const { input, onChange } = await open()
  await userEvent.type(input, 'europe')
  await waitFor(() => expect(offered()).toEqual(['Europe/Berlin', 'Europe/Paris']))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(onChange.mock.calls).toEqual([['Europe/Paris']])
  expect(input).toHaveProperty('value', 'Europe/Paris')
  expect(offered()).toEqual([])
})

it('says that nothing matches, and leaves the choice as it was', async () => {
  const { input, onChange } = await open({ value: 'Europe/Berlin' })
  await userEvent.type(input, 'zzz')
  expect(await screen.findByText('No matches')).toBeTruthy()
  await userEvent.tab()
  await waitFor(() => expect(input).toHaveProperty('value', 'Europe/Berlin'))
  expect(onChange).not.toHaveBeenCalled()
})

it('has no value any more when it is cleared', async () => {
  const { input, onChange } = await open({ value: 'Europe/Berlin' })
  expect(input).toHaveProperty('value', 'Europe/Berlin')
  await userEvent.clear(input)
  expect(onChange.mock.calls).toEqual([['']])
})

it('asks for what is typed, and keeps the name of the chosen one while the answer holds others', async () => {
  const onSearch = vi.fn<(text: string) => void>()
  const Form = () => {
    const [options, setOptions] = useState(zones)
    const search = (text: string) => {
      onSearch(text)
      setOptions(zones.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())))
    }
    return (
      <>
        <Combobox
          label="Time zone"
          {...{ options }}
          value="Europe/Paris"
          onChange={vi.fn()}
          onSearch={search}
        />
        <button type="button">Next</button>
      </>
    )
  }
  render(<Form />)
  const input = await screen.findByRole('combobox', { name: 'Time zone' })
  await userEvent.clear(input)
  await userEvent.type(input, 'new')
  expect(onSearch).toHaveBeenLastCalledWith('new')
  await waitFor(() => expect(offered()).toContain('America/New_York'))
  await userEvent.tab()
  await waitFor(() => expect(input).toHaveProperty('value', 'Europe/Paris'))
})

it('ties hint and error to the field', async () => {
  const { input } = await open({ hint: 'Where you are', error: 'Required' })
  expect(input.getAttribute('aria-invalid')).toBe('true')
  const notes = input.getAttribute('aria-describedby')?.split(' ') ?? []
  const texts = notes.map((id) => document.getElementById(id)?.textContent)
  expect(texts).toEqual(expect.arrayContaining(['Required', 'Where you are']))
})

it('inserts no style element, which the policy of the page refuses', async () => {
  // React Aria leaves it out in tests.
  vi.stubEnv('NODE_ENV', 'production')
  await open()
  expect([...document.querySelectorAll('style')]).toEqual([])
})

it('opens its list inside the dialog that it is in, above everything, since nothing outside can be pressed', async () => {
  render(
    <dialog open aria-label="Transfer">
      <Combobox label="Time zone" options={zones} value="" onChange={() => undefined} />
    </dialog>,
  )
  await userEvent.type(await screen.findByRole('combobox', { name: 'Time zone' }), 'paris')
  const option = await screen.findByRole('option', { name: 'Europe/Paris' })
  const list = option.closest('.sp-combobox-list')
  expect(screen.getByRole('dialog').contains(list)).toBe(true)
  expect(list?.closest('.sp-combobox-layer')?.matches(':popover-open')).toBe(true)
})
