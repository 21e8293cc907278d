// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { supportOverlays } from './testing.ts'
import { ToastHost } from './toast-host.tsx'
import { toasts } from './toasts.ts'

beforeAll(supportOverlays)
afterEach(() => {
  for (const { id } of toasts.getState()) toasts.close(id)
  cleanup()
})

it('has a live region before the first message, and speaks it there', () => {
  render(<ToastHost />)
  const region = screen.getByRole('region', { name: 'Notifications' })
  expect(region.getAttribute('aria-live')).toBe('polite')
  act(() => void toasts.show({ title: 'Saved' }))
  expect(region.textContent).toContain('Saved')
})

it('interrupts for a failure', () => {
  render(<ToastHost />)
  act(() => void toasts.show({ title: 'Not saved', tone: 'danger' }))
  expect(screen.getByRole('alert').textContent).toContain('Not saved')
})

it('goes away at the end of its time, unless it is to stay', () => {
  const { container } = render(<ToastHost />)
  act(() => void toasts.show({ title: 'Short' }))
  act(() => void toasts.show({ title: 'Stays', seconds: null }))
  const lives = container.querySelectorAll('[data-toast-life]')
  expect(lives).toHaveLength(1)
  // jsdom has no AnimationEvent, so React listens for the prefixed name there.
  for (const life of lives) fireEvent(life, new Event('webkitAnimationEnd', { bubbles: true }))
  expect(screen.queryByText('Short')).toBeNull()
  expect(screen.getByText('Stays')).toBeTruthy()
})

it('runs its action once and closes', async () => {
  const onSelect = vi.fn()
  render(<ToastHost />)
  act(() => void toasts.show({ title: 'Deleted', action: { label: 'Undo', onSelect } }))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByText('Deleted')).toBeNull()
})

it('shows one message for what is said twice', () => {
  render(<ToastHost />)
  act(() => void toasts.show({ title: 'Saved', tone: 'success' }))
  act(() => void toasts.show({ title: 'Saved', tone: 'success' }))
  act(() => void toasts.show({ title: 'Saved', text: 'Another one', tone: 'success' }))
  expect(toasts.getState().map(({ text }) => text)).toEqual([undefined, 'Another one'])
})
