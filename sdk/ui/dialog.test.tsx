// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogHost } from './dialog-host.tsx'
import { Dialog } from './dialog.tsx'
import { showDialog } from './dialogs.ts'
import { supportOverlays } from './testing.ts'

beforeAll(supportOverlays)
afterEach(cleanup)

describe('Dialog', () => {
  it('is labelled and described, and closes on Esc through its owner', () => {
    const onClose = vi.fn()
    render(
      <Dialog open onClose={onClose} title="Invite" description="By email.">
        body
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Invite' })
    expect(dialog.hasAttribute('open')).toBe(true)
    expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'By email.',
    )
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays open on Esc while it may not be dismissed', () => {
    const onClose = vi.fn()
    render(<Dialog open onClose={onClose} title="Working" dismissable={false} />)
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    expect(onClose).not.toHaveBeenCalled()
  })
})

describe('ConfirmDialog', () => {
  const Asking = ({ onConfirm }: { onConfirm: () => void }) => {
    const [open, setOpen] = useState(true)
    const close = () => setOpen(false)
    return (
      <ConfirmDialog
        open={open}
        onClose={close}
        onConfirm={onConfirm}
        title="Delete lobby?"
        typeToConfirm="lobby"
        confirmLabel="Delete"
      />
    )
  }

  it('opens the answer only once the name is typed', async () => {
    const onConfirm = vi.fn()
    render(<Asking onConfirm={onConfirm} />)
    const answer = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
    const name = screen.getByLabelText('Type lobby to confirm')
    await userEvent.type(name, 'lob{Enter}')
    expect(answer.disabled).toBe(true)
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.type(name, 'by')
    await userEvent.click(answer)
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('answers a double click once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onConfirm = vi.fn(() => promise)
    render(<ConfirmDialog open onClose={() => {}} onConfirm={onConfirm} title="Pay?" confirmLabel="Pay" />)
    const pay = screen.getByRole('button', { name: 'Pay' })
    await userEvent.dblClick(pay)
    expect(onConfirm).toHaveBeenCalledOnce()
    resolve()
    await promise
    await userEvent.click(pay)
    expect(onConfirm).toHaveBeenCalledTimes(2)
  })

  it('can be cancelled', async () => {
    render(<Asking onConfirm={() => {}} />)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

it('[RTP5] leaves the page as it was, however many dialogs go at once', () => {
  const { documentElement: root } = document
  const nothing = () => undefined
  const page = (
    <>
      <Dialog open onClose={nothing} title="First">
        one
      </Dialog>
      <Dialog open onClose={nothing} title="Second">
        two
      </Dialog>
    </>
  )
  root.style.overflow = 'clip'
  const width = vi.spyOn(document.body, 'offsetWidth', 'get').mockReturnValue(window.innerWidth - 15)
  const { unmount } = render(page)
  // The room that a gutter reserves counts too, where the scrollbar itself is hidden.
  expect(document.body.style.paddingInlineEnd).toBe('15px')
  width.mockRestore()
  expect([root.style.overflow, root.style.getPropertyValue('scrollbar-gutter')]).toEqual(['hidden', 'auto'])
  unmount()
  expect(root.style.overflow).toBe('clip')
  root.style.overflow = ''
})

describe('showDialog', () => {
  it('shows one after the other and says how each was answered', async () => {
    render(<DialogHost />)
    const [first, second] = [
      showDialog({ title: 'First', confirmLabel: 'Go' }),
      showDialog({ title: 'Second', cancelLabel: 'Stay', footer: 'Request 7' }),
    ]
    await userEvent.click(await screen.findByRole('button', { name: 'Go' }))
    expect(await first).toBe(true)
    expect(screen.getByText('Request 7')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
    expect(await act(() => second)).toBe(false)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
