import { useHost, useSession, useStore } from '@spawnpoint/sdk/browser'
import { lazy, Suspense, useEffect } from 'react'
import { readDevice } from './device-settings.ts'
import { panel } from './panel-store.ts'

// Most visits never open it.
const Panel = lazy(() => import('./customization-panel.tsx'))

/** Draws the panel while it is open, and brings back what this browser alone keeps for the person. */
export default function PanelHost() {
  const host = useHost()
  const isOpen = useStore(panel, (state) => state.isOpen)
  const person = useSession(({ user }) => user['uuid'])
  useEffect(() => {
    if (typeof person !== 'string') return
    void readDevice(globalThis.caches, person).then((kept) => {
      panel.setState({ scope: kept ? 'device' : 'account' })
      if (!kept) return
      // The store checks each value.
      host.uiSettings.setState(kept.settings)
      host.storage.set('preferredTransition', kept.transition)
    })
  }, [host, person])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <Panel />
    </Suspense>
  )
}
