import type { LedgerService } from '@spawnpoint/contracts/coins'
import type { ClockService, Transaction } from '@spawnpoint/sdk/server'
import { changePayment, saveEvent } from './payment-queries.ts'
import type { Payment } from './tables.ts'

interface CoinServices {
  readonly ledger: Pick<LedgerService, 'earn' | 'pay'>
  readonly clock: ClockService
}

type Standing = Pick<Payment, 'credited' | 'postings'>

const contextOf = ({ reference, postings, userId }: Payment) => ({
  scope: 'payments',
  key: `${reference}:${postings + 1}`,
  note: reference,
  user: userId,
})

/** Coins that were given; none where the account can take none. */
async function give(
  { ledger }: CoinServices,
  tx: Transaction,
  row: Payment,
  amount: number,
): Promise<number> {
  const kind = row.postings === 0 ? 'payments:purchased' : 'payments:restored'
  const posting = await ledger.earn(tx, { ...contextOf(row), kind, from: 'top-ups', amount })
  return 'balance' in posting ? amount : 0
}

/** Takes as many coins as there are; the rest stays owed, and is taken when coins come in. */
async function take(
  { ledger }: CoinServices,
  tx: Transaction,
  row: Payment,
  amount: number,
): Promise<number> {
  const payment = { ...contextOf(row), kind: 'payments:taken', into: 'top-ups' as const }
  const posting = await ledger.pay(tx, { ...payment, amount })
  if ('balance' in posting) return amount
  if (posting.outcome !== 'insufficient' || posting.available === 0) return 0
  const rest = await ledger.pay(tx, { ...payment, amount: posting.available })
  return 'balance' in rest ? posting.available : 0
}

/** Brings the ledger to what the payment entitles to. The row is locked, so a posting has one number and happens once. */
export async function settleCoins(services: CoinServices, tx: Transaction, row: Payment): Promise<Standing> {
  const missing = row.due - row.credited
  if (missing === 0) return row
  const moved =
    missing > 0 ? await give(services, tx, row, missing) : -(await take(services, tx, row, -missing))
  if (moved === 0) return row
  const after = { credited: row.credited + moved, postings: row.postings + 1 }
  const now = services.clock.now()
  await changePayment(tx, row.id, after)
  await saveEvent(tx, {
    payment: row.id,
    provider: row.provider,
    kind: moved > 0 ? 'credited' : 'taken',
    reference: `${row.reference}:${after.postings}`,
    coins: Math.abs(moved),
    source: 'product',
    at: now,
    recordedAt: now,
  })
  return after
}
