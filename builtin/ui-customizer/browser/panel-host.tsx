import { useHost, useSession, useStore } from '@spawnpoint/sdk/browser'
import { lazy, Suspense, useEffect } from 'react'
import { readDevice } from './device-settings.ts'
import { panel } from './panel-store.ts'
import { saveNow, startSaver } from './saver.ts'

// Most visits never open it.
const Panel = lazy(() => import('./customization-panel.tsx'))

/** Draws the panel while it is open, and keeps the settings of the person, wherever on the page they are changed. */
export default function PanelHost() {
  const host = useHost()
  const isOpen = useStore(panel, (state) => state.isOpen)
  const person = useSession(({ user }) => user['uuid'])
  // Staff who act in a customer's place leave the customer's settings alone.
  const isImpersonated = useSession(({ user }) => user['impersonated'] === true)
  useEffect(() => {
    if (typeof person !== 'string' || isImpersonated) return undefined
    return startSaver(host, person)
  }, [host, person, isImpersonated])
  useEffect(() => {
    if (!isOpen || typeof person !== 'string') return undefined
    // Another tab may have chosen another place since then.
    void readDevice(globalThis.caches, person).then((kept) =>
      panel.setState({ scope: kept ? 'device' : 'account' }),
    )
    return saveNow
  }, [isOpen, person])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Panel />
    </Suspense>
  )
}
