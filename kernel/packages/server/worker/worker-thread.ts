import type { LogService } from '@spawnpoint/sdk/server'
import { url as debuggerAddress } from 'node:inspector'
import { getCompileCacheDir } from 'node:module'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import { kernelFailure } from '../../../server/http/failure.ts'
import { createRpc, type Rpc, type Served } from './rpc.ts'

const ENTRY = new URL('./worker-main.ts', import.meta.url)
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 }
// Buffers lie outside of the heap that the limits above bound.
const OUTSIDE_HEAP_BYTES = 256 * 1024 * 1024
const BEAT_MS = 1_000
const MISSED_BEATS = 5
const LOOK_MS = 500
const MESSAGES_A_BEAT = 5_000
const LONGEST_LINE = 4_000

/** One life of a worker. */
export interface WorkerThread {
  readonly rpc: Rpc
  /** Why it ended, whoever ended it. */
  readonly ended: Promise<Error>
  /** Its own code is loaded, the plugin's not yet. */
  readonly up: Promise<void>
  /** Whether it answers within this time; what its plugin does is another matter. */
  answers(ms: number): Promise<boolean>
  /** It is set up: from now on it has to answer. Until then its set-up's budget bounds it. */
  expectAnswers(): void
  end(reason: Error): Promise<void>
}

export interface ThreadOptions extends Served {
  readonly plugin: string
  readonly log: LogService
}

function keepLines(stream: Readable, name: string, log: LogService) {
  createInterface({ input: stream }).on('line', (line) =>
    log.info({ stream: name }, line.slice(0, LONGEST_LINE)),
  )
}

const describeDeath = (error: Error & { readonly code?: unknown }): Error =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new Error(`ran out of memory: its heap may have ${HEAP.maxOldGenerationSizeMb} MB`)
    : error

/** Ends a thread that takes memory where the heap's limit does not reach, and, once it is set up, one that is silent. */
function watchBeats(worker: Worker, rpc: Rpc, end: (reason: Error) => void) {
  const waiting = new Set<() => void>()
  let missed = 0
  let isExpected = false
  let looking: Promise<void> | null = null

  async function look() {
    const { external_memory: bytes } = await worker.getHeapStatistics()
    if (bytes > OUTSIDE_HEAP_BYTES)
      end(new Error(`ran out of memory: its buffers may have ${OUTSIDE_HEAP_BYTES / 1024 / 1024} MB`))
  }

  // Beats are counted, not time: while this thread is held up, none passes.
  const timer = setInterval(() => {
    // A debugger may hold the thread for as long as its user thinks.
    if (isExpected && debuggerAddress() === undefined) missed += 1
    if (missed > MISSED_BEATS)
      return end(new Error(`did not answer for ${(MISSED_BEATS * BEAT_MS) / 1000} s`))
    rpc.tell('ping')
    looking ??= look()
      .catch(() => undefined) // it has just ended
      .finally(() => (looking = null))
  }, BEAT_MS).unref()

  return {
    expect: () => {
      isExpected = true
    },
    answered: () => {
      missed = 0
      for (const each of waiting) each()
      waiting.clear()
    },
    answers: (ms: number) =>
      new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), ms)
        waiting.add(() => {
          clearTimeout(timer)
          resolve(true)
        })
        rpc.tell('ping')
      }),
    stop: () => clearInterval(timer),
    /** A thread that is asked about its heap while it is torn down may take the process along. */
    looked: () => Promise.race([looking, pause(LOOK_MS, undefined, { ref: false })]),
  }
}

/** Messages are handled on the product's own thread: who floods it is stopped. */
function createFloodGate(end: (reason: Error) => void) {
  let since = performance.now()
  let count = 0
  return () => {
    const now = performance.now()
    if (now - since > BEAT_MS) {
      since = now
      count = 0
    }
    count += 1
    if (count > MESSAGES_A_BEAT) end(new Error(`sent more than ${MESSAGES_A_BEAT} messages in a second`))
  }
}

/** Starts a thread with an empty environment and bounded memory; nothing in it can end the process. */
export function startWorkerThread(options: ThreadOptions): WorkerThread {
  const { port1: port, port2: theirs } = new MessageChannel()
  const worker = new Worker(ENTRY, {
    workerData: { port: theirs, compileCache: getCompileCacheDir() ?? null },
    transferList: [theirs],
    name: options.plugin,
    env: {},
    argv: [],
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: HEAP,
  })
  keepLines(worker.stdout, 'stdout', options.log)
  keepLines(worker.stderr, 'stderr', options.log)
  const { promise: ended, resolve } = Promise.withResolvers<Error>()
  const { promise: up, resolve: setUp } = Promise.withResolvers<void>()

  const finish = (reason: Error) => {
    beats.stop()
    // Whatever still waits in it is dropped.
    port.close()
    // Resolved first: who hears of the end can still say what was under way.
    resolve(reason)
    rpc.close(kernelFailure('PLUGIN_STOPPED'))
  }
  let ending: Promise<unknown> | null = null
  const end = async (reason: Error) => {
    finish(reason)
    ending ??= beats.looked().then(() => worker.terminate())
    await ending
  }
  const endSoon = (reason: Error) => void end(reason)
  const count = createFloodGate(endSoon)
  port.on('message', count)
  const rpc = createRpc(port, {
    serve: options.serve,
    hear(method, args) {
      if (method === 'pong') beats.answered()
      else if (method === 'up') setUp()
      else options.hear(method, args)
    },
  })
  const beats = watchBeats(worker, rpc, endSoon)
  worker.on('error', (error: Error) => finish(describeDeath(error)))
  port.on('messageerror', endSoon)
  worker.on('exit', (code) => finish(new Error(`ended by itself, with code ${code}`)))
  return { rpc, ended, up, answers: beats.answers, expectAnswers: beats.expect, end }
}
