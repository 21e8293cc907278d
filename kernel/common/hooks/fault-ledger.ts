export type FaultKind = 'threw' | 'timeout' | 'promise' | 'answer' | 'reported'

/** Something a plugin did wrong, caught at the gate. */
export interface Fault {
  readonly owner: string
  readonly effect: string
  readonly at: number
  readonly kind: FaultKind
  readonly error: unknown
}

export interface FaultLimits {
  readonly limit: number
  readonly windowMs: number
}

// Enough for the plugin's admin page; a plugin that fails all day must not fill the memory.
const kept = 20

const isWithin = (at: number, fault: Fault, windowMs: number) => at - fault.at < windowMs

/** Remembers faults by owner, and by what they are counted against: the owner or one of its effects. */
export const createFaultLedger = ({ limit, windowMs }: FaultLimits) => {
  const byOwner = new Map<string, readonly Fault[]>()
  const recent = new Map<string, Map<string, readonly Fault[]>>()

  /** True when this fault is the one too many for `account`. */
  const record = (fault: Fault, account: string): boolean => {
    byOwner.set(fault.owner, [...(byOwner.get(fault.owner) ?? []), fault].slice(-kept))
    const accounts = recent.get(fault.owner) ?? new Map<string, readonly Fault[]>()
    recent.set(fault.owner, accounts)
    const counted = (accounts.get(account) ?? []).filter((earlier) => isWithin(fault.at, earlier, windowMs))
    const now = [...counted, fault]
    accounts.set(account, now.length < limit ? now : [])
    return now.length >= limit
  }
  return {
    record,
    faults: (owner: string): readonly Fault[] => byOwner.get(owner) ?? [],
    clear: (owner: string): void => {
      byOwner.delete(owner)
      recent.delete(owner)
    },
  }
}
