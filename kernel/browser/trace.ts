import type { BrowserHost, TraceEntry } from '@spawnpoint/sdk/browser'
import type { ClockDoor } from './platform/platform.ts'

const perKind = 200
const tellAfterMs = 50

type Kind = TraceEntry['kind']
type Note = Pick<TraceEntry, 'kind' | 'title'> & Partial<Pick<TraceEntry, 'plugin' | 'detail'>>

export type Trace = BrowserHost['trace'] & {
  add(note: Note): void
  /** Keeps only the newest of each kind, to give memory back. */
  trim(kept: number): void
}

/** The last records of each kind. Onlookers are told in batches: hooks run while React draws. */
export const createTrace = (clock: ClockDoor): Trace => {
  const rings = new Map<Kind, readonly TraceEntry[]>()
  const listeners = new Set<() => void>()
  let snapshot: readonly TraceEntry[] = []
  let isStale = false
  let isDue = false
  let count = 0

  const renew = (): void => {
    isStale = false
    snapshot = [...rings.values()].flat().toSorted((a, b) => a.id - b.id)
  }
  const tell = (): void => {
    isDue = false
    renew()
    for (const listener of listeners) listener()
  }
  const change = (): void => {
    isStale = true
    if (isDue || listeners.size === 0) return
    isDue = true
    clock.setTimeout(tell, tellAfterMs)
  }
  return {
    get: () => {
      if (isStale && listeners.size === 0) renew()
      return snapshot
    },
    subscribe: (listener) => {
      if (isStale) renew()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add: ({ kind, title, plugin = null, detail = {} }) => {
      count += 1
      const entry: TraceEntry = { id: count, at: clock.now(), kind, plugin, title, detail }
      rings.set(kind, [...(rings.get(kind) ?? []), entry].slice(-perKind))
      change()
    },
    clear: (kind) => {
      rings.delete(kind)
      change()
    },
    trim: (kept) => {
      for (const [kind, entries] of rings) rings.set(kind, entries.slice(-kept))
      change()
    },
  }
}
