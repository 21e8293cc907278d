import { AsyncParallelBailHook, AsyncParallelHook, AsyncSeriesLoopHook, SyncLoopHook } from 'tapable'
import type { HookKind } from '../../../sdk/common/hooks.ts'
import { stockOf, type HookForm } from './hook-form.ts'
import { runParallel } from './run-parallel.ts'
import { runParallelBail } from './run-parallel-bail.ts'
import { runSeriesLoop } from './run-series-loop.ts'
import { seriesKinds } from './series-kinds.ts'

/** All of tapable's kinds. */
export const everyKind: Readonly<Record<HookKind, HookForm>> = {
  ...seriesKinds,
  SyncLoopHook: { Stock: stockOf(SyncLoopHook), runner: runSeriesLoop },
  AsyncSeriesLoopHook: { Stock: stockOf(AsyncSeriesLoopHook), runner: runSeriesLoop },
  AsyncParallelHook: { Stock: stockOf(AsyncParallelHook), runner: runParallel },
  AsyncParallelBailHook: { Stock: stockOf(AsyncParallelBailHook), runner: runParallelBail },
}
