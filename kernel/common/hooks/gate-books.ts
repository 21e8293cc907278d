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

export interface Judgement {
  readonly isFault: (error: unknown) => boolean
  /** Whether too many faults may switch off the one effect of an owner that is never quarantined. */
  readonly isolates: boolean
  readonly caller?: Caller | undefined
}

/** One run of an effect. */
export interface Passage {
  readonly owner: string
  readonly effect: string
  readonly startedAt: number
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const createBooks = ({ clock, faultLimit = 3, windowMs = 60_000 }: GateOptions) => ({
  windowMs,
  standing: createStanding(() => clock.now()),
  ledger: createFaultLedger({ limit: faultLimit, windowMs }),
  trace: createTrace(),
})

type Books = ReturnType<typeof createBooks>

const createPunish =
  ({ onQuarantine, onIsolate, isProtected = () => false }: GateOptions, books: Books) =>
  (fault: Fault, isolates: boolean): void => {
    const { owner, effect } = fault
    const { standing } = books
    const isSpared = isProtected(owner)
    // In-flight work may still fail after the plugin was switched off: remembered, not punished again.
    const wasOpen = standing.isOpen(owner, effect)
    const isTooMany = books.ledger.record(fault, isSpared ? effect : '')
    if (!isTooMany || !wasOpen) return
    if (!isSpared) {
      standing.quarantine(owner)
      onQuarantine?.(owner, fault)
      return
    }
    if (!isolates) return
    standing.isolate(owner, effect, fault.at + books.windowMs)
    onIsolate?.(owner, effect, fault)
  }

/** Punishes a fault, unless it is a delay that is excused; that may take a moment to find out. */
const createJudge = (options: GateOptions, books: Books) => {
  const punish = createPunish(options, books)
  return (fault: Fault, isolates: boolean): void => {
    const end = (isExcused: boolean): void => {
      if (isExcused) books.ledger.note(fault)
      else punish(fault, isolates)
    }
    const excused = fault.kind === 'timeout' ? (options.excuses?.(fault.owner) ?? false) : false
    if (typeof excused === 'boolean') end(excused)
    else excused.then(end, () => end(false))
  }
}

/** State of the gate: permissions to run, faults, timings. */
export const createGateBooks = (options: GateOptions) => {
  const books = createBooks(options)
  const { standing, trace } = books
  const { clock } = options
  const judge = createJudge(options, books)

  const warn = (owner: string, effect: string, detail: string): void =>
    trace.push({ at: clock.now(), effect, owner, durationMs: 0, outcome: 'warning', detail })

  const enter = (owner: string, effect: string): Passage | undefined => {
    if (standing.isOpen(owner, effect)) return { owner, effect, startedAt: clock.now() }
    if (standing.isStranger(owner)) warn(owner, effect, 'was never switched on')
    return undefined
  }

  const settle = <T>(
    { owner, effect, startedAt }: Passage,
    result: Attempt<T>,
    judgement: Judgement,
  ): void => {
    const at = clock.now()
    const base = { at, effect, owner, durationMs: at - startedAt }
    if (result.ok || !judgement.isFault(result.error)) {
      trace.push({ ...base, outcome: 'ok' })
      return
    }
    trace.push({ ...base, outcome: result.kind, detail: describe(result.error) })
    if (owner === coreOwner) return
    const { kind, error } = result
    judge({ owner, effect, at, kind, error, caller: judgement.caller }, judgement.isolates)
  }

  return { ...books, warn, enter, settle }
}

export type GateBooks = ReturnType<typeof createGateBooks>
