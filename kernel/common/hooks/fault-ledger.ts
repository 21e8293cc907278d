export type FaultKind = 'threw' | 'timeout' | 'promise' | 'answer' | 'reported'

/** The account whose request failed, or the IP address of an anonymous request, and the IP address itself. */
export interface Caller {
  readonly person: string
  readonly place: string
}

/** Something a plugin did wrong, caught at the gate. */
export interface Fault {
  readonly owner: string
  readonly effect: string
  readonly at: number
  readonly kind: FaultKind
  readonly error: unknown
  /** Absent for what the plugin does by itself: taps, components, jobs, its start. */
  readonly caller?: Caller | undefined
  /** Id of the request that met it. */
  readonly requestId?: string | undefined
}

export interface FaultLimits {
  readonly limit: number
  readonly windowMs: number
}

// Enough for the plugin's admin page; a plugin that fails all day must not fill the memory.
const kept = 20

// A visitor could repeat a failing request to get the plugin switched off for everyone.
// So a caller counts once, and so does an address with all its accounts.
const isHeard = (earlier: readonly Fault[], { caller }: Fault) =>
  caller !== undefined &&
  earlier.some((each) => each.caller?.person === caller.person || each.caller?.place === caller.place)

const isWithin = (at: number, fault: Fault, windowMs: number) => at - fault.at < windowMs

/**
 * Remembers faults by owner, and by what they are counted against: the owner or one of its effects. Faults that
 * callers met are counted apart, by caller, so that nobody adds to what the plugin did by itself.
 */
export const createFaultLedger = ({ limit, windowMs }: FaultLimits) => {
  const byOwner = new Map<string, readonly Fault[]>()
  /** Also those before the last start of their owner: an upgrade that fails must not hide why it was made. */
  const history = new Map<string, readonly Fault[]>()
  const listeners = new Set<(fault: Fault) => void>()
  const recent = new Map<string, Map<string, readonly Fault[]>>()

  /** Told on the plugin's admin page, and counted against nothing. */
  const note = (fault: Fault): void => {
    for (const record of [byOwner, history])
      record.set(fault.owner, [...(record.get(fault.owner) ?? []), fault].slice(-kept))
    for (const listener of listeners) listener(fault)
  }
  /** True when this fault is the one too many for `account`. */
  const record = (fault: Fault, account: string): boolean => {
    note(fault)
    const accounts = recent.get(fault.owner) ?? new Map<string, readonly Fault[]>()
    recent.set(fault.owner, accounts)
    const key = `${fault.caller ? 'callers' : 'own'} ${account}`
    const counted = (accounts.get(key) ?? []).filter((earlier) => isWithin(fault.at, earlier, windowMs))
    const now = isHeard(counted, fault) ? counted : [...counted, fault]
    accounts.set(key, now.length < limit ? now : [])
    return now.length >= limit
  }
  return {
    note,
    record,
    faults: (owner: string): readonly Fault[] => byOwner.get(owner) ?? [],
    history: (owner: string): readonly Fault[] => history.get(owner) ?? [],
    /** Hears of each fault; returns its undo. */
    watch: (listener: (fault: Fault) => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    clear: (owner: string): void => {
      byOwner.delete(owner)
      recent.delete(owner)
    },
  }
}
