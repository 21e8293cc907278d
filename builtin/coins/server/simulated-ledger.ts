import type {
  EconomyRule,
  GiftRule,
  InviteRule,
  OnceRule,
  PurchaseRule,
  RenewalRule,
  TaskRule,
  TimeRule,
} from '@spawnpoint/contracts/coins'
import { createSimulatedRenewals, type SimulatedRenewals } from './simulated-renewals.ts'

const dayMs = 86_400_000

/** State of one rule for each account. */
interface Memory {
  readonly day: Int32Array
  /** Coins or rewards of that day, or purchases of the whole life. */
  readonly count: Float64Array
  /** Counted time towards the next coin, or when the last reward was paid. */
  readonly mark: Float64Array
}

/** An invited account whose rewards are still to be paid. */
interface Invitation {
  readonly rule: number
  readonly given: InviteRule
  readonly account: number
  readonly invited: number
  readonly payableAt: number
}

export interface Totals {
  issued: number
  removed: number
}

const createMemory = (accounts: number): Memory => ({
  day: new Int32Array(accounts).fill(-1),
  count: new Float64Array(accounts),
  mark: new Float64Array(accounts).fill(-Infinity),
})

/** Accounts with their balances, and what each rule has issued and removed. */
function createAccounts(rules: readonly EconomyRule[], most: number) {
  const balances = new Float64Array(most)
  const memories = rules.map(() => createMemory(most))
  const totals = rules.map((): Totals => ({ issued: 0, removed: 0 }))
  const state = { supply: 0, accounts: 0 }

  const memoryOf = (rule: number): Memory => {
    const memory = memories[rule]
    if (!memory) throw new Error(`E_SIMULATION: there is no rule ${rule}`)
    return memory
  }
  const add = (account: number, coins: number) => {
    balances[account] = (balances[account] ?? 0) + coins
  }
  const issue = (rule: number, account: number, coins: number) => {
    add(account, coins)
    state.supply += coins
    const total = totals[rule]
    if (total) total.issued += coins
  }
  const remove = (rule: number, account: number, coins: number) => {
    add(account, -coins)
    state.supply -= coins
    const total = totals[rule]
    if (total) total.removed += coins
  }
  const today = (memory: Memory, account: number, day: number): number => {
    if ((memory.day[account] ?? -1) !== day) {
      memory.day[account] = day
      memory.count[account] = 0
    }
    return memory.count[account] ?? 0
  }

  return {
    balances,
    totals,
    memoryOf,
    add,
    issue,
    remove,
    today,
    supply: () => state.supply,
    accounts: () => state.accounts,
    /** Adds an account; answers its number, or null when there is no more room. */
    open(balance: number): number | null {
      if (state.accounts === most) return null
      const account = state.accounts
      state.accounts += 1
      add(account, balance)
      state.supply += balance
      return account
    },
  }
}

type Accounts = ReturnType<typeof createAccounts>

/** Rewards for time, tasks and things done once. */
function createEarning({ memoryOf, issue, today }: Accounts, rules: readonly EconomyRule[]) {
  const usesLeft = rules.map((rule) => (rule.type === 'once' ? (rule.uses ?? Infinity) : 0))
  return {
    /** Time that is counted on one day; answers how much of it counted. */
    time(
      rule: number,
      { msPerCoin, coinsPerDay }: TimeRule,
      account: number,
      day: number,
      ms: number,
    ): number {
      const memory = memoryOf(rule)
      const had = today(memory, account, day)
      const rest = Math.max(0, memory.mark[account] ?? 0)
      const counted = Math.min(ms, Math.max(0, (coinsPerDay - had) * msPerCoin - rest))
      const coins = Math.floor((rest + counted) / msPerCoin)
      memory.mark[account] = (rest + counted) % msPerCoin
      memory.count[account] = had + coins
      if (coins > 0) issue(rule, account, coins)
      return counted
    },
    /** When a task that is started as soon as possible, but not before `from`, ends. */
    taskEnd(rule: number, { durationMs, cooldownMs }: TaskRule, account: number, from: number): number {
      return Math.max(from, (memoryOf(rule).mark[account] ?? 0) + cooldownMs) + durationMs
    },
    /** A task from start to end; false when the product refuses start or reward. */
    task(rule: number, given: TaskRule, account: number, startsAt: number, endsAt: number): boolean {
      const { coins, perDay, durationMs, cooldownMs } = given
      const memory = memoryOf(rule)
      if (startsAt < (memory.mark[account] ?? 0) + cooldownMs || endsAt < startsAt + durationMs) return false
      if (today(memory, account, Math.floor(startsAt / dayMs)) >= perDay) return false
      const day = Math.floor(endsAt / dayMs)
      if (today(memory, account, day) >= perDay) return false
      memory.count[account] = (memory.count[account] ?? 0) + 1
      memory.mark[account] = endsAt
      issue(rule, account, coins)
      return true
    },
    /** A reward that comes once; `now` has to be late enough after the first call. */
    once(rule: number, { coins, waitMs }: OnceRule, account: number, now: number): boolean {
      const memory = memoryOf(rule)
      if (memory.count[account] !== 0 || (usesLeft[rule] ?? 0) < 1) return false
      if (memory.mark[account] === -Infinity) memory.mark[account] = now
      if (now < (memory.mark[account] ?? 0) + waitMs) return false
      memory.count[account] = 1
      usesLeft[rule] = (usesLeft[rule] ?? 0) - 1
      issue(rule, account, coins)
      return true
    },
  }
}

