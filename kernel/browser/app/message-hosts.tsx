import { useStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { Suspense, use, useState, type ComponentType } from 'react'
import { dialogs } from '../../../sdk/ui/dialogs.ts'
import { toasts } from '../../../sdk/ui/toasts.ts'
import { useKernel } from './kernel-context.tsx'
import type { Reauthentication } from '../session/reauthentication.ts'
import { createDeferred, type Deferred } from '../plugins/deferred.ts'

interface Drawn {
  readonly Host: ComponentType
}

// Most visits show neither, the log-in page above all, so their code comes with the first message.
const dialogHost = createDeferred(() => import('./dialog-host.ts'))
const toastHost = createDeferred(() => import('./toast-host.ts'))
const reauthenticationHost = createDeferred(() => import('../session/reauthentication-dialog.tsx'))

/** True from the first message on. */
const useEverShown = (messages: ReadableStore<readonly unknown[]>): boolean => {
  const isShown = useStore(messages, ({ length }) => length > 0)
  const [wasShown, setWasShown] = useState(isShown)
  if (isShown && !wasShown) setWasShown(true)
  return isShown || wasShown
}

const Loaded = ({ host }: { host: Deferred<Drawn> }) => {
  const { Host } = use(host.load())
  return <Host />
}

const LoadedReauthentication = ({ question }: Pick<Reauthentication, 'question'>) => {
  const { ReauthenticationHost } = use(reauthenticationHost.load())
  return <ReauthenticationHost question={question} />
}

export const MessageHosts = () => {
  const { question } = useKernel().reauthentication
  const isAsked = useStore(question, (open) => open !== null)
  const hasDialogs = useEverShown(dialogs)
  const hasToasts = useEverShown(toasts)
  return (
    <Suspense fallback={null}>
      {hasDialogs && <Loaded host={dialogHost} />}
      {hasToasts && <Loaded host={toastHost} />}
      {isAsked && <LoadedReauthentication question={question} />}
    </Suspense>
  )
}
