import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { useContext, useLayoutEffect, useState } from 'react'
import { PageSkeleton, Skeleton } from '../../../sdk/ui/skeleton.tsx'
import { PATIENCE_MS } from './patience.ts'
import { HasRoom, RENDER_TIME } from './waiting-marks.ts'

/** A part that is drawn a moment later shall not flash something else before. */
const quietMs = 1000

export interface WaitingProps {
  readonly plugin: string
  readonly module: string
  readonly clock: Pick<BrowserHost['clock'], 'setTimeout' | 'clearTimeout'>
  /** How long that may take is decided where modules are loaded. */
  readonly whenLoaded: () => Promise<unknown>
  readonly place: 'page' | 'part'
}

/** Holds the place of a part that suspends. Throws E_RENDER_TIME when its time is over, for the boundary around it. */
export const WaitingPlace = ({ plugin, module, clock, whenLoaded, place }: WaitingProps) => {
  const hasRoom = useContext(HasRoom)
  const [phase, setPhase] = useState<'quiet' | 'waiting' | 'over'>('quiet')
  // With the commit that draws the part, so that nothing waits beside what is there.
  useLayoutEffect(() => {
    let timer: number | null = null
    let isGone = false
    const wait = (): void => {
      setPhase('waiting')
      timer = clock.setTimeout(() => setPhase('over'), PATIENCE_MS - quietMs)
    }
    const begin = (): void => {
      if (!isGone) timer = clock.setTimeout(wait, quietMs)
    }
    // A module that fails to load is thrown where it is drawn.
    whenLoaded().then(begin, () => undefined)
    return () => {
      isGone = true
      if (timer !== null) clock.clearTimeout(timer)
    }
  }, [clock, whenLoaded])
  if (phase === 'over') {
    const waited = `waited ${PATIENCE_MS / 1000} s for something that did not come`
    throw new Error(`${RENDER_TIME} ${plugin}: its module "${module}" ${waited}`)
  }
  if (place === 'page') return <PageSkeleton />
  return phase === 'waiting' && hasRoom ? <Skeleton lines={3} /> : null
}
