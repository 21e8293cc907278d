import { Worker } from 'node:worker_threads'

export interface BcryptQuestion {
  readonly id: number
  readonly password: string
  readonly hash: string
}

export interface BcryptAnswer {
  readonly id: number
  readonly matches: boolean
}

interface Waiting {
  readonly resolve: (matches: boolean) => void
  readonly reject: (error: Error) => void
}

const IDLE_MS = 60_000

/** Started with the first question and ended when none has come for a while: few installations have such hashes left. */
const createThread = () => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  function end(error: Error) {
    worker = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function stop() {
    void worker?.terminate()
    worker = null
  }

  function rest() {
    clearTimeout(idle)
    if (waiting.size === 0) idle = setTimeout(stop, IDLE_MS).unref()
  }

  function start(): Worker {
    const started = new Worker(new URL('./bcrypt-worker.ts', import.meta.url))
    started.unref()
    started.on('message', ({ id, matches }: BcryptAnswer) => {
      waiting.get(id)?.resolve(matches)
      waiting.delete(id)
      rest()
    })
    started.on('error', end)
    started.on('exit', () => {
      if (worker === started) end(new Error('E_BCRYPT: the thread that checks passwords ended'))
    })
    return started
  }

  return (password: string, hash: string): Promise<boolean> =>
    new Promise((resolve, reject) => {
      clearTimeout(idle)
      worker ??= start()
      last += 1
      waiting.set(last, { resolve, reject })
      worker.postMessage({ id: last, password, hash } satisfies BcryptQuestion, [])
    })
}

/** Whether a password has this bcrypt hash; the work is done off the event loop. */
export const verify = createThread()
