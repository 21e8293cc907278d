import { CallError } from '@spawnpoint/sdk/browser'
import type { FrameFailure, FrameQuestions, FrameToPage, PageToFrame } from './frame-protocol.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

const errorOf = (failure: FrameFailure): Error =>
  failure.kind === 'call' ? new CallError(failure.from) : new Error(failure.message)

type Told = Extract<PageToFrame, { readonly kind: 'state' | 'words' }>

/** The frame's end of the port. */
export const openLine = (port: MessagePort, onTold: (told: Told) => void) => {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const send = (message: FrameToPage): void => port.postMessage(message)

  port.addEventListener('message', ({ data }: MessageEvent<PageToFrame>) => {
    if (data.kind === 'ping') return send({ kind: 'pong' })
    if (data.kind === 'state' || data.kind === 'words') return onTold(data)
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.kind === 'answer') asked?.resolve(data.value)
    else asked?.reject(errorOf(data.failure))
  })
  port.start()
  return {
    send,
    ask: <Q extends keyof FrameQuestions>(what: Q, ...args: FrameQuestions[Q]): Promise<unknown> => {
      last += 1
      const id = last
      const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
      send({ kind: 'ask', id, what, args })
      return answer
    },
  }
}

export type FrameLine = ReturnType<typeof openLine>
