import type { Attempt } from './attempt.ts'
import { attempt, attemptAsync } from './attempt.ts'
import type { Clock } from './clock.ts'
import type { Caller, Fault } from './fault-ledger.ts'
import type { CircuitBreaker, GateOptions, FaultRules } from './circuit-breaker.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { coreOwner } from './standing.ts'
import type { TraceListener } from './trace.ts'

export interface RunOptions {
  /** False for an answer that the effect may not give; `undefined` is always allowed. */
  readonly accepts?: ((answer: unknown) => boolean) | undefined
}

export interface RunAsyncOptions extends RunOptions {
  readonly budgetMs?: number | undefined
  /** False for failures that are not the plugin's, such as a refused request: nothing is counted. */
  readonly isFault?: ((error: unknown) => boolean) | undefined
  /** For whom this runs, where a request asked for it. */
  readonly caller?: Caller | undefined
  /** Id of that request. */
  readonly requestId?: string | undefined
}

/** The one gate between kernel and plugins: every effect of a plugin passes through it under the plugin's id. */
export interface Gate {
  /** Runs an effect; `undefined` when the owner is off or at fault. */
  run<T>(owner: string, effect: string, fn: () => T, options?: RunOptions): T | undefined
  runAsync<T>(
    owner: string,
    effect: string,
    fn: () => T | PromiseLike<T>,
    options?: RunAsyncOptions,
  ): Promise<T | undefined>
  /** For handlers and jobs, whose caller must learn of a failure: counts it, then throws it. */
  runOrFail<T>(
    owner: string,
    effect: string,
    fn: () => T | PromiseLike<T>,
    options?: Omit<RunAsyncOptions, 'accepts'>,
  ): Promise<T>
  /** A fault that somebody else caught: an error boundary, a failed import, a worker. */
  reportFault(owner: string, effect: string, error: unknown): void
  warn(owner: string, effect: string, detail: string): void
  /** Owners are off until switched on here. */
  setActive(owner: string, active: boolean): void
  isActive(owner: string): boolean
  isQuarantined(owner: string): boolean
  /** Ends a quarantine or isolation and forgets the faults; whether the plugin is on stays as it was. */
  release(owner: string): void
  faults(owner: string): readonly Fault[]
  /** The time from which its faults are counted here, in milliseconds. */
  countedSince(owner: string): number
  /** The last faults, those before the owner was released among them. */
  history(owner: string): readonly Fault[]
  /** Hears of each fault as it is recorded; returns its undo. */
  watchFaults(listener: (fault: Fault) => void): () => void
  /** Hears of each run, timed, and of each warning; returns its undo. */
  subscribe(listener: TraceListener): () => void
}

/** The owner of an effect is switched off, quarantined or isolated. */
export class GateClosedError extends Error {
  override readonly name = 'GateClosedError'
  readonly owner: string
  constructor(owner: string, effect: string) {
    super(`${effect} of ${owner} is switched off`)
    this.owner = owner
  }
}

const always = () => true
const skipping: FaultRules = { isFault: always, isolates: true }

const checked = <T>(result: Attempt<T>, accepts: RunOptions['accepts']): Attempt<T> => {
  if (!result.ok || !accepts || result.value === undefined || accepts(result.value)) return result
  return { ok: false, kind: 'answer', error: new TypeError('an answer that this hook does not take') }
}

const createRunners = (
  breaker: CircuitBreaker,
  clock: Clock,
): Pick<Gate, 'run' | 'runAsync' | 'runOrFail'> => {
  /** The answer as the kernel gets it: core's errors rise, a plugin's do not, nor what it says once it is off. */
  const yielded = <T>(owner: string, effect: string, result: Attempt<T>): T | undefined => {
    if (result.ok) return breaker.standing.isOpen(owner, effect) ? result.value : undefined
    if (owner === coreOwner) throw result.error
    return undefined
  }
  return {
    run: (owner, effect, fn, { accepts } = {}) => {
      const allowed = breaker.allow(owner, effect)
      if (!allowed) return undefined
      const result = checked(attempt(fn), accepts)
      breaker.settle(allowed, result, skipping)
      return yielded(owner, effect, result)
    },
    runAsync: async (owner, effect, fn, { accepts, budgetMs, isFault = always, caller, requestId } = {}) => {
      const allowed = breaker.allow(owner, effect)
      if (!allowed) return undefined
      // Core work, the access check above all, has to finish: a budget would skip it.
      const budget = owner === coreOwner ? undefined : budgetMs
      const result = checked(await attemptAsync(fn, clock, budget), accepts)
      breaker.settle(allowed, result, { isFault, isolates: true, caller, requestId })
      return yielded(owner, effect, result)
    },
    runOrFail: async (owner, effect, fn, { budgetMs, isFault = always, caller, requestId } = {}) => {
      const allowed = breaker.allow(owner, effect)
      if (!allowed) throw new GateClosedError(owner, effect)
      const result = await attemptAsync(fn, clock, budgetMs)
      // Never isolated: each failure is answered by itself, and nobody shall lock others out by causing three.
      breaker.settle(allowed, result, { isFault, isolates: false, caller, requestId })
      if (result.ok) return result.value
      throw result.error
    },
  }
}

export const createGate = (options: GateOptions): Gate => {
  const { clock } = options
  const breaker = createCircuitBreaker(options)
  const { standing, ledger } = breaker
  const began = clock.now()
  const releasedAt = new Map<string, number>()
  return {
    ...createRunners(breaker, clock),
    reportFault: (owner, effect, error) =>
      breaker.settle(
        { owner, effect, startedAt: clock.now() },
        { ok: false, kind: 'reported', error },
        skipping,
      ),
    warn: breaker.warn,
    setActive: standing.setActive,
    isActive: standing.isActive,
    isQuarantined: standing.isQuarantined,
    release: (owner) => {
      standing.release(owner)
      ledger.clear(owner)
      releasedAt.set(owner, clock.now())
    },
    faults: ledger.faults,
    countedSince: (owner) => releasedAt.get(owner) ?? began,
    history: ledger.history,
    watchFaults: ledger.watch,
    subscribe: breaker.trace.subscribe,
  }
}
