import { latencyPath } from '@spawnpoint/contracts/servers'
import { useEffect, useRef, useState, type ReactNode } from 'react'

/** Milliseconds to a location; null where it did not answer, absent while it is measured. */
export type Latency = Readonly<Record<string, number | null>>

const isResult = (data: unknown): data is { id: string; ms: number | null } =>
  typeof data === 'object' &&
  data !== null &&
  'id' in data &&
  typeof data.id === 'string' &&
  'ms' in data &&
  (data.ms === null || (typeof data.ms === 'number' && Number.isFinite(data.ms) && data.ms >= 0))

/**
 * How far locations are from this browser. A hidden frame measures it, because the page itself connects to nobody but its
 * own host.
 */
export function useLatency(isWanted: boolean): readonly [Latency, ReactNode] {
  const frame = useRef<HTMLIFrameElement>(null)
  const [latency, setLatency] = useState<Latency>({})
  useEffect(() => {
    if (!isWanted) return undefined
    const take = ({ source, data }: MessageEvent<unknown>) => {
      if (frame.current === null || source !== frame.current.contentWindow || !isResult(data)) return
      setLatency((known) => ({ ...known, [data.id]: data.ms }))
    }
    window.addEventListener('message', take)
    return () => window.removeEventListener('message', take)
  }, [isWanted])
  const drawn = isWanted && (
    <iframe ref={frame} hidden title="Latency" src={latencyPath} sandbox="allow-scripts" loading="eager" />
  )
  return [latency, drawn]
}
