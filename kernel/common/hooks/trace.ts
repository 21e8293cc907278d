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

/** Tells those who want to hear of each run. */
export const createTrace = () => {
  const listeners = new Set<TraceListener>()
  return {
    push: (entry: TraceEntry): void => {
      for (const listener of listeners) {
        try {
          listener(entry)
        } catch {
          // A broken onlooker must not break what it looks at; telling it of that would not end.
        }
      }
    },
    subscribe: (listener: TraceListener): (() => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
