import type { HealthReport } from '@spawnpoint/sdk/server'
import { statfs } from 'node:fs/promises'
import type { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { gigabytes, healthy, trouble } from './report.ts'

const GIB = 1024 ** 3
const NS_PER_MS = 1e6

/** Says whether the disk of the data folder has room; both in bytes. */
export function judgeDisk({ free, all }: { readonly free: number; readonly all: number }): HealthReport {
  const values = { free: gigabytes(free), all: gigabytes(all) }
  const detail = `${values.free} of ${values.all} GB are free.`
  const todo = 'Delete old backups and logs, or enlarge the disk. PostgreSQL stops when it is full.'
  if (free < GIB / 2) return trouble('unhealthy', 'full', values, { detail, todo })
  if (free < Math.min(all / 10, 10 * GIB)) return trouble('warning', 'low', values, { detail, todo })
  return healthy('well', values, detail)
}

export async function checkDisk(folder: string): Promise<HealthReport> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return judgeDisk({ free: bavail * bsize, all: blocks * bsize })
}

interface MemoryFigures {
  /** Bytes that the process holds. */
  readonly used: number
  /** Share of the heap that JavaScript may fill. */
  readonly heap: number
  /** Bytes that the machine, or its container, still has. */
  readonly free: number
}

export function judgeMemory({ used, heap, free }: MemoryFigures): HealthReport {
  const values = { used: gigabytes(used), free: gigabytes(free), percent: Math.round(heap * 100) }
  if (heap > 0.85)
    return trouble('warning', 'heap', values, {
      detail: `JavaScript fills ${values.percent}% of the memory that it may use.`,
      todo: 'Restart Spawnpoint. If it fills again, raise the limit: NODE_OPTIONS=--max-old-space-size, in MB.',
    })
  if (free < GIB / 4)
    return trouble('warning', 'low', values, {
      detail: `The machine has ${values.free} GB of memory left; Spawnpoint uses ${values.used} GB.`,
      todo: 'Give the machine more memory, or move other programs away.',
    })
  return healthy('well', values, `Uses ${values.used} GB; ${values.free} GB are left.`)
}

export async function checkMemory(): Promise<HealthReport> {
  const { used_heap_size: heap, heap_size_limit: limit } = getHeapStatistics()
  return judgeMemory({ used: process.memoryUsage.rss(), heap: heap / limit, free: process.availableMemory() })
}

/** Says how long calls wait for their turn, at the 99th percentile, in ms. */
export function judgeEventLoop(waitMs: number): HealthReport {
  const ms = Math.round(waitMs)
  if (ms < 200) return healthy('well', { ms }, `99% of all calls start within ${ms} ms.`)
  return trouble(
    ms < 1_000 ? 'warning' : 'unhealthy',
    'late',
    { ms },
    {
      detail: `Calls wait up to ${ms} ms for their turn.`,
      todo: 'Give the machine another core. Disable added plugins that run in the process one by one to find a busy one.',
    },
  )
}

/** Judges what was measured since the last look, so that an hour of quiet does not hide a bad minute. */
export async function checkEventLoop(delay: ReturnType<typeof monitorEventLoopDelay>): Promise<HealthReport> {
  const waited = delay.percentile(99) / NS_PER_MS
  delay.reset()
  return judgeEventLoop(Math.max(0, waited - RESOLUTION_MS))
}

/** The histogram counts its own interval with the wait. */
export const RESOLUTION_MS = 20
