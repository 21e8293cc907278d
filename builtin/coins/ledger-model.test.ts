import type { Posting } from '@spawnpoint/contracts/coins'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/database/test-database.ts'
import { ledgerMigrations, openLedger } from './testing.ts'

const database = testDatabase({ migrationSets: ledgerMigrations })
let given: ReturnType<typeof openLedger>
beforeAll(() => {
  given = openLedger(database.pool)
})

const people = 3
const command = fc.record({
  /** 0 to 2 are people, 3 is the product. */
  from: fc.integer({ min: 0, max: people }),
  to: fc.integer({ min: 0, max: people }),
  amount: fc.integer({ min: 1, max: 60 }),
  key: fc.integer({ min: 0, max: 12 }),
  abort: fc.boolean(),
})
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

/** A ten-line model of the ledger without a database. */
function createModel() {
  const balances = [0, 0, 0, 0]
  const seen = new Map<number, string>()
  return {
    balances,
    apply({ from, to, amount, key, abort }: Command): Posting['outcome'] {
      const request = `${from} ${to} ${amount}`
      const before = seen.get(key)
      if (before !== undefined) return before === request ? 'repeated' : 'key-reused'
      const available = balances[from] ?? 0
      if (from < people && available < amount) return 'insufficient'
      if (abort) return 'posted'
      seen.set(key, request)
      balances[from] = available - amount
      balances[to] = (balances[to] ?? 0) + amount
      return 'posted'
    },
  }
}

class Aborted extends Error {}

describe('the ledger against a model', () => {
  it('[COI1] [COI2] [COI3] [COI4] [COI5] agrees over any sequence of commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 25 }), async (commands) => {
        const ids = await Promise.all(Array.from({ length: people }, () => given.aPerson()))
        const accountAt = (index: number) => {
          const user = ids[index]
          return user === undefined ? ({ system: 'earnings' } as const) : { user }
        }
        const run = randomUUID()
        const model = createModel()
        for (const each of commands.filter(({ from, to }) => from !== to)) {
          const wanted = model.apply(each)
          let outcome: Posting['outcome'] | null = null
          const work = given.inTransaction(async (tx) => {
            const posting = await given.ledger.transfer(tx, {
              scope: run,
              key: String(each.key),
              kind: 'test:gift',
              from: accountAt(each.from),
              to: accountAt(each.to),
              amount: each.amount,
            })
            outcome = posting.outcome
            if (each.abort) throw new Aborted()
          })
          await work.catch((error: unknown) => expect(error).toBeInstanceOf(Aborted))
          expect(outcome).toBe(wanted)
        }
        const balances = await Promise.all(ids.map((id) => given.ledger.balance(id)))
        expect(balances).toEqual(model.balances.slice(0, people))
        const { rows } = await database.pool.query('select from coins.drift()')
        expect(rows).toHaveLength(0)
      }),
      { numRuns: 60 },
    )
  })
})
