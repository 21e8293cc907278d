import { z } from 'zod'
import { fromWire, toWire, wireError } from './wire-error.ts'

const n = z.int()
const named = { method: z.string(), args: z.array(z.unknown()) }
const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), n, ...named }),
  z.object({ kind: z.literal('tell'), ...named }),
  z.object({ kind: z.literal('done'), n, value: z.unknown() }),
  z.object({ kind: z.literal('failed'), n, error: wireError }),
  z.object({ kind: z.literal('abort'), n }),
])

type Message = z.infer<typeof message>

/** One end of the way between two threads. */
export interface Port {
  postMessage(message: Message): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

export interface Served {
  /** Answers a call of the other side. */
  serve(method: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>
  /** Hears what the other side says without waiting for an answer. */
  hear(method: string, args: readonly unknown[]): void
}

export interface Rpc {
  call(method: string, args: readonly unknown[], signal?: AbortSignal): Promise<unknown>
  tell(method: string, ...args: readonly unknown[]): void
  /** Every call that is under way, and every later one, fails with this error at once. */
  close(error: Error): void
}

interface Pending {
  resolve(value: unknown): void
  reject(error: unknown): void
}

const notData = (what: string, error: unknown) =>
  new Error(`E_DATA: ${what} is no plain data and cannot pass between threads (${String(error)})`)

/** Answers the other side's calls; what cannot be sent back is an error of its own. */
function createAnswers(port: Port, served: Served) {
  const running = new Map<number, AbortController>()
  return {
    async take(call: Extract<Message, { kind: 'call' }>) {
      const control = new AbortController()
      running.set(call.n, control)
      try {
        const value = await served.serve(call.method, call.args, control.signal)
        port.postMessage({ kind: 'done', n: call.n, value })
      } catch (error) {
        const told = error instanceof DOMException ? notData(`what ${call.method} answers`, error) : error
        port.postMessage({ kind: 'failed', n: call.n, error: toWire(told) })
      } finally {
        running.delete(call.n)
      }
    },
    abort: (call: number) => running.get(call)?.abort(),
  }
}

/** Calls and answers over a message port. What comes is looked at before it is believed. */
export function createRpc(port: Port, served: Served): Rpc {
  const pending = new Map<number, Pending>()
  const answers = createAnswers(port, served)
  let last = 0
  let closed: Error | null = null

  const settle = (call: number, by: (one: Pending) => void) => {
    const one = pending.get(call)
    pending.delete(call)
    if (one) by(one)
  }

  // An error that is thrown here would end the process, and there is no answer that could carry it.
  const hear: Served['hear'] = (method, args) => {
    try {
      served.hear(method, args)
    } catch {
      // The message is dropped.
    }
  }

  port.on('message', (raw) => {
    if (closed) return
    const parsed = message.safeParse(raw)
    if (!parsed.success) return
    const { data } = parsed
    if (data.kind === 'call') void answers.take(data)
    else if (data.kind === 'tell') hear(data.method, data.args)
    else if (data.kind === 'abort') answers.abort(data.n)
    else if (data.kind === 'done') settle(data.n, ({ resolve }) => resolve(data.value))
    else settle(data.n, ({ reject }) => reject(fromWire(data.error)))
  })

  return {
    call(method, args, signal) {
      if (closed) return Promise.reject(closed)
      last += 1
      const call = last
      return new Promise((resolve, reject) => {
        pending.set(call, { resolve, reject })
        signal?.addEventListener('abort', () => port.postMessage({ kind: 'abort', n: call }), { once: true })
        try {
          port.postMessage({ kind: 'call', n: call, method, args: [...args] })
        } catch (error) {
          settle(call, () => reject(notData(`what ${method} is given`, error)))
        }
      })
    },
    tell(method, ...args) {
      if (!closed) port.postMessage({ kind: 'tell', method, args: [...args] })
    },
    close(error) {
      closed = error
      for (const { reject } of pending.values()) reject(error)
      pending.clear()
    },
  }
}
