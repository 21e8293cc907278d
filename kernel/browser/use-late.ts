import { useEffect, useState } from 'react'
import { useKernel } from './app/kernel-context.tsx'
import { loadLate } from './load-late.ts'

type Late = typeof import('./late.ts')

const againMs = 3000

/** The deferred chunk, or null until it is loaded. A failed load is retried. */
export const useLate = (): Late | null => {
  const { platform, log } = useKernel()
  const { clock } = platform
  const [loaded, setLoaded] = useState<Late | null>(null)
  useEffect(() => {
    let timer = 0
    let isLogged = false
    const ask = (): void =>
      void loadLate().then(setLoaded, (error: unknown) => {
        if (!isLogged) log('the overlays could not be loaded; trying again', error)
        isLogged = true
        timer = clock.setTimeout(ask, againMs)
      })
    ask()
    return () => clock.clearTimeout(timer)
  }, [clock, log])
  return loaded
}
