import type { Gate } from './gate.ts'
import type { AnyFunction, FullTap, TapableHook } from './tapable-hook.ts'

export interface HookRules {
  /** How long a plugin's async tap may take. */
  readonly budgetMs?: number | undefined
  readonly accepts?: ((answer: unknown) => boolean) | undefined
}

const withCallback =
  (fn: AnyFunction, args: readonly unknown[]): (() => Promise<unknown>) =>
  () =>
    new Promise((resolve, reject) => {
      fn(...args, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)))
    })

const guarded = (
  gate: Gate,
  effect: string,
  { fn, type, name, owner = name }: FullTap,
  rules: HookRules,
): AnyFunction => {
  if (type === 'sync') return (...args) => gate.run(owner, effect, () => fn(...args), rules)
  if (type === 'promise') return (...args) => gate.runAsync(owner, effect, () => fn(...args), rules)
  return (...args) => {
    const callback = args.at(-1) as AnyFunction
    gate.runAsync(owner, effect, withCallback(fn, args.slice(0, -1)), rules).then(
      (result) => callback(null, result),
      (error: unknown) => callback(error),
    )
  }
}

/** Wraps every tap of a hook with the id of the plugin that tapped. Call it before the first tap. */
export const guardHook = (gate: Gate, hook: TapableHook, rules: HookRules = {}): void => {
  const effect = hook.name ?? 'hook'
  if (hook.taps.length > 0) throw new Error(`${effect} was tapped before its gate stood`)
  hook.intercept({
    register: (tap) => {
      const present = new Set(hook.taps.map(({ name }) => name))
      for (const wanted of [tap.before ?? []].flat()) {
        // Tapable ignores a name it does not know; the author would look for the misspelling for long.
        if (!present.has(wanted))
          gate.warn(tap.owner ?? tap.name, effect, `before: no tap is named "${wanted}"`)
      }
      return { ...tap, fn: guarded(gate, effect, tap, rules) }
    },
  })
}
