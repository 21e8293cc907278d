import type { RenewalRule } from '@spawnpoint/contracts/coins'

const dayMs = 86_400_000
const state = { none: 0, running: 1, unpaid: 2, stopped: 3, gone: 4 } as const

/** Things that accounts keep running under one rule, looked at once a day as the product's hourly job would. */
export function createSimulatedRenewals(accounts: number) {
  const states = new Uint8Array(accounts)
  const held = new Float64Array(accounts)
  const expiresAt = new Float64Array(accounts)
  const since = new Float64Array(accounts)

  /** One step at a time, each counted from the one before. */
  const advance = ({ graceMs, keepMs }: RenewalRule, account: number, now: number): void => {
    const step = states[account] ?? state.none
    const waits = step === state.unpaid ? graceMs : keepMs
    const ends = step === state.running ? (expiresAt[account] ?? 0) : (since[account] ?? 0) + waits
    if (now < ends) return
    states[account] = step + 1
    since[account] = now
  }

  return {
    hasBegun: (account: number): boolean => states[account] !== state.none,
    begin(account: number, many: number, until: number): void {
      states[account] = state.running
      held[account] = many
      expiresAt[account] = until
    },
    /** How much is due now; null while nothing is. */
    due({ price }: RenewalRule, account: number, now: number): number | null {
      const [found, until] = [states[account], expiresAt[account] ?? 0]
      if (found === state.none || found === state.gone || now < until - dayMs) return null
      return price * (held[account] ?? 0)
    },
    /** From the old expiry while it runs, from now on where it stands still. */
    extend({ everyMs }: RenewalRule, account: number, now: number): void {
      const extended = (expiresAt[account] ?? 0) + everyMs
      const stood = states[account] === state.stopped || extended <= now
      expiresAt[account] = stood ? now + everyMs : extended
      states[account] = state.running
    },
    advance,
  }
}

export type SimulatedRenewals = ReturnType<typeof createSimulatedRenewals>
