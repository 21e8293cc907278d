import type { Clock } from './clock.ts'
import type { FaultKind } from './fault-ledger.ts'

/** Result of running a plugin's code; it never throws. */
export type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly kind: FaultKind; readonly error: unknown }

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  (typeof value === 'object' || typeof value === 'function') &&
  value !== null &&
  'then' in value &&
  typeof value.then === 'function'

const ignore = () => undefined

export const attempt = <T>(fn: () => T): Attempt<T> => {
  try {
    const value = fn()
    if (!isThenable(value)) return { ok: true, value }
    // The fault is recorded; its own rejection would only be reported a second time, without an owner.
    value.then(ignore, ignore)
    return { ok: false, kind: 'promise', error: new TypeError('a promise where an answer is needed at once') }
  } catch (error) {
    return { ok: false, kind: 'threw', error }
  }
}

export const attemptAsync = <T>(
  fn: () => T | PromiseLike<T>,
  clock: Clock,
  budgetMs: number | undefined,
): Promise<Attempt<T>> =>
  new Promise((resolve) => {
    const timer =
      budgetMs === undefined
        ? undefined
        : clock.setTimeout(() => {
            resolve({ ok: false, kind: 'timeout', error: new Error(`no answer within ${budgetMs} ms`) })
          }, budgetMs)
    const end = (result: Attempt<T>) => {
      if (budgetMs !== undefined) clock.clearTimeout(timer)
      resolve(result)
    }
    // `new Promise` turns a throw of `fn` into a rejection, and a late rejection finds its handler.
    new Promise<T>((settle) => settle(fn())).then(
      (value) => end({ ok: true, value }),
      (error: unknown) => end({ ok: false, kind: 'threw', error }),
    )
  })
