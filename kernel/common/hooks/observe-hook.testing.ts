import type { HookKind } from '../../../sdk/common/hooks.ts'
import type { HookCase, TapCase, Telling, Via } from './random-hook-case.testing.ts'
import type { AnyFunction, Interceptor, TapableHook } from './tapable-hook.ts'

type Create = (kind: HookKind, args: readonly string[], name: string) => TapableHook

/** Virtual time: what sleeps wakes in order of its hour, with all promise work done in between. */
const createSleepers = () => {
  const asleep: { readonly at: number; readonly wake: () => void }[] = []
  let now = 0
  const sleep = (ms: number, wake: () => void) => asleep.push({ at: now + ms, wake })
  const settle = async () => {
    for (;;) {
      await new Promise<void>((resolve) => void setImmediate(resolve))
      const next = asleep.sort((a, b) => a.at - b.at).shift()
      if (!next) return
      now = next.at
      next.wake()
    }
  }
  return { sleep, settle }
}
type Sleep = ReturnType<typeof createSleepers>['sleep']

const show = (value: unknown): string => {
  if (value instanceof Error) return `Error(${value.message})`
  if (typeof value === 'object' && value !== null && 'fn' in value && 'name' in value)
    return String(value.name)
  return typeof value === 'function' ? 'function' : String(value)
}

const createTap = (
  { name, type, does, delay }: TapCase,
  isLoop: boolean,
  log: string[],
  sleep: Sleep,
): AnyFunction => {
  let runs = 0
  const answer = (first: unknown): unknown => {
    runs += 1
    if (isLoop) return does === 'value' && runs % 3 !== 0 ? true : undefined
    return { nothing: undefined, value: `${show(first)}+`, null: null, zero: 0 }[does as 'value']
  }
  const failure = does === 'failFalsy' ? undefined : new Error(name)
  const fails = does === 'fail' || does === 'failFalsy'
  const enter = (args: readonly unknown[]) => {
    log.push(`${name}(${args.map(show).join()})`)
    if (does === 'throwAtOnce') throw failure
  }
  if (type === 'sync') {
    return (...args) => {
      enter(args)
      if (fails) throw failure
      return answer(args[0])
    }
  }
  if (type === 'async') {
    return (...args) => {
      const callback = args.at(-1) as AnyFunction
      enter(args)
      const end = () => (fails ? callback(failure) : callback(null, answer(args[0])))
      if (delay === 0) end()
      else sleep(delay, end)
    }
  }
  return (...args) => {
    enter(args)
    if (does === 'noPromise') return 'no promise'
    return new Promise((resolve, reject) => {
      const end = () => (fails ? reject(failure) : resolve(answer(args[0])))
      if (delay === 0) end()
      else sleep(delay, end)
    })
  }
}

const createInterceptor = (hears: readonly Telling[], log: string[]): Interceptor => {
  const entries = hears.map((what) => [
    what,
    (...args: unknown[]) => {
      log.push(`${what}:${args.map(show).join()}`)
      return what === 'register' ? args[0] : undefined
    },
  ])
  return Object.fromEntries(entries) as Interceptor
}

const addTap = (hook: TapableHook, tap: TapCase, isLoop: boolean, log: string[], sleep: Sleep): void => {
  const method = ({ sync: 'tap', async: 'tapAsync', promise: 'tapPromise' } as const)[tap.type]
  hook[method]({ name: tap.name, ...tap.place }, createTap(tap, isLoop, log, sleep))
}

const callHook = (hook: TapableHook, hookCase: HookCase, via: Via, log: string[]): void => {
  const given = [...hookCase.given]
  try {
    if (via === 'call') log.push(`returned ${show(hook.call(...given))}`)
    else if (via === 'promise') {
      hook.promise(...given).then(
        (value) => log.push(`resolved ${show(value)}`),
        (error: unknown) => log.push(`rejected ${show(error)}`),
      )
    } else {
      const args = hookCase.args.map((_, index) => given[index])
      hook.callAsync(...args, (...told: unknown[]) => log.push(`called back ${told.map(show).join()}`))
    }
  } catch (error) {
    log.push(`threw ${show(error)}`)
  }
}

/** Everything an onlooker can see of a hook, in order. */
export const observeHook = async (create: Create, hookCase: HookCase): Promise<readonly string[]> => {
  const log: string[] = []
  const { sleep, settle } = createSleepers()
  const hook = create(hookCase.kind, hookCase.args, 'hook')
  const isLoop = hookCase.kind.includes('Loop')
  for (let index = 0; index <= hookCase.taps.length; index += 1) {
    for (const { at, hears } of hookCase.interceptors) {
      if (at === index) hook.intercept(createInterceptor(hears, log))
    }
    const tap = hookCase.taps[index]
    if (tap) addTap(hook, tap, isLoop, log, sleep)
  }
  for (const [index, via] of hookCase.via.entries()) {
    if (index === 1 && hookCase.late) addTap(hook, hookCase.late, isLoop, log, sleep)
    callHook(hook, hookCase, via, log)
    await settle()
  }
  return log
}
