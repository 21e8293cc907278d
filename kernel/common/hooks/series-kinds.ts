import {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
} from 'tapable'
import type { HookKind } from '../../../sdk/common/hooks.ts'
import { stockOf, type HookForm, type Runner } from './hook-form.ts'
import { runSyncTap, startTap, type Ending, type Run } from './hook-run.ts'

/** Runs taps one after the other while `goOn` says so. Sync taps in a row take no stack. */
const runSeries = (run: Run, ending: Ending, goOn: (result: unknown) => boolean): void => {
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

const pass = () => true

const basic: Runner = (run, ending) => runSeries(run, ending, pass)

const bail: Runner = (run, ending) =>
  runSeries(run, ending, (result) => {
    if (result === undefined) return true
    ending.answer(result)
    return false
  })

const waterfall: Runner = (run, ending) =>
  runSeries(run, { ...ending, done: () => ending.answer(run.args[0]) }, (result) => {
    if (result !== undefined) run.args[0] = result
    return true
  })

/** One tap after the other, once: all the kinds that the product's hooks have. */
export const seriesKinds = {
  SyncHook: { Stock: stockOf(SyncHook), runner: basic },
  SyncBailHook: { Stock: stockOf(SyncBailHook), runner: bail },
  SyncWaterfallHook: { Stock: stockOf(SyncWaterfallHook), runner: waterfall },
  AsyncSeriesHook: { Stock: stockOf(AsyncSeriesHook), runner: basic },
  AsyncSeriesBailHook: { Stock: stockOf(AsyncSeriesBailHook), runner: bail },
  AsyncSeriesWaterfallHook: { Stock: stockOf(AsyncSeriesWaterfallHook), runner: waterfall },
} satisfies Partial<Record<HookKind, HookForm>>
