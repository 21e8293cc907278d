import type { Ending, Run } from './hook-run.ts'
import type { TapableHook } from './tapable-hook.ts'

export type Runner = (run: Run, ending: Ending) => void

/** A kind of hook: tapable's own class, and how its calls run. */
export interface HookForm {
  readonly Stock: new (args: readonly string[], name: string) => TapableHook
  readonly runner: Runner
}

/** Tapable's typings make the arguments of a generic hook `never`: see TapableHook. */
export const stockOf = (constructor: unknown): HookForm['Stock'] => constructor as HookForm['Stock']
