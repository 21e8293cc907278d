import { createStore } from 'zustand/vanilla'
import type { Tone } from './tone.ts'

/** A message the app stops for; with `cancelLabel` a question. @example const options: DialogOptions = { title: 'Buy a ticket?', confirmLabel: 'Buy', cancelLabel: 'Cancel' } */
export type DialogOptions = {
  title: string
  text?: string
  /** A small line beside the answers. */
  footer?: string
  tone?: Tone
  confirmLabel?: string
  /** Without it there is one button alone: give it wherever the person may decline, as before a charge. */
  cancelLabel?: string
}

/** A dialog on screen. @example const [first] = dialogs.getState() */
export type OpenDialog = DialogOptions & {
  id: number
  answer: (confirmed: boolean) => void
  shown: Promise<boolean>
}

const store = createStore<readonly OpenDialog[]>(() => [])
let lastId = 0

/** Takes back what `showDialog` promised this answer for, as if it had been dismissed; nothing where it was answered. */
const dismiss = (shown: Promise<boolean>) =>
  store
    .getState()
    .find((open) => open.shown === shown)
    ?.answer(false)

/** The open dialogs, oldest first. @example const undo = dialogs.subscribe(() => dialogs.getState()) */
export const dialogs = {
  subscribe: store.subscribe,
  getState: store.getState,
  getInitialState: store.getInitialState,
  dismiss,
}

/** Shows a dialog from anywhere; true once confirmed, false once dismissed. @example if (await showDialog({ title: 'Leave?', cancelLabel: 'Stay' })) close() */
export const showDialog = (options: DialogOptions): Promise<boolean> => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const id = ++lastId
  const answer = (confirmed: boolean) => {
    store.setState(
      store.getState().filter((open) => open.id !== id),
      true,
    )
    resolve(confirmed)
  }
  store.setState([...store.getState(), { ...options, id, answer, shown: promise }], true)
  return promise
}

const shownModals = createStore<readonly HTMLDialogElement[]>(() => [])

/** The modal elements on screen, the front one last: everything outside of it is inert. */
export const modals = {
  subscribe: shownModals.subscribe,
  getState: shownModals.getState,
  getInitialState: shownModals.getInitialState,
}

/** Shows an element as a modal dialog, known to what must be reached in front of it; returns the undo. */
export const openModal = (dialog: HTMLDialogElement): (() => void) => {
  dialog.showModal()
  shownModals.setState([...shownModals.getState(), dialog], true)
  return () => {
    shownModals.setState(
      shownModals.getState().filter((open) => open !== dialog),
      true,
    )
    dialog.close()
  }
}
