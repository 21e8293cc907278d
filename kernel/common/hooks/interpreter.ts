// oxlint-disable-next-line typescript/triple-slash-reference -- the package has types for its index alone
/// <reference path="./tapable-files.d.ts" />
import type * as tapable from 'tapable'
// One file a kind: the package's index would bring the kinds that no hook has to every page.
import AsyncSeriesBailHook from 'tapable/lib/AsyncSeriesBailHook.js'
import AsyncSeriesHook from 'tapable/lib/AsyncSeriesHook.js'
import AsyncSeriesWaterfallHook from 'tapable/lib/AsyncSeriesWaterfallHook.js'
import SyncBailHook from 'tapable/lib/SyncBailHook.js'
import SyncHook from 'tapable/lib/SyncHook.js'
import SyncWaterfallHook from 'tapable/lib/SyncWaterfallHook.js'
import type { HookKind } from '../../../sdk/common/hooks.ts'
import { isThenable } from './attempt.ts'
import type { AnyFunction, CompileOptions, FullTap, Interceptor, TapableHook } from './tapable-hook.ts'

/** How a call ends. Falsy errors are errors too, so they travel apart from answers. */
interface Ending {
  fail(error: unknown): void
  answer(result: unknown): void
  done(): void
}

/** One call of a hook under way. */
interface Call {
  readonly taps: readonly FullTap[]
  readonly args: unknown[]
  readonly isWaterfall: boolean
  notify(event: Exclude<keyof Interceptor, 'register'>, ...args: unknown[]): void
  /** Takes the answer of a tap; true when it ends the call. */
  endsWith(result: unknown): boolean
}

const createCall = (kind: HookKind, options: CompileOptions, given: readonly unknown[]): Call => {
  const args = options.args.map((_, index) => given[index])
  const isBail = kind.includes('Bail')
  const isWaterfall = kind.includes('Waterfall')
  return {
    taps: options.taps,
    args,
    isWaterfall,
    notify: (event, ...told) => {
      for (const interceptor of options.interceptors) {
        const listener = interceptor[event] as AnyFunction | undefined
        listener?.apply(interceptor, told)
      }
    },
    endsWith: (result) => {
      if (isWaterfall && result !== undefined) args[0] = result
      return isBail && result !== undefined
    },
  }
}

const runSync = ({ taps, args, isWaterfall, notify, endsWith }: Call): unknown => {
  notify('call', ...args)
  for (const tap of taps) {
    notify('tap', tap)
    // A tap's error leaves by itself, past the `error` interceptor: tapable's own behaviour.
    const result = tap.fn(...args)
    if (!endsWith(result)) continue
    notify('result', result)
    return result
  }
  if (isWaterfall) notify('result', args[0])
  else notify('done')
  return isWaterfall ? args[0] : undefined
}

/** Starts a callback or promise tap. A throw of its own, before it answers, is not caught: tapable's behaviour. */
const startTap = (
  { type, fn }: FullTap,
  args: readonly unknown[],
  ended: (result: unknown) => void,
  failed: (error: unknown) => void,
): void => {
  if (type === 'async') {
    fn(...args, (error: unknown, result: unknown) => (error ? failed(error) : ended(result)))
    return
  }
  const promise = fn(...args)
  if (!isThenable(promise))
    throw new Error(`Tap function (tapPromise) did not return promise (returned ${String(promise)})`)
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

const runAsync = ({ taps, args, isWaterfall, notify, endsWith }: Call, ending: Ending): void => {
  const fail = (error: unknown): void => {
    notify('error', error)
    ending.fail(error)
  }
  const answer = (result: unknown): void => {
    notify('result', result)
    ending.answer(result)
  }
  const finish = (): void => {
    if (isWaterfall) return answer(args[0])
    notify('done')
    ending.done()
  }
  // Sync taps in a row run in the loop, so that they take no stack.
  const runFrom = (first: number): void => {
    for (let index = first; ; index += 1) {
      const tap = taps[index]
      if (!tap) return finish()
      notify('tap', tap)
      if (tap.type !== 'sync') {
        const goOn = (result: unknown) => (endsWith(result) ? answer(result) : runFrom(index + 1))
        return startTap(tap, args, goOn, fail)
      }
      let result: unknown
      try {
        result = tap.fn(...args)
      } catch (error) {
        return fail(error)
      }
      if (endsWith(result)) return answer(result)
    }
  }
  notify('call', ...args)
  runFrom(0)
}

/** Tapable's compiler builds its callers with `new Function`, which a strict CSP refuses; this one interprets. */
const interpret =
  (kind: HookKind) =>
  (options: CompileOptions): AnyFunction => {
    // A copy: a tap that taps during a call must not change the call that is under way.
    const copy = { ...options, taps: [...options.taps] }
    if (options.type === 'sync') return (...given) => runSync(createCall(kind, copy, given))
    if (options.type === 'promise')
      return (...given) =>
        new Promise<unknown>((resolve, reject) => {
          const ending = { fail: reject, answer: resolve, done: () => resolve(undefined) }
          runAsync(createCall(kind, copy, given), ending)
        })
    return (...given) => {
      // Tapable's callers take the callback right after the declared arguments.
      const callback = given[options.args.length] as AnyFunction
      runAsync(createCall(kind, copy, given), {
        fail: (error) => callback(error),
        answer: (result) => callback(null, result),
        done: () => callback(),
      })
    }
  }

const stock: Pick<typeof tapable, HookKind> = {
  AsyncSeriesBailHook,
  AsyncSeriesHook,
  AsyncSeriesWaterfallHook,
  SyncBailHook,
  SyncHook,
  SyncWaterfallHook,
}

/** A tapable hook that runs under a CSP without `unsafe-eval`. */
export const createHook = (kind: HookKind, args: readonly string[], name: string): TapableHook => {
  // Tapable's typings make the arguments of a generic hook `never`: see TapableHook.
  const Stock = stock[kind] as unknown as new (args: readonly string[], name: string) => TapableHook
  const hook = new Stock(args, name)
  hook.compile = interpret(kind)
  return hook
}
