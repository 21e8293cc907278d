import { useStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { useState } from 'react'
import { dialogs } from '../../../sdk/ui/dialogs.ts'
import { toasts } from '../../../sdk/ui/toasts.ts'
import { useKernel } from './kernel-context.tsx'
import { lazyPart } from './lazy-part.tsx'

// Most visits show none of them, the log-in page above all, so their code does not come with the page.
const DialogHost = lazyPart(async () => (await import('../../../sdk/ui/dialog-host.tsx')).DialogHost)
const ToastHost = lazyPart(async () => (await import('../../../sdk/ui/toast-host.tsx')).ToastHost)
const ReauthenticationHost = lazyPart(
  async () => (await import('../session/reauthentication-dialog.tsx')).ReauthenticationHost,
)

/** Before the first message, which may be that the line is cut: no code would come any more. */
export const preloadMessageHosts = (): void => {
  void DialogHost.preload()
  void ToastHost.preload()
}

/** True from the first message on. */
const useEverShown = (messages: ReadableStore<readonly unknown[]>): boolean => {
  const isShown = useStore(messages, ({ length }) => length > 0)
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return isShown || wasShown
}

export const MessageHosts = () => {
  const { question } = useKernel().reauthentication
  const isAsked = useStore(question, (open) => open !== null)
  const hasDialogs = useEverShown(dialogs)
  const hasToasts = useEverShown(toasts)
  return (
    <>
      {hasDialogs && <DialogHost />}
      {hasToasts && <ToastHost />}
      {isAsked && <ReauthenticationHost question={question} />}
    </>
  )
}
