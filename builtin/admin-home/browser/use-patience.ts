import { useHost } from '@spawnpoint/sdk/browser'
import { useEffect, useState } from 'react'

/** A contribution that has not come by then is no longer waited for. */
const PATIENCE_MS = 4_000

/** True once the page has waited long enough for its contributions. */
export const usePatience = (): boolean => {
  const { clock } = useHost()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = clock.setTimeout(() => setOver(true), PATIENCE_MS)
    return () => clock.clearTimeout(timer)
  }, [clock])
  return isOver
}
