import { createStore } from 'zustand/vanilla'
import type { Tone } from './tone.ts'

/** A short message that goes away. @example const options: ToastOptions = { title: 'Saved', tone: 'success' } */
export type ToastOptions = {
  title: string
  text?: string
  tone?: Tone
  /** Null stays until closed. */
  seconds?: number | null
  action?: { label: string; onSelect: () => void }
}

/** A toast on screen. @example const [first] = toasts.getState() */
export type OpenToast = ToastOptions & { id: number }

const most = 4
const store = createStore<readonly OpenToast[]>(() => [])
let lastId = 0

const close = (id: number) =>
  store.setState(
    store.getState().filter((toast) => toast.id !== id),
    true,
  )

const show = (options: ToastOptions) => {
  const id = ++lastId
  store.setState([...store.getState(), { ...options, id }].slice(-most), true)
  return () => close(id)
}

/** Short messages from anywhere; `show` answers with its undo. @example toasts.show({ title: 'Saved', tone: 'success' }) */
export const toasts = {
  subscribe: store.subscribe,
  getState: store.getState,
  getInitialState: store.getInitialState,
  show,
  close,
}
