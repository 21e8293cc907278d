import type { Attempt } from './attempt.ts'
import type { Clock } from './clock.ts'
import type { Caller, Fault } from './fault-ledger.ts'
import { createFaultLedger } from './fault-ledger.ts'
import { coreOwner, createStanding } from './standing.ts'
import { createTrace } from './trace.ts'

export interface GateOptions {
  readonly clock: Clock
  /** The plugin was switched off for its faults; the last of them is handed over. */
  readonly onQuarantine?: (pluginId: string, fault: Fault) => void
  /** One effect of a plugin that is never quarantined was switched off for a while. */
  readonly onIsolate?: (pluginId: string, effect: string, fault: Fault) => void
  /** Built-ins that are not removable. */
  readonly isProtected?: (pluginId: string) => boolean
  /** Asked when an answer came too late: true where that was not the plugin's own doing. */
  readonly excuses?: (pluginId: string) => boolean | Promise<boolean>
  readonly faultLimit?: number
  readonly windowMs?: number
}

export interface FaultRules {
  readonly isFault: (error: unknown) => boolean
  /** Whether too many faults may switch off the one effect of an owner that is never quarantined. */
  readonly isolates: boolean
  readonly caller?: Caller | undefined
  readonly requestId?: string | undefined
}

/** One run of an effect. */
export interface EffectRun {
  readonly owner: string
  readonly effect: string
  readonly startedAt: number
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const createRecords = ({ clock, faultLimit = 3, windowMs = 60_000 }: GateOptions): Records => ({
  windowMs,
  standing: createStanding(() => clock.now()),
  ledger: createFaultLedger({ limit: faultLimit, windowMs }),
  trace: createTrace(),
})

interface Records {
  readonly windowMs: number
  readonly standing: ReturnType<typeof createStanding>
  readonly ledger: ReturnType<typeof createFaultLedger>
  readonly trace: ReturnType<typeof createTrace>
}

const createTrip =
  ({ onQuarantine, onIsolate, isProtected = () => false }: GateOptions, records: Records) =>
  (fault: Fault, isolates: boolean): void => {
    const { owner, effect } = fault
    const { standing } = records
    const isSpared = isProtected(owner)
    // In-flight work may still fail after the plugin was switched off: recorded, without another trip.
    const wasOpen = standing.isOpen(owner, effect)
    const isTooMany = records.ledger.record(fault, isSpared ? effect : '')
    if (!isTooMany || !wasOpen) return
    if (!isSpared) {
      standing.quarantine(owner)
      onQuarantine?.(owner, fault)
      return
    }
    if (!isolates) return
    standing.isolate(owner, effect, fault.at + records.windowMs)
    onIsolate?.(owner, effect, fault)
  }

/** Trips for a fault, unless it is a delay that is excused; finding that out may take a moment. */
const createEvaluate = (options: GateOptions, records: Records) => {
  const trip = createTrip(options, records)
  return (fault: Fault, isolates: boolean): void => {
    const end = (isExcused: boolean): void => {
      if (isExcused) records.ledger.note(fault)
      else trip(fault, isolates)
    }
    const excused = fault.kind === 'timeout' ? (options.excuses?.(fault.owner) ?? false) : false
    if (typeof excused === 'boolean') end(excused)
    else excused.then(end, () => end(false))
  }
}

/** Decides whether effects of plugins may run, and switches a plugin off after too many faults. */
export interface CircuitBreaker extends Records {
  warn(owner: string, effect: string, detail: string): void
  /** Undefined where the owner may not run. */
  allow(owner: string, effect: string): EffectRun | undefined
  /** Records how a run ended. */
  settle<T>(run: EffectRun, result: Attempt<T>, rules: FaultRules): void
}

export const createCircuitBreaker = (options: GateOptions): CircuitBreaker => {
  const records = createRecords(options)
  const { standing, trace } = records
  const { clock } = options
  const evaluate = createEvaluate(options, records)

  const warn = (owner: string, effect: string, detail: string): void =>
    trace.push({ at: clock.now(), effect, owner, durationMs: 0, outcome: 'warning', detail })

  const allow = (owner: string, effect: string): EffectRun | undefined => {
    if (standing.isOpen(owner, effect)) return { owner, effect, startedAt: clock.now() }
    if (standing.isStranger(owner)) warn(owner, effect, 'was never switched on')
    return undefined
  }

  const settle = <T>(
    { owner, effect, startedAt }: EffectRun,
    result: Attempt<T>,
    rules: FaultRules,
  ): void => {
    const at = clock.now()
    const base = { at, effect, owner, durationMs: at - startedAt }
    if (result.ok || !rules.isFault(result.error)) {
      trace.push({ ...base, outcome: 'ok' })
      return
    }
    trace.push({ ...base, outcome: result.kind, detail: describe(result.error) })
    if (owner === coreOwner) return
    const { kind, error } = result
    const { caller, requestId, isolates } = rules
    evaluate({ owner, effect, at, kind, error, caller, requestId }, isolates)
  }

  return { ...records, warn, allow, settle }
}