/** Rewards for invitations, paid after a while. */
function createInvitations({ issue }: Accounts) {
  let invitations: Invitation[] = []
  return {
    /** Takes note of an account that came by invitation. */
    invite(rule: number, given: InviteRule, account: number, invited: number, now: number): void {
      invitations.push({ rule, given, account, invited, payableAt: now + given.waitMs })
    },
    /** Pays both rewards of the invitations that have waited long enough. */
    payInvitations(now: number): void {
      const due = invitations.filter(({ payableAt }) => payableAt <= now)
      if (due.length === 0) return
      invitations = invitations.filter(({ payableAt }) => payableAt > now)
      for (const { rule, given, account, invited } of due) {
        issue(rule, account, given.coins)
        issue(rule, invited, given.coinsOfInvited)
      }
    },
  }
}

/** Servers that are paid for again and again. */
function createRenewing({ balances, remove }: Accounts, rules: readonly EconomyRule[], most: number) {
  const renewals = rules.map(({ type }) => createSimulatedRenewals(type === 'renewal' ? most : 0))
  const renewalsOf = (rule: number): SimulatedRenewals => {
    const found = renewals[rule]
    if (!found) throw new Error(`E_SIMULATION: there is no rule ${rule}`)
    return found
  }
  return {
    renewals: renewalsOf,
    /** Pays what is due; null while nothing is, false where the coins do not reach. */
    renew(rule: number, given: RenewalRule, account: number, now: number): boolean | null {
      const own = renewalsOf(rule)
      const price = own.due(given, account, now)
      if (price === null) return null
      if ((balances[account] ?? 0) < price) {
        own.advance(given, account, now)
        return false
      }
      remove(rule, account, price)
      own.extend(given, account, now)
      return true
    },
  }
}

/** Purchases and gifts. */
const createSpending = ({ balances, memoryOf, add, remove }: Accounts) => ({
  buy(rule: number, { price, most: limit }: PurchaseRule, account: number): boolean {
    const memory = memoryOf(rule)
    if ((memory.count[account] ?? 0) >= limit || (balances[account] ?? 0) < price) return false
    memory.count[account] = (memory.count[account] ?? 0) + 1
    remove(rule, account, price)
    return true
  },
  give(rule: number, given: GiftRule, from: number, to: number, coins: number): boolean {
    const fee = Math.ceil((coins * given.feePercent) / 100)
    if (from === to || coins < given.least || coins > given.most) return false
    if ((balances[from] ?? 0) < coins + fee) return false
    add(from, -coins)
    add(to, coins)
    remove(rule, from, fee)
    return true
  },
})

/**
 * Balances of accounts under declared rules: each method is what a person does, and is refused where the product refuses
 * it. Moments are milliseconds since the first simulated midnight.
 */
export function createSimulatedLedger(rules: readonly EconomyRule[], most: number) {
  const accounts = createAccounts(rules, most)
  const { balances, totals, supply, open } = accounts
  return {
    balances,
    totals,
    supply,
    accounts: accounts.accounts,
    open,
    ...createEarning(accounts, rules),
    ...createInvitations(accounts),
    ...createRenewing(accounts, rules, most),
    ...createSpending(accounts),
  }
}

export type SimulatedLedger = ReturnType<typeof createSimulatedLedger>
