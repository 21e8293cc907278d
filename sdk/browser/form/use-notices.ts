import type { DialogOptions, ToastOptions } from '@spawnpoint/sdk/ui'
import { useMemo } from 'react'
import { dialogs } from '../../ui/dialogs.ts'
import { useHost } from '../host.ts'

/** Toasts and questions of a page, as far as the plugin may show any. */
export interface FormNotices {
  /** Shows what was done; the toast outlives the page. */
  toast(options: Omit<ToastOptions, 'action'>): void
  /** Asks a question; `close` withdraws it, which answers no. Without the right to ask the answer is yes. */
  ask(options: DialogOptions): { readonly answer: Promise<boolean>; close(): void }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('E_CAPABILITY')

const orThrow = (error: unknown): void => {
  if (!isRefused(error)) throw error
}

/** A run-time plugin without `notify` has these pages without their messages. @example const { toast } = useNotices() */
export function useNotices(): FormNotices {
  const { notify } = useHost()
  return useMemo(
    () => ({
      toast: (options) => {
        try {
          notify.toast(options)
        } catch (error) {
          orThrow(error)
        }
      },
      ask: (options) => {
        let isClosed = false
        const shown = notify.dialog(options)
        const answer = shown.then(
          (confirmed) => confirmed && !isClosed,
          (error: unknown) => {
            orThrow(error)
            return !isClosed
          },
        )
        const close = (): void => {
          isClosed = true
          dialogs.dismiss(shown)
        }
        return { answer, close }
      },
    }),
    [notify],
  )
}
