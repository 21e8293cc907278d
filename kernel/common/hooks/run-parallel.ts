import type { Ending, Run } from './hook-run.ts'
import { runSyncTap, startTap } from './hook-run.ts'

/** Starts all taps; done when all are, failed with the first error. */
export const runParallel = (run: Run, ending: Ending): void => {
  let left = run.taps.length
  if (left === 0) {
    ending.done()
    return
  }
  const ended = () => {
    left -= 1
    if (left === 0) ending.done()
  }
  const failed = (error: unknown) => {
    if (left <= 0) return
    left = 0
    ending.fail(error)
  }
  for (const tap of run.taps) {
    if (left <= 0) return
    run.tell('tap', tap)
    if (tap.type !== 'sync') {
      startTap(run, tap, ended, failed)
      continue
    }
    const outcome = runSyncTap(run, tap)
    if (outcome.threw) failed(outcome.error)
    else ended()
  }
}
