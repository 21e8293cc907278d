export type CallType = 'sync' | 'async' | 'promise'
export type AnyFunction = (...args: unknown[]) => unknown

export interface FullTap {
  readonly name: string
  readonly type: CallType
  readonly fn: AnyFunction
  readonly stage?: number
  readonly before?: string | readonly string[]
  readonly owner?: string
}

export type TapOptions = Pick<FullTap, 'name' | 'stage' | 'before' | 'owner'>

export interface Interceptor {
  readonly call?: (...args: unknown[]) => void
  readonly tap?: (tap: FullTap) => void
  readonly loop?: (...args: unknown[]) => void
  readonly error?: (error: unknown) => void
  readonly result?: (result: unknown) => void
  readonly done?: () => void
  readonly register?: (tap: FullTap) => FullTap | undefined
}

export interface CompileOptions {
  readonly taps: readonly FullTap[]
  readonly interceptors: readonly Interceptor[]
  readonly args: readonly string[]
  readonly type: CallType
}

/** Tapable's hook as it is at run time: its own typings make the arguments of a generic hook `never`. */
export interface TapableHook {
  readonly name: string | undefined
  readonly taps: FullTap[]
  readonly interceptors: Interceptor[]
  compile: (options: CompileOptions) => AnyFunction
  call: AnyFunction
  callAsync: AnyFunction
  promise: (...args: unknown[]) => Promise<unknown>
  tap(options: TapOptions | string, fn: AnyFunction): void
  tapAsync(options: TapOptions | string, fn: AnyFunction): void
  tapPromise(options: TapOptions | string, fn: AnyFunction): void
  intercept(interceptor: Interceptor): void
  isUsed(): boolean
}

/** Tapable has no untap. `intercept` is its only public call that drops the caller it has built. */
export const removeTap = (hook: TapableHook, isGone: (tap: FullTap) => boolean): void => {
  const index = hook.taps.findIndex(isGone)
  if (index === -1) return
  hook.taps.splice(index, 1)
  hook.intercept({})
  hook.interceptors.pop()
}
