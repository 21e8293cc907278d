import type { LedgerService } from '@spawnpoint/contracts/coins'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { drizzle } from 'drizzle-orm/node-postgres'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { createLedger } from './server/create-ledger.ts'

const root = join(import.meta.dirname, '../..')

export const ledgerMigrations = [
  { id: 'kernel', folder: join(root, 'kernel/server/migrations') },
  { id: 'coins', folder: join(import.meta.dirname, 'server/migrations') },
]

/** The ledger over a real database, with what it tells others recorded. */
export function openLedger(pool: pg.Pool) {
  const orm = drizzle(pool)
  const told: unknown[] = []
  const changed: string[] = []
  const ledger: LedgerService = createLedger({
    db: {
      orm,
      query: async ({ text, values }) => {
        const { rows } = await pool.query(text, [...(values ?? [])])
        return rows as never
      },
    },
    events: { emit: async (_tx, _event, payload) => void told.push(payload) },
    sessions: { changed: async (_tx: Queries, user: string) => void changed.push(user) } as never,
    users: { findMany: async () => [] },
    collectors: { get: () => [] },
  })
  const inTransaction = <R>(work: (tx: Transaction) => Promise<R>) => orm.transaction(work)

  async function aPerson(coins = 0): Promise<string> {
    const id = randomUUID()
    await pool.query('insert into kernel.identity (id) values ($1)', [id])
    if (coins > 0)
      await inTransaction((tx) =>
        ledger.earn(tx, {
          scope: 'test',
          key: id,
          kind: 'test:given',
          user: id,
          from: 'earnings',
          amount: coins,
        }),
      )
    return id
  }

  return { orm, ledger, told, changed, inTransaction, aPerson }
}
