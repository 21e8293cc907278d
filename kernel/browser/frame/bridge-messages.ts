import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { dialogs, toasts } from '@spawnpoint/sdk/ui'

/** Toasts and dialogs that a plugin asks the interface kit for are drawn by the page, like those it asks the host for. */
export const bridgeMessages = ({ notify }: BrowserHost, onRefused: (error: unknown) => void): void => {
  const asked = new Set<number>()
  dialogs.subscribe(() => {
    for (const { id, answer, ...options } of dialogs.getState()) {
      if (asked.has(id)) continue
      asked.add(id)
      notify.dialog(options).then(answer, (error: unknown) => {
        answer(false)
        onRefused(error)
      })
    }
  })
  toasts.subscribe(() => {
    for (const { id, action: _action, ...options } of toasts.getState()) {
      toasts.close(id)
      try {
        notify.toast(options)
      } catch (error) {
        onRefused(error)
      }
    }
  })
}
