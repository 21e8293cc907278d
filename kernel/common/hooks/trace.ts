import type { FaultKind } from './fault-ledger.ts'

export type Outcome = 'ok' | 'warning' | FaultKind

export interface TraceEntry {
  readonly at: number
  /** A hook's name, or what else passed the gate: a component, a handler, a job. */
  readonly effect: string
  readonly owner: string
  readonly durationMs: number
  readonly outcome: Outcome
  readonly detail?: string
}

export type TraceListener = (entry: TraceEntry) => void

/** The last entries, oldest first, and those who want to hear of new ones. */
export const createTrace = (size: number) => {
  const ring: TraceEntry[] = []
  let next = 0
  let snapshot: readonly TraceEntry[] | undefined
  const listeners = new Set<TraceListener>()

  const keep = (entry: TraceEntry): void => {
    ring[next] = entry
    next = (next + 1) % size
    snapshot = undefined
  }
  const entries = (): readonly TraceEntry[] => {
    // One array per change, so that a component can select it without drawing for ever.
    snapshot ??= ring.length < size ? [...ring] : [...ring.slice(next), ...ring.slice(0, next)]
    return snapshot
  }
  const push = (entry: TraceEntry): void => {
    keep(entry)
    for (const listener of listeners) {
      try {
        listener(entry)
      } catch (error) {
        // A broken onlooker must not break what it looks at; telling it again would not end.
        keep({ ...entry, durationMs: 0, outcome: 'warning', detail: `trace listener: ${String(error)}` })
      }
    }
  }
  const subscribe = (listener: TraceListener): (() => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return { push, entries, subscribe }
}
