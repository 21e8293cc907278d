import type { Ending, Run } from './hook-run.ts'
import { runSeries } from './run-series.ts'

/** Starts again from the first tap whenever one answers, until none does. */
export const runSeriesLoop = (run: Run, ending: Ending): void => {
  if (run.taps.length === 0) {
    ending.done()
    return
  }
  const loop = (): void => {
    let again = false
    let returned = false
    do {
      again = false
      run.tell('loop', ...run.args)
      runSeries(run, ending, (result) => {
        if (result === undefined) return true
        // An answer that comes later finds the `do` below already left.
        if (returned) loop()
        else again = true
        return false
      })
    } while (again)
    returned = true
  }
  loop()
}
