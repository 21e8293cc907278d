import { CallError } from '@spawnpoint/sdk/browser'
import { hideSecrets, isSecretName } from '../../sdk/common/secret-names.ts'
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

/** Values under names of secrets are left out of a line. */
const hideValue = (name: string, value: unknown): unknown => {
  if (isSecretName(name)) return '•••'
  return typeof value === 'string' ? hideSecrets(value) : value
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (value instanceof Error) return stackWithMessage(value)
  try {
    return JSON.stringify(value, hideValue) ?? String(value)
  } catch {
    // Circular, or with a getter that throws.
    return String(value)
  }
}

const errorDetail = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? (error.stack ?? '') : '',
})

/** The id of the plugin whose script is nearest to where it was thrown; null where no frame of the stack is a plugin's. */
const findOwner = (error: unknown, filename: string): string | null => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return /\/assets\/plugins\/([a-z][a-z0-9.-]*)\//.exec(`${stack}\n${filename}`)?.[1] ?? null
}

interface TraceDeps {
  readonly trace: Trace
  readonly gate: Gate
  /** True for the id of a plugin that did not come with the product. */
  readonly isAdded: (plugin: string) => boolean
}

/** Records an error that nobody caught. One of an added plugin counts as its fault, like one while it is drawn. */
const createRecord =
  ({ trace, gate, isAdded }: TraceDeps) =>
  (error: unknown, title: string, filename: string): void => {
    const owner = findOwner(error, filename)
    const plugin = owner !== null && isAdded(owner) ? owner : null
    trace.add({ kind: 'error', plugin, title, detail: errorDetail(error) })
    // A refused or unanswered call is no fault of the plugin.
    if (plugin === null || error instanceof CallError || gate.isQuarantined(plugin)) return
    gate.reportFault(plugin, 'uncaught error', error)
  }

/** Keeps the tab's errors, console lines and hook runs for the debug panel; returns its undo. */
export const startTraceListeners = (window: Window & typeof globalThis, deps: TraceDeps): (() => void) => {
  const { trace, gate } = deps
  const record = createRecord(deps)
  const { console } = window
  const natives = levels.map((level) => [level, console[level]] as const)
  for (const [level, native] of natives)
    console[level] = (...values: unknown[]) => {
      native.apply(console, values)
      trace.add({ kind: 'console', title: values.map(textOf).join(' '), detail: { level } })
    }
  const onError = ({ error, message, filename }: ErrorEvent): void =>
    record(error ?? message, message, filename)
  const onRejection = ({ reason }: PromiseRejectionEvent): void =>
    record(reason, errorDetail(reason).message, '')
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
