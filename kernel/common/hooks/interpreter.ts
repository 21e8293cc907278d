import { createRun, type Ending, type Run } from './hook-run.ts'
import type { HookForm, Runner } from './hook-form.ts'
import type { AnyFunction, CompileOptions, TapableHook } from './tapable-hook.ts'

/** Reports to the interceptors before the caller hears of it, as the generated code does. */
const heard = ({ tell }: Run, ending: Ending): Ending => ({
  fail: (error) => {
    tell('error', error)
    ending.fail(error)
  },
  answer: (result) => {
    tell('result', result)
    ending.answer(result)
  },
  done: () => {
    tell('done')
    ending.done()
  },
})

const start = (runner: Runner, run: Run, ending: Ending): void => {
  run.tell('call', ...run.args)
  runner(run, heard(run, ending))
}

const syncCaller =
  (runner: Runner, options: CompileOptions): AnyFunction =>
  (...given) => {
    let value: unknown
    // A tap's error leaves `call` by itself, past the `error` interceptor: tapable's own behaviour.
    const run = createRun(options, given, { rethrow: true })
    const ending: Ending = {
      fail: (error) => {
        throw error
      },
      answer: (result) => {
        value = result
      },
      done: () => undefined,
    }
    start(runner, run, ending)
    return value
  }

const callbackCaller =
  (runner: Runner, options: CompileOptions): AnyFunction =>
  (...given) => {
    // Tapable's callers take the callback right after the declared arguments.
    const callback = given[options.args.length] as AnyFunction
    start(runner, createRun(options, given, { rethrow: false }), {
      fail: (error) => callback(error),
      answer: (result) => callback(null, result),
      done: () => callback(),
    })
  }

const promiseCaller =
  (runner: Runner, options: CompileOptions): AnyFunction =>
  (...given) =>
    new Promise<unknown>((resolve, reject) => {
      start(runner, createRun(options, given, { rethrow: false }), {
        fail: reject,
        answer: resolve,
        done: () => resolve(undefined),
      })
    })

const callers = { sync: syncCaller, async: callbackCaller, promise: promiseCaller }

/** Tapable's compiler builds its callers with `new Function`, which a strict CSP refuses; this one interprets. */
const interpret =
  (runner: Runner) =>
  (options: CompileOptions): AnyFunction =>
    // A copy: a tap that taps during a call must not change the call that is under way.
    callers[options.type](runner, { ...options, taps: [...options.taps] })

/** A tapable hook that runs under a CSP without `unsafe-eval`. */
export const createHook = (
  { Stock, runner }: HookForm,
  args: readonly string[],
  name: string,
): TapableHook => {
  const hook = new Stock(args, name)
  hook.compile = interpret(runner)
  return hook
}
