import type { RecordKind } from '../tables.ts'
import {
  inCoins,
  ofCoins,
  printAmount,
  printCoins,
  type Amount,
  type ExactCoins,
  type Rate,
} from './amount.ts'

/** How often something happened, and to which records of the source at first. */
export interface Tally {
  readonly count: number
  readonly first: readonly string[]
}

export type Tallies = Readonly<Record<string, Tally>>

export interface KindReport {
  readonly found: number
  /** In a dry run those that a run would create. */
  readonly created: number
  /** Taken over by an earlier run. */
  readonly existing: number
  /** Added to an account that was here before; left out where there is none. */
  readonly merged?: number
  /** Not taken, by reason. */
  readonly skipped: Tallies
  /** Taken, but changed or incomplete, by what is different. */
  readonly notes: Tallies
}

export interface CoinReport {
  readonly coinsPerCredit: string
  /** Credits of all people in the source. */
  readonly inSource: string
  /** The same in coins. */
  readonly expected: string
  /** Coins that people have been given by this and earlier runs. */
  readonly here: string
  /** Fractions of a coin that were rounded down, in coins. */
  readonly rounded: string
  /** Coins that nobody got, by reason. */
  readonly notTaken: Readonly<Record<string, string>>
  /** Credits that have changed in the source since people were taken over, in coins. */
  readonly changedSince: string
  /** True where everything above adds up. */
  readonly agrees: boolean
}

/** Kinds of records, and the accounts on the panel that people have already. */
export type ReportedKind = RecordKind | 'panelAccount'

export interface ImportReport {
  readonly system: string
  readonly source: string
  readonly dryRun: boolean
  readonly kinds: Readonly<Record<ReportedKind, KindReport>>
  readonly coins: CoinReport
  /** Passwords of the source that a first log-in checks. */
  readonly passwordsKept: number
  readonly remarks: readonly string[]
}

const MOST_NAMED = 10
const LONGEST_NAMED = 60

const plain = (id: string) =>
  id
    .slice(0, LONGEST_NAMED)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '?')

const createTallies = () => {
  const all = new Map<string, { count: number; first: string[] }>()
  return {
    add(reason: string, id: string) {
      const tally = all.get(reason) ?? { count: 0, first: [] }
      all.set(reason, tally)
      tally.count += 1
      if (tally.first.length < MOST_NAMED) tally.first.push(plain(id))
    },
    read: (): Tallies => Object.fromEntries(all),
  }
}

const createKind = () => {
  const counts = { found: 0, created: 0, existing: 0, merged: 0 }
  const [skipped, notes] = [createTallies(), createTallies()]
  return {
    counts,
    skip: skipped.add,
    note: notes.add,
    read(): KindReport {
      const { merged, ...others } = counts
      return { ...others, ...(merged > 0 && { merged }), skipped: skipped.read(), notes: notes.read() }
    },
  }
}

export type KindCounter = ReturnType<typeof createKind>

/** Coins of the people in a source and here, added up apart from each other. */
const createCoins = (rate: Rate) => {
  let inSource: Amount = 0n
  let here = 0n
  let rounded: ExactCoins = 0n
  let changed: ExactCoins = 0n
  const notTaken = new Map<string, ExactCoins>()
  return {
    found: (amount: Amount) => void (inSource += amount),
    given(coins: bigint, rest: ExactCoins) {
      here += coins
      rounded += rest
    },
    /** How much more of what was given the ledger has than the records say; any difference is a fault. */
    differs: (coins: bigint) => void (here += coins),
    changedSince: (difference: Amount) => void (changed += inCoins(difference, rate)),
    refuse(reason: string, amount: Amount) {
      if (amount !== 0n) notTaken.set(reason, (notTaken.get(reason) ?? 0n) + inCoins(amount, rate))
    },
    read(): CoinReport {
      const expected = inCoins(inSource, rate)
      const left = [...notTaken.values()].reduce((sum, each) => sum + each, 0n)
      return {
        coinsPerCredit: rate.text,
        inSource: printAmount(inSource),
        expected: printCoins(expected, rate),
        here: String(here),
        rounded: printCoins(rounded, rate),
        notTaken: Object.fromEntries(
          [...notTaken].map(([reason, coins]) => [reason, printCoins(coins, rate)]),
        ),
        changedSince: printCoins(changed, rate),
        agrees: expected === ofCoins(here, rate) + rounded + changed + left,
      }
    },
  }
}

export const createCounters = (rate: Rate) => ({
  kinds: {
    person: createKind(),
    panelAccount: createKind(),
    server: createKind(),
    ticket: createKind(),
    message: createKind(),
    code: createKind(),
    referral: createKind(),
  },
  coins: createCoins(rate),
  passwordsKept: 0,
  /** People whom the source allowed resources. */
  withLimits: 0,
  remarks: [] as string[],
})

export type Counters = ReturnType<typeof createCounters>

export const readCounters = (
  { kinds, coins, passwordsKept, remarks }: Counters,
  run: Pick<ImportReport, 'system' | 'source' | 'dryRun'>,
): ImportReport => ({
  ...run,
  kinds: {
    person: kinds.person.read(),
    panelAccount: kinds.panelAccount.read(),
    server: kinds.server.read(),
    ticket: kinds.ticket.read(),
    message: kinds.message.read(),
    code: kinds.code.read(),
    referral: kinds.referral.read(),
  },
  coins: coins.read(),
  passwordsKept,
  remarks,
})
