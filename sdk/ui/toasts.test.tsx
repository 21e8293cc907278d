// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
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

it('[CUS5] plays a sound with each message for those who want that, and else none', async () => {
  let played = 0
  // Only what the sound uses.
  const part = { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} }
  const note = {
    frequency: part.gain,
    connect() {},
    addEventListener() {},
    stop() {},
    start: () => (played += 1),
  }
  class Sound {
    currentTime = 0
    createGain = () => part
    createOscillator = () => note
  }
  vi.stubGlobal('AudioContext', Sound)
  render(<ToastHost />)
  act(() => void toasts.show({ title: 'Silent' }))
  document.documentElement.dataset['toastSound'] = 'on'
  act(() => void toasts.show({ title: 'First' }))
  act(() => void toasts.show({ title: 'Second' }))
  await vi.waitFor(() => expect(played).toBeGreaterThan(0))
  await vi.dynamicImportSettled()
  expect(played).toBe(2)
  delete document.documentElement.dataset['toastSound']
  vi.unstubAllGlobals()
})

describe('[OVL14] in front of modal dialogs, which make everything else inert', () => {
  const Site = ({ dialogs }: { dialogs: readonly string[] }) => (
    <>
      {dialogs.map((title) => (
        <Dialog key={title} open title={title} onClose={() => undefined}>
          body
        </Dialog>
      ))}
      <ToastHost />
    </>
  )
  const inDialog = (name: string) => within(screen.getByRole('dialog', { name }))

  it('are spoken and answered within the front one', async () => {
    const onSelect = vi.fn()
    render(<Site dialogs={['Behind', 'Front']} />)
    const [region = document.body] = inDialog('Front').getAllByRole('region', { name: 'Notifications' })
    expect(region.textContent).toBe('')
    expect(region.matches(':popover-open')).toBe(true)
    act(() => void toasts.show({ title: 'Not saved', action: { label: 'Try again', onSelect } }))
    expect(region.textContent).toContain('Not saved')
    // Outside of the dialog it would be spoken, and could not be answered.
    for (const message of screen.getAllByText('Not saved')) expect(message.closest('dialog')).not.toBeNull()
    // The dialog has a button of its own that is called Close.
    expect(within(region).getByRole('button', { name: 'Dismiss message' })).toBeTruthy()
    await userEvent.click(within(region).getByRole('button', { name: 'Try again' }))
    expect(onSelect).toHaveBeenCalledOnce()
  })

  it('stay on the page when their dialog closes in the same moment', () => {
    const { container, rerender } = render(<Site dialogs={['Remove image']} />)
    act(() => {
      toasts.show({ title: 'Image removed' })
      rerender(<Site dialogs={[]} />)
    })
    expect(container.querySelector('section')?.textContent).toContain('Image removed')
  })

  describe('are spoken once', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const pass = () => act(() => void vi.advanceTimersByTime(1_000))

    it('however often they move between dialogs and the page', () => {
      const { container, rerender } = render(<Site dialogs={['Front']} />)
      act(() => {
        toasts.show({ title: 'Saved' })
        toasts.show({ title: 'Not sent', tone: 'danger' })
      })
      expect(inDialog('Front').getByRole('alert').textContent).toContain('Not sent')
      expect(container.querySelectorAll('[aria-live="off"]')).toHaveLength(0)
      pass()
      rerender(<Site dialogs={[]} />)
      const region = container.querySelector('section')
      expect(region?.textContent).toContain('Not sent')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(region?.querySelectorAll('[aria-live="off"]')).toHaveLength(2)
      rerender(<Site dialogs={['Front']} />)
      rerender(<Site dialogs={[]} />)
      expect(screen.queryByRole('alert')).toBeNull()
      // A new one is spoken where it stands.
      act(() => void toasts.show({ title: 'Still not sent', tone: 'danger' }))
      expect(screen.getByRole('alert').textContent).toContain('Still not sent')
    })

    it('on the page where their dialog closes before they could be', () => {
      const { rerender } = render(<Site dialogs={['Remove image']} />)
      act(() => void toasts.show({ title: 'Not removed', tone: 'danger' }))
      rerender(<Site dialogs={[]} />)
      pass()
      rerender(<Site dialogs={[]} />)
      expect(screen.getByRole('alert').textContent).toContain('Not removed')
    })

    it('on the page where they were in two dialogs, each of which closed before they could be', () => {
      const { rerender } = render(<Site dialogs={['First']} />)
      act(() => void toasts.show({ title: 'Not removed', tone: 'danger' }))
      const wait = () => act(() => void vi.advanceTimersByTime(300))
      wait()
      rerender(<Site dialogs={['First', 'Second']} />)
      wait()
      rerender(<Site dialogs={[]} />)
      expect(screen.getByRole('alert').textContent).toContain('Not removed')
    })
  })

  it('come along when a dialog opens or closes', () => {
    const { container, rerender } = render(<Site dialogs={[]} />)
    const region = container.querySelector('section')
    act(() => void toasts.show({ title: 'Copied' }))
    rerender(<Site dialogs={['First']} />)
    expect(inDialog('First').queryAllByText('Copied')).not.toEqual([])
    rerender(<Site dialogs={['First', 'Second']} />)
    expect(inDialog('Second').queryAllByText('Copied')).not.toEqual([])
    rerender(<Site dialogs={['First']} />)
    expect(inDialog('First').queryAllByText('Copied')).not.toEqual([])
    rerender(<Site dialogs={[]} />)
    expect(region?.isConnected).toBe(true)
    expect(region?.textContent).toContain('Copied')
  })
})
