import { isPanelError } from '../contract/panel-error.ts'
import type { PanelArea } from './shared-turns.ts'

/** Calls of this process to the panel since its start, by API and outcome; they outlive a change of the settings. */
export function createCallCounts() {
  const calls = new Map<string, { readonly api: PanelArea; readonly outcome: string; value: number }>()
  const seconds: Record<PanelArea, number> = { application: 0, client: 0 }
  const count = (api: PanelArea, outcome: string, ms: number) => {
    const key = `${api} ${outcome}`
    const known = calls.get(key) ?? { api, outcome, value: 0 }
    known.value += 1
    calls.set(key, known)
    seconds[api] += ms / 1000
  }
  return {
    /** Runs a call, and counts what became of it. */
    async watch<T>(api: PanelArea, now: () => number, call: () => Promise<T>): Promise<T> {
      const startedAt = now()
      try {
        const answer = await call()
        count(api, 'ok', now() - startedAt)
        return answer
      } catch (error) {
        count(api, isPanelError(error) ? error.reason : 'failed', now() - startedAt)
        throw error
      }
    },
    calls: () => [...calls.values()].map(({ api, outcome, value }) => ({ labels: { api, outcome }, value })),
    seconds: () => Object.entries(seconds).map(([api, value]) => ({ labels: { api }, value })),
  }
}

export type CallCounts = ReturnType<typeof createCallCounts>
