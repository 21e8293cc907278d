import type { EconomyRule, RenewalRule, TimeRule } from '@spawnpoint/contracts/coins'

/** How a sample of accounts used one kind of transactions in the last 30 days. */
export interface Usage {
  readonly kind: string
  /** Accounts of the sample that used it, days on which they did, transactions and coins in all. */
  readonly people: number
  readonly days: number
  readonly times: number
  readonly coins: number
}

export interface PopulationSample {
  /** Accounts of the instance. */
  readonly accounts: number
  /** Balances from low to high; each simulated account begins with one. */
  readonly balances: readonly number[]
  /** Accounts whose usage was read. */
  readonly sampled: number
  readonly usage: readonly Usage[]
}

/** The behavior of the people who follow one rule. */
export interface Habit {
  /** Share of people who follow the rule at all, and on which share of days. */
  readonly share: number
  readonly chance: number
  /** On such a day: milliseconds of a time rule, else how often. */
  readonly amount: number
  /** Coins of one gift. */
  readonly size: number
}

const WINDOW_DAYS = 30
const windowMs = WINDOW_DAYS * 86_400_000
const assumedTime = 45 * 60_000

/** Habits for kinds that nobody has used yet. */
const assumed: Record<EconomyRule['type'], Habit> = {
  time: { share: 0.25, chance: 0.3, amount: assumedTime, size: 0 },
  task: { share: 0.15, chance: 0.3, amount: 2, size: 0 },
  once: { share: 0.3, chance: 0.03, amount: 1, size: 0 },
  invite: { share: 0.1, chance: 0.01, amount: 1, size: 0 },
  purchase: { share: 0.2, chance: 0.03, amount: 1, size: 0 },
  renewal: { share: 0.4, chance: 1, amount: 1, size: 0 },
  gift: { share: 0.05, chance: 0.03, amount: 1, size: 10 },
}

/** The mean before a cap cut it: with exponential values X of mean m, E[min(X, cap)] = m · (1 − e^(−cap/m)). */
export function meanBeforeCap(observed: number, cap: number): number {
  let [low, high] = [observed, 3 * cap]
  if (high * (1 - Math.exp(-cap / high)) <= observed) return high
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2
    if (middle * (1 - Math.exp(-cap / middle)) < observed) low = middle
    else high = middle
  }
  return low
}

const timeOf = ({ msPerCoin, coinsPerDay }: TimeRule, { days, coins }: Usage): number =>
  meanBeforeCap((coins / days) * msPerCoin, coinsPerDay * msPerCoin)

/** An invitation rewards two. */
const peopleOf = (rule: EconomyRule, { people }: Usage) => (rule.type === 'invite' ? people / 2 : people)

/** A gift is read with its fee. */
const sizeOf = (rule: EconomyRule, { coins, times }: Usage) =>
  rule.type === 'gift' ? coins / times / (1 + rule.feePercent / 100) : coins / times

const countSameKind = (rules: readonly EconomyRule[], { kind }: EconomyRule) =>
  rules.filter((each) => each.kind === kind).length

/** Longer periods than those that were read show only some of the people, shorter ones each several times. */
const renewalHabit = ({ everyMs }: RenewalRule, { people, times }: Usage, sampled: number): Habit => {
  const periods = windowMs / everyMs
  return {
    share: Math.min(1, (people / sampled) * Math.max(1, 1 / periods)),
    chance: 1,
    amount: Math.max(1, times / people / Math.max(1, periods)),
    size: 0,
  }
}

/**
 * Habits under today's rules, by kind; rules of one kind share its usage. People keep their habits when a setting changes,
 * so a changed rule meets the habits of the rule that it replaces.
 */
export function readHabits(
  rules: readonly EconomyRule[],
  { usage, sampled }: PopulationSample,
): ReadonlyMap<string, Habit> {
  const habits = new Map<string, Habit>()
  for (const rule of rules) {
    const used = usage.find(({ kind }) => kind === rule.kind)
    if (!used || used.people === 0) continue
    if (rule.type === 'renewal') {
      habits.set(rule.kind, renewalHabit(rule, used, sampled))
      continue
    }
    const often = rule.type === 'time' ? 1 : used.times / used.days / countSameKind(rules, rule)
    habits.set(rule.kind, {
      share: Math.min(1, peopleOf(rule, used) / sampled),
      // Less than once a day is once on fewer days.
      chance: Math.min(1, used.days / used.people / WINDOW_DAYS) * Math.min(1, often),
      amount: rule.type === 'time' ? timeOf(rule, used) : Math.max(1, often),
      size: sizeOf(rule, used),
    })
  }
  return habits
}

export const habitOf = (habits: ReadonlyMap<string, Habit>, rule: EconomyRule): Habit =>
  habits.get(rule.kind) ?? assumed[rule.type]

export const listAssumed = (habits: ReadonlyMap<string, Habit>, rules: readonly EconomyRule[]) => [
  ...new Set(rules.flatMap(({ kind }) => (habits.has(kind) ? [] : [kind]))),
]
