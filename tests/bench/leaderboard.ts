import type { LeaderboardCategory } from '@spawnpoint/contracts/leaderboard'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { rankCoins } from '../../builtin/coins/server/rank-coins.ts'
import { countScores } from '../../builtin/leaderboard/server/count-scores.ts'
import { compared, limited, milliseconds, type Measurement, type Part } from './measurement.ts'
import { startBenchServer, type BenchServer } from './start-bench-server.ts'

const people = 1_000_000
const calls = 400
const budgetMs = 20
const jobBudgetMs = 60_000

// The ledger takes no balance without its entries, and would be asked for a million of them: only reading is measured, so
// the trigger that guards balances rests meanwhile.
const withoutGuard = (statement: string) => `
  alter table coins.account disable trigger user;
  ${statement};
  alter table coins.account enable trigger user`
const fill = withoutGuard(`
  with person as (
    insert into kernel.identity (id) select gen_random_uuid() from generate_series(1, ${people}) returning id
  )
  insert into coins.account (id, kind, owner, balance)
  select id, 'user', id, 1 + floor(random() * random() * 100000) from person;
  analyze coins.account;
  analyze kernel.identity`)

/** Milliseconds of the first count, which writes every row, and of one after it, which writes none. */
async function fillBoard({ connection, people: signedIn }: BenchServer) {
  const pool = new Pool({ ...connection, max: 1 })
  const [category] = rankCoins.create({} as never, {} as never) as readonly LeaderboardCategory[]
  if (!category) throw new Error('the plugin coins offers no category')
  const count = async () => {
    const began = performance.now()
    await drizzle(pool).transaction((tx) => countScores(tx, category, new Date()))
    return performance.now() - began
  }
  try {
    await pool.query(fill)
    // The place of a person in the middle is neither in the list nor a step.
    await pool.query(withoutGuard(`update coins.account set balance = 12345 where id = '${signedIn[0]?.id}'`))
    const first = await count()
    await pool.query('vacuum analyze leaderboard.score')
    return { first, again: await count() }
  } finally {
    await pool.end()
  }
}

/** Milliseconds that 95 of 100 calls stay below: of the board of all, and in turn with them of one that nobody is on. */
async function ninetyFifths({ port, people: signedIn }: BenchServer) {
  const cookie = signedIn[0]?.cookies.join('; ') ?? ''
  const call = async (category: string) => {
    const began = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/api/leaderboard?category=${category}`, {
      headers: { cookie },
    })
    await answer.text()
    if (answer.status !== 200) throw new Error(`the leaderboard answers ${answer.status}`)
    return performance.now() - began
  }
  const [full, empty]: [number[], number[]] = [[], []]
  for (let number = 0; number < calls; number += 1) {
    full.push(await call('coins'))
    empty.push(await call('referrals'))
  }
  const ninetyFifth = (took: readonly number[]) =>
    took.toSorted((a, b) => a - b)[Math.floor(calls * 0.95)] ?? Number.NaN
  return { full: ninetyFifth(full), empty: ninetyFifth(empty) }
}

async function measure(): Promise<Measurement[]> {
  const server = await startBenchServer({ people: 1 })
  try {
    const { first, again } = await fillBoard(server)
    const note = `${people} accounts`
    const shared = { show: milliseconds, note }
    const { full, empty } = await ninetyFifths(server)
    const name = 'leaderboard with own place, p95'
    return [
      limited({ name, value: full, most: budgetMs, ...shared }),
      compared({
        name,
        value: full,
        against: { name: 'the same call, nobody listed', value: empty },
        show: milliseconds,
        bound: { most: 2 },
      }),
      limited({ name: 'leaderboard: first count', value: first, most: jobBudgetMs, ...shared }),
      limited({ name: 'leaderboard: count without changes', value: again, most: jobBudgetMs, ...shared }),
    ]
  } finally {
    await server.stop()
  }
}

/** The page of the leaderboard over many accounts, and the job behind it. */
export const leaderboard: Part = { name: 'leaderboard', run: measure }
