import type { Ending, Run } from './hook-run.ts'
import { runSyncTap, startTap } from './hook-run.ts'

/** Runs taps one after the other while `goOn` says so. Sync taps in a row take no stack. */
export const runSeries = (run: Run, ending: Ending, goOn: (result: unknown) => boolean): void => {
  const from = (first: number): void => {
    for (let index = first; ; index += 1) {
      const tap = run.taps[index]
      if (!tap) break
      run.tell('tap', tap)
      if (tap.type !== 'sync') {
        const next = index + 1
        startTap(run, tap, (result) => goOn(result) && from(next), ending.fail)
        return
      }
      const outcome = runSyncTap(run, tap)
      if (outcome.threw) {
        ending.fail(outcome.error)
        return
      }
      if (!goOn(outcome.result)) return
    }
    ending.done()
  }
  from(0)
}
