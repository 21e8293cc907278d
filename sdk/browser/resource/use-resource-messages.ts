import type { DialogOptions, ToastOptions } from '@spawnpoint/sdk/ui'
import { useMemo } from 'react'
import { dialogs } from '../../ui/dialogs.ts'
import { useHost } from '../host.ts'

/** Messages of the pages of a resource, as far as the plugin may show any. */
export interface ResourceMessages {
  /** Says what was done; the page that follows shows it as well. */
  say(options: Omit<ToastOptions, 'action'>): void
  /** Asks, and takes the question back with `close`, which answers no; yes where nothing may be asked. */
  ask(options: DialogOptions): { readonly answer: Promise<boolean>; close(): void }
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('E_CAPABILITY')

const orThrow = (error: unknown): void => {
  if (!isRefused(error)) throw error
}

/** A run-time plugin without `notify` has these pages without their messages. @example const { say } = useResourceMessages() */
export function useResourceMessages(): ResourceMessages {
  const { notify } = useHost()
  return useMemo(
    () => ({
      say: (options) => {
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
