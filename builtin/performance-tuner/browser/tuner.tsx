import { useHost, useSession, useStore } from '@spawnpoint/sdk/browser'
import { lazy, Suspense, useEffect } from 'react'
import { loadTuner, tuner } from './tuner-store.ts'

const Meter = lazy(() => import('./meter.tsx'))

/** The page is whole without it: where its code does not arrive, the next visit asks again. */
const forgo = () => undefined

/** Starts what few browsers need once its code is there, and stops it with the effect. */
const begin = (load: () => Promise<() => void>) => {
  let isOver = false
  let stop = () => {}
  void load().then((stopIt) => {
    stop = stopIt
    if (isOver) stop()
  }, forgo)
  return () => {
    isOver = true
    stop()
  }
}

/** Stands over every page while the plugin is on, and puts everything back when it is switched off. */
export default function Tuner() {
  const host = useHost()
  const frameRateLimit = useStore(host.uiSettings, ({ performance }) => performance.frameRateLimit)
  const compressAssets = useStore(host.uiSettings, ({ performance }) => performance.compressAssets)
  const hasMeter = useStore(tuner, ({ meter }) => meter)
  const isAutomatic = useStore(tuner, ({ automatic }) => automatic)
  const person = useSession(({ user }) => user['uuid'])
  useEffect(() => loadTuner(host), [host])
  useEffect(
    () =>
      isAutomatic
        ? begin(async () => (await import('./automatic.ts')).startAutomatic(host, window))
        : undefined,
    // Each person brings settings of their own.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- begins again for the next person
    [host, isAutomatic, person],
  )
  useEffect(() => {
    // From here on it would leave the browser alone.
    if (frameRateLimit >= 60) return undefined
    return begin(async () => {
      const { createFrameLimiter } = await import('./frame-limiter.ts')
      const frames = createFrameLimiter(window)
      frames.limit(frameRateLimit)
      return frames.stop
    })
  }, [frameRateLimit])
  useEffect(
    () =>
      compressAssets
        ? begin(async () => (await import('./compress-pictures.ts')).startCompression(window))
        : undefined,
    [compressAssets],
  )
  if (!hasMeter) return null
  return (
    <Suspense fallback={null}>
      <Meter />
    </Suspense>
  )
}
