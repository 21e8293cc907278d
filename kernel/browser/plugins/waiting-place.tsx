import type { BrowserHost } from '@spawnpoint/sdk/browser'
import { createContext, useContext, useLayoutEffect, useState } from 'react'
import { PageSkeleton, Pending, Skeleton } from '../../../sdk/ui/skeleton.tsx'

/** How long a part may keep its place waiting: for its module to arrive, and again for what it draws. */
export const PATIENCE_MS = 20_000

const RENDER_TIME = 'E_RENDER_TIME'

/** A part has suspended for so long that what it waits for will not come. By its message: one from a frame has no other mark. */
export const isWaitedTooLong = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(RENDER_TIME)

/** False for tools that float over the page: what stands in for them would stand below it. */
export const HasRoom = createContext(true)

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
  return phase === 'waiting' && hasRoom ? <Skeleton lines={3} /> : <Pending />
}
