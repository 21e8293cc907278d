import { pressedKey } from '@spawnpoint/sdk/browser'
import { lazy, Suspense, useEffect, useState } from 'react'

// The panel itself is code that most visitors never need.
const DebugPanel = lazy(() => import('./debug-panel.tsx').then(({ DebugPanel }) => ({ default: DebugPanel })))

const isShortcut = (event: KeyboardEvent): boolean =>
  event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey && pressedKey(event) === 'i'

/** Ctrl+I opens and closes the debug panel, on every page. */
const DebugShortcut = () => {
  // A search for a plugin goes on after each of its reloads.
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem('spawnpoint_bisect') !== null)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.repeat) return
      event.preventDefault()
      setOpen((open) => !open)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense fallback={null}>
      <DebugPanel onClose={() => setOpen(false)} />
    </Suspense>
  )
}

export default DebugShortcut
