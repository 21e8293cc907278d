import { useStore, type ReadableStore } from '@spawnpoint/sdk/browser'
import { Suspense, use, type ComponentType } from 'react'
import { dialogs } from '../../../sdk/ui/dialogs.ts'
import { toasts } from '../../../sdk/ui/toasts.ts'
import { createDeferred, type Deferred } from '../plugins/deferred.ts'

interface Drawn {
  readonly Host: ComponentType
}

// Most visits show neither, the log-in page above all, so their code comes with the first message.
const dialogHost = createDeferred(() => import('./dialog-host.ts'))
const toastHost = createDeferred(() => import('./toast-host.ts'))

const everShown = ({ subscribe, getState }: typeof dialogs | typeof toasts): ReadableStore<boolean> => {
  let wasNeeded = false
  return {
    subscribe,
    get: () => {
      wasNeeded ||= getState().length > 0
      return wasNeeded
    },
  }
}

const Loaded = ({ host }: { host: Deferred<Drawn> }) => {
  const { Host } = use(host.load())
  return <Host />
}

const needsDialogs = everShown(dialogs)
const needsToasts = everShown(toasts)

export const MessageHosts = () => {
  const hasDialogs = useStore(needsDialogs)
  const hasToasts = useStore(needsToasts)
  return (
    <Suspense fallback={null}>
      {hasDialogs && <Loaded host={dialogHost} />}
      {hasToasts && <Loaded host={toastHost} />}
    </Suspense>
  )
}
