import {
  coinsMoved,
  type AccountName,
  type LedgerService,
  type IdempotencyContext,
  type OwnPosting,
  type Posting,
} from '@spawnpoint/contracts/coins'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { OpenTransaction } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import type { DatabaseService, EventsService, SessionsService } from '@spawnpoint/sdk/server'
import { postOpenings, postTransfer } from './post-transfer.ts'
import { findBalance, listLines, sumIn } from './statement-queries.ts'

interface LedgerUses {
  readonly db: DatabaseService
  readonly events: EventsService
  readonly sessions: SessionsService
  readonly users: Pick<UsersService, 'findMany'>
}

type Transfer = IdempotencyContext & {
  readonly from: AccountName
  readonly to: AccountName
  readonly amount: number
}

const balanceOf = (posting: Posting, user: string): OwnPosting => {
  if (!('balances' in posting)) return posting
  const balance = posting.balances[user]
  if (balance === undefined)
    throw new Error(`E_LEDGER_BALANCE: transfer ${posting.transfer} tells no balance of ${user}`)
  return { outcome: posting.outcome, transfer: posting.transfer, balance }
}

/** The ledger as other plugins see it; who takes part is told with the same commit. */
export function createLedger({ db, events, sessions, users }: LedgerUses): LedgerService {
  const post: LedgerService['post'] = async (open, movement) => {
    const tx = asTransaction(open)
    const posting = await postTransfer(tx, movement)
    if (posting.outcome !== 'posted') return posting
    const { transfer, balances } = posting
    await events.emit(tx, coinsMoved, { transfer, kind: movement.kind, balances })
    for (const user of Object.keys(balances)) await sessions.changed(tx, user)
    return posting
  }
  const transfer = (tx: OpenTransaction, { from, to, amount, ...context }: Transfer) =>
    post(tx, {
      ...context,
      lines: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    })
  return {
    post,
    transfer,
    async pay(tx, { user, into, ...payment }) {
      return balanceOf(await transfer(tx, { ...payment, from: { user }, to: { system: into } }), user)
    },
    async earn(tx, { user, from, ...earning }) {
      return balanceOf(await transfer(tx, { ...earning, from: { system: from }, to: { user } }), user)
    },
    async openBalances(tx, openings) {
      const posted = await postOpenings(asTransaction(tx), openings)
      if (posted !== openings.balances.length)
        throw new Error(`E_LEDGER_OPENING: ${openings.balances.length - posted} balances were refused`)
    },
    balance: (user) => findBalance(db, user),
    sumIn: (scope, of) => sumIn(db.orm, scope, of),
    statement: (user, page) => listLines(db.orm, users, user, page),
  }
}
