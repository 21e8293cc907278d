import { createAnswers, failureOf, type AnswerDeps } from './frame-answers.ts'
import type { FrameKey, PageToFrame } from './frame-protocol.ts'

const highest = 20_000
const mostOpen = 100

export interface BrokerDeps extends AnswerDeps {
  /** The frame has drawn itself and is this high. */
  readonly onHeight: (px: number) => void
  readonly onPong: () => void
  readonly onKey: (pressed: FrameKey) => void
  readonly onFault: (error: Error, isFatal: boolean) => void
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const errorOf = ({ message, stack }: Fields): Error => {
  const error = new Error(String(message).slice(0, 400))
  error.stack = String(stack).slice(0, 4_000)
  return error
}

const keyOf = (value: unknown): FrameKey | null => {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = fieldsOf(value)
  const isShortcut = typeof key === 'string' && key.length === 1 && (ctrlKey === true || metaKey === true)
  if (!isShortcut) return null
  return {
    key,
    code: String(code),
    ctrlKey: ctrlKey === true,
    metaKey: metaKey === true,
    shiftKey: shiftKey === true,
    altKey: altKey === true,
  }
}

/** Speaks with one frame over its port. Whatever comes out of it is judged here; returns what sends and what ends it. */
export const openBroker = (port: MessagePort, deps: BrokerDeps) => {
  const answers = createAnswers(deps)
  let open = 0
  const send = (message: PageToFrame): void => port.postMessage(message)

  const answer = async (id: unknown, what: unknown, args: unknown): Promise<void> => {
    if (typeof id !== 'number' || typeof what !== 'string' || open >= mostOpen) return
    open += 1
    try {
      if (!Object.hasOwn(answers, what)) throw new Error(`E_FRAME_MESSAGE: ${what.slice(0, 40)} is unknown`)
      const value: unknown = await answers[what]?.(Array.isArray(args) ? args : [])
      send({ kind: 'answer', id, value })
    } catch (error) {
      send({ kind: 'refusal', id, failure: failureOf(error) })
    } finally {
      open -= 1
    }
  }
  port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = fieldsOf(data)
    const { kind, px } = message
    if (kind === 'ask') void answer(message['id'], message['what'], message['args'])
    else if (kind === 'pong') deps.onPong()
    else if (kind === 'fault') deps.onFault(errorOf(message), message['isFatal'] === true)
    else if (kind === 'height' && typeof px === 'number' && px >= 0)
      deps.onHeight(Math.min(Math.ceil(px), highest))
    else if (kind === 'key') {
      const pressed = keyOf(message['pressed'])
      if (pressed) deps.onKey(pressed)
    }
  })
  port.start()
  return { send, close: () => port.close() }
}

export type Broker = ReturnType<typeof openBroker>
