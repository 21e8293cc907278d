import type { EconomyRule } from '@spawnpoint/contracts/coins'
import { createSimulator } from '../../builtin/coins/server/run-simulation.ts'
import { readHabits } from '../../builtin/coins/server/simulated-habits.ts'
import { limited, milliseconds, type Measurement, type Part } from './measurement.ts'

const budgetMs = 10_000
const [days, runs] = [90, 1_000]
const dayMs = 86_400_000

/** Every kind of rule, as many of each as an instance with all ways to earn and to pay has. */
const rules: readonly EconomyRule[] = [
  { type: 'time', kind: 'afk:earned', msPerCoin: 60_000, coinsPerDay: 120 },
  ...Array.from({ length: 4 }, () => ({
    type: 'task' as const,
    kind: 'links:earned',
    coins: 100,
    perDay: 5,
    durationMs: 60_000,
    cooldownMs: 3_600_000,
  })),
  ...Array.from({ length: 5 }, () => ({
    type: 'once' as const,
    kind: 'redeem-codes:redeemed',
    coins: 50,
    waitMs: 0,
    uses: 1_000,
  })),
  { type: 'once', kind: 'j4r-servers:joined', coins: 50, waitMs: 7 * dayMs, uses: null },
  { type: 'invite', kind: 'referrals:rewarded', coins: 35, coinsOfInvited: 15, waitMs: 7 * dayMs },
  ...['ram', 'disk', 'cpu', 'server_slot', 'server_backup', 'server_allocation', 'server_database'].map(
    (item) => ({ type: 'purchase' as const, kind: `store:${item}`, price: 100, most: 10 }),
  ),
  {
    type: 'renewal',
    kind: 'servers:renewal',
    price: 100,
    everyMs: 30 * dayMs,
    graceMs: 3 * dayMs,
    keepMs: 7 * dayMs,
  },
  { type: 'gift', kind: 'gifts:given', least: 1, most: 100, feePercent: 10 },
]

async function measure(): Promise<Measurement[]> {
  const simulator = createSimulator()
  // As many accounts as the product simulates, whatever its size; nobody's habits are known, so all are assumed.
  const balances = Array.from({ length: 60 }, (_, index) => index * 50)
  const population = { accounts: 1_000_000, balances, sampled: 0, usage: [] }
  const habits = readHabits(rules, population)
  const began = performance.now()
  await simulator.run([{ rules, habits, population, days, runs, seed: 1 }])
  const value = performance.now() - began
  const note = `${runs} times ${days} days, ${rules.length} rules, in a worker`
  return [limited({ name: 'economy simulation', value, most: budgetMs, show: milliseconds, note })]
}

/** The simulator of the economy, as the page of staff runs it for one set of rules. */
export const simulation: Part = { name: 'simulation', run: measure }
