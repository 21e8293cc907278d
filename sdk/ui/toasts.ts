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

const isSame = (one: ToastOptions, other: ToastOptions): boolean =>
  one.title === other.title && one.text === other.text && one.tone === other.tone

const show = (options: ToastOptions) => {
  const id = ++lastId
  // The same message twice looks like something done twice: the later one replaces the earlier.
  const others = store.getState().filter((toast) => !isSame(toast, options))
  store.setState([...others, { ...options, id }].slice(-most), true)
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
