import { useHost, useStore } from '@spawnpoint/sdk/browser'
import { lazy, Suspense, useEffect } from 'react'
import { runAutomatic } from './automatic.ts'
import { startCompression } from './compress-pictures.ts'
import { createFrameLimiter } from './frame-limiter.ts'
import { loadTuner, tuner } from './tuner-store.ts'

const Meter = lazy(() => import('./meter.tsx'))

/** Stands over every page while the plugin is on, and puts everything back when it is switched off. */
export default function Tuner() {
  const host = useHost()
  const frameRateLimit = useStore(host.uiSettings, ({ performance }) => performance.frameRateLimit)
  const compressAssets = useStore(host.uiSettings, ({ performance }) => performance.compressAssets)
  const hasMeter = useStore(tuner, ({ meter }) => meter)
  useEffect(() => {
    loadTuner(host)
    runAutomatic(host, window)
  }, [host])
  useEffect(() => {
    const frames = createFrameLimiter(window)
    frames.limit(frameRateLimit)
    return () => frames.stop()
  }, [frameRateLimit])
  useEffect(() => (compressAssets ? startCompression(window) : undefined), [compressAssets])
  if (!hasMeter) return null
  return (
    <Suspense fallback={null}>
      <Meter />
    </Suspense>
  )
}
