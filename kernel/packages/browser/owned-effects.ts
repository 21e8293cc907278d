import type { BrowserHost, ReadableStore } from '@spawnpoint/sdk/browser'
import { dialogs } from '../../../sdk/ui/dialogs.ts'
import type { PluginLife } from './plugin-life.ts'

/** The same store, whose listeners go when the plugin leaves. */
export const owned = <T>(life: PluginLife, store: ReadableStore<T>): ReadableStore<T> => ({
  getState: store.getState,
  getInitialState: store.getInitialState,
  subscribe: (listener) => {
    const undo = store.subscribe(listener)
    const forget = life.own(undo)
    return () => {
      forget()
      undo()
    }
  },
})

/** Timers that end with the plugin; those of others cannot be cleared through it. */
export const ownedClock = (life: PluginLife, clock: BrowserHost['clock']): BrowserHost['clock'] => {
  const pending = new Map<number, () => void>()
  const forget = (timer: number): void => {
    pending.get(timer)?.()
    pending.delete(timer)
  }
  return {
    now: clock.now,
    setTimeout: (run, ms) => {
      const timer = clock.setTimeout(() => {
        forget(timer)
        run()
      }, ms)
      pending.set(
        timer,
        life.own(() => clock.clearTimeout(timer)),
      )
      return timer
    },
    clearTimeout: (timer) => {
      if (!pending.has(timer)) return
      forget(timer)
      clock.clearTimeout(timer)
    },
  }
}

/** Toasts and dialogs that are closed when the plugin leaves; a dialog answers then as if it had been dismissed. */
export const ownedMessages = (life: PluginLife, notify: BrowserHost['notify']): BrowserHost['notify'] => ({
  toast: (options) => {
    const close = notify.toast(options)
    const forget = life.own(close)
    return () => {
      forget()
      close()
    }
  },
  dialog: async (options) => {
    const shown = notify.dialog(options)
    const forget = life.own(() => dialogs.dismiss(shown))
    try {
      return await shown
    } finally {
      forget()
    }
  },
})
