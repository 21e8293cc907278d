import type { LogService } from '@spawnpoint/sdk/server'
import inspector from 'node:inspector'
import { isMainThread, Worker } from 'node:worker_threads'
import { findActing, placesOf } from '../process-guard.ts'

const ENTRY = new URL('./hang-watch-thread.mjs', import.meta.url)
const ACTING = 'spawnpoint.acting'
const HEAP = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 }
const AFTER_MS = 10_000
const BEAT_MS = 1_000

export interface HangWatchOptions {
  /** Where the thread leaves word for the next start. */
  readonly noteFile: string
  readonly log: LogService
  /** How long the main thread may be silent. */
  readonly afterMs?: number | undefined
}

export interface HangWatch {
  /** From before the plugin's first line on; its undo belongs to when its code may be forgotten. */
  watch(id: string, folder: string): () => void
}

interface Watched {
  readonly key: number
  readonly id: string
  readonly places: readonly string[]
}

/** One at a time: all of them again with each would cost a thousand plugins a second of their start. */
type News = { readonly add: Watched } | { readonly drop: number }

/** Beats that the thread hears without the main thread's doing anything for it but to count. */
function startThread(first: Watched, { noteFile, log, afterMs = AFTER_MS }: HangWatchOptions) {
  const tickMs = Math.min(BEAT_MS, afterMs / 4)
  const beats = new Int32Array(new SharedArrayBuffer(8))
  const beat = () => {
    Atomics.add(beats, 0, 1)
    // A process paused at a breakpoint is silent on purpose.
    Atomics.store(beats, 1, inspector.url() === undefined ? 0 : 1)
  }
  beat()
  const timer = setInterval(beat, tickMs).unref()
  const workerData = { beats, tickMs, afterMs, noteFile, first, actingSymbol: ACTING }
  const thread = new Worker(ENTRY, {
    name: 'hang watch',
    workerData,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: HEAP,
  })
  thread.on('error', (error) => log.warn({ err: error }, 'endless loops of plugins are not noticed any more'))
  thread.unref()
  // Lets the watch thread ask the stopped main thread which plugin was running.
  Reflect.set(globalThis, Symbol.for(ACTING), findActing)
  return {
    tell: (news: News) => thread.postMessage(news, []),
    stop() {
      clearInterval(timer)
      Reflect.deleteProperty(globalThis, Symbol.for(ACTING))
      void thread.terminate()
    },
  }
}

/**
 * Watches the main thread while code of run-time plugins is in it: when it is silent for too long inside of such code, the
 * process is ended with a note that says whose it was. Nothing runs while there is no such code.
 */
export function createHangWatch(options: HangWatchOptions): HangWatch {
  const watched = new Set<number>()
  let thread: ReturnType<typeof startThread> | null = null
  let keys = 0

  function add(each: Watched) {
    watched.add(each.key)
    if (thread) thread.tell({ add: each })
    else thread = startThread(each, options)
  }

  function drop(key: number) {
    if (!watched.delete(key)) return
    if (watched.size > 0) return thread?.tell({ drop: key })
    thread?.stop()
    thread = null
  }

  return {
    watch(id, folder) {
      // Only the main thread can be looked into from another one.
      if (!isMainThread) return () => undefined
      keys += 1
      const key = keys
      add({ key, id, places: placesOf(folder) })
      return () => drop(key)
    },
  }
}
