import type { AnyFunction, CompileOptions, FullTap, Interceptor } from './tapable-hook.ts'

/** How a call may end. Falsy errors are errors too, so they travel apart from answers. */
export interface Ending {
  fail(error: unknown): void
  answer(result: unknown): void
  done(): void
}

type Telling = Exclude<keyof Interceptor, 'register'>

/** One call of a hook under way. */
export interface Run {
  readonly taps: readonly FullTap[]
  readonly args: unknown[]
  readonly rethrow: boolean
  tell(what: Telling, ...args: unknown[]): void
}

export const createRun = (
  { taps, interceptors, args }: CompileOptions,
  given: readonly unknown[],
  { rethrow }: { rethrow: boolean },
): Run => ({
  taps,
  args: args.map((_, index) => given[index]),
  rethrow,
  tell: (what, ...told) => {
    for (const interceptor of interceptors) {
      const listener = interceptor[what] as AnyFunction | undefined
      listener?.apply(interceptor, told)
    }
  },
})

export type SyncOutcome =
  | { readonly threw: false; readonly result: unknown }
  | { readonly threw: true; readonly error: unknown }

export const runSyncTap = ({ args, rethrow }: Run, { fn }: FullTap): SyncOutcome => {
  if (rethrow) return { threw: false, result: fn(...args) }
  try {
    return { threw: false, result: fn(...args) }
  } catch (error) {
    return { threw: true, error }
  }
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  Boolean(value && (value as { then?: unknown }).then)

const startPromise = (
  { args }: Run,
  { fn }: FullTap,
  ended: (r: unknown) => void,
  failed: (e: unknown) => void,
) => {
  const promise = fn(...args)
  if (!isThenable(promise)) {
    throw new Error(`Tap function (tapPromise) did not return promise (returned ${String(promise)})`)
  }
  let hasResult = false
  promise.then(
    (result) => {
      hasResult = true
      ended(result)
    },
    (error: unknown) => {
      if (hasResult) throw error
      failed(error || new Error(`Tap function (tapPromise) rejects "${String(error)}" value`))
    },
  )
}

/** Starts a callback or promise tap. A throw of its own, before it answers, is not caught: tapable's behaviour. */
export const startTap = (
  run: Run,
  tap: FullTap,
  ended: (result: unknown) => void,
  failed: (error: unknown) => void,
): void => {
  if (tap.type === 'promise') {
    startPromise(run, tap, ended, failed)
    return
  }
  tap.fn(...run.args, (error: unknown, result: unknown) => {
    if (error) failed(error)
    else ended(result)
  })
}
