// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Menu } from './index.ts'
import { supportOverlays } from './testing.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

it('opens from the keyboard, moves past what is off, chooses and gives focus back', async () => {
  const onSelect = vi.fn()
  const items = [
    { id: 'a', label: 'Restart', onSelect: () => {} },
    { id: 'b', label: 'Stop', disabled: true, onSelect: () => {} },
    { id: 'c', label: 'Delete', onSelect },
  ]
  render(<Menu label="More" items={items} />)
  const button = screen.getByRole('button', { name: 'More' })
  act(() => button.focus())
  await userEvent.keyboard('{ArrowDown}')
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement?.textContent).toBe('Restart')
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Delete')
  await userEvent.keyboard('r')
  expect(document.activeElement?.textContent).toBe('Restart')
  await userEvent.keyboard('{End}{Enter}')
  expect(onSelect).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(button)
})

it('reaches what is off where it says why, and does nothing then', async () => {
  const onSelect = vi.fn()
  const items = [{ id: 'a', label: 'Delete', disabled: true, mark: <span>It is in use.</span>, onSelect }]
  render(<Menu label="More" items={items} />)
  act(() => screen.getByRole('button', { name: 'More' }).focus())
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('DeleteIt is in use.')
  await userEvent.keyboard('{Enter}')
  expect(onSelect).not.toHaveBeenCalled()
})
