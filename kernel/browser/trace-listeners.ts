import type { Gate } from '../common/hooks/gate.ts'
import type { Trace } from './trace.ts'

const levels = ['log', 'info', 'warn', 'error', 'debug'] as const

/** A stack as its reader needs it: Firefox and Safari leave out what was said, V8 begins with it. */
export const stackWithMessage = (error: Error): string => {
  const { stack = '' } = error
  const said = String(error)
  const isTold = stack.startsWith(said) || /\n {4}at /.test(stack)
  return isTold ? stack : `${said}\n${stack}`.trimEnd()
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return stackWithMessage(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    // Circular, or with a getter that throws.
    return String(value)
  }
}

const errorDetail = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? (error.stack ?? '') : '',
})

/** Keeps the tab's errors, console lines and hook runs for the debug panel; returns its undo. */
export const startTraceListeners = (
  window: Window & typeof globalThis,
  trace: Trace,
  gate: Gate,
): (() => void) => {
  const { console } = window
  const natives = levels.map((level) => [level, console[level]] as const)
  for (const [level, native] of natives)
    console[level] = (...values: unknown[]) => {
      native.apply(console, values)
      trace.add({ kind: 'console', title: values.map(textOf).join(' '), detail: { level } })
    }
  const onError = ({ error, message }: ErrorEvent): void =>
    trace.add({ kind: 'error', title: message, detail: errorDetail(error ?? message) })
  const onRejection = ({ reason }: PromiseRejectionEvent): void => {
    const detail = errorDetail(reason)
    trace.add({ kind: 'error', title: detail.message, detail })
  }
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  const unsubscribe = gate.subscribe(({ effect, owner, durationMs, outcome, detail }) =>
    trace.add({
      kind: 'hook',
      title: effect,
      plugin: owner,
      detail: { durationMs, outcome, detail: detail ?? '' },
    }),
  )
  return () => {
    unsubscribe()
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
    for (const [level, native] of natives) console[level] = native
  }
}
