import { createStore, type BrowserHost, type TraceEntry } from '@spawnpoint/sdk/browser'
import type { PlatformClock } from './platform/platform.ts'

const perKind = 200
const publishAfterMs = 50

type Kind = TraceEntry['kind']
type Note = Pick<TraceEntry, 'kind' | 'title'> & Partial<Pick<TraceEntry, 'plugin' | 'detail'>>

export type Trace = BrowserHost['trace'] & {
  add(note: Note): void
  /** Keeps only the newest of each kind, to give memory back. */
  trim(kept: number): void
}

/** The last records of each kind. Readers are notified in batches: hooks run while React draws. */
export const createTrace = (clock: PlatformClock): Trace => {
  const rings = new Map<Kind, readonly TraceEntry[]>()
  const { getState, getInitialState, setState, subscribe } = createStore<readonly TraceEntry[]>(() => [])
  let isDue = false
  let count = 0

  const publish = (): void => {
    isDue = false
    setState(
      [...rings.values()].flat().toSorted((a, b) => a.id - b.id),
      true,
    )
  }
  const change = (): void => {
    if (isDue) return
    isDue = true
    clock.setTimeout(publish, publishAfterMs)
  }
  return {
    getState,
    getInitialState,
    subscribe,
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
