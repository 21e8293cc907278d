import { useEffect, useState } from 'react'
import { late } from './load-late.ts'

type Late = typeof import('./late.ts')

/** What comes after the first page; null until it is there. */
export const useLate = (): Late | null => {
  const [loaded, setLoaded] = useState<Late | null>(null)
  useEffect(() => {
    // Its failure is logged where the listeners of the same script are started.
    late.load().then(setLoaded, () => null)
  }, [])
  return loaded
}
