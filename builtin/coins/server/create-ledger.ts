import {
  coinsMoved,
  type AccountName,
  type CoinCollector,
  type LedgerService,
  type IdempotencyContext,
  type Line,
  type OwnPosting,
  type Posting,
} from '@spawnpoint/contracts/coins'
import type { UsersService } from '@spawnpoint/contracts/users'
import type { Live, OpenTransaction } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import type { DatabaseService, EventsService, SessionsService } from '@spawnpoint/sdk/server'
import { postOpenings, postTransfer } from './post-transfer.ts'
import { findBalance, listLines, sumIn } from './statement-queries.ts'

interface LedgerUses {
  readonly db: DatabaseService
  readonly events: EventsService
  readonly sessions: SessionsService
  readonly users: Pick<UsersService, 'findMany'>
  /** Read with each movement: plugins come and go. */
  readonly collectors: Live<readonly CoinCollector[]>
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

const receiversOf = (lines: readonly Line[]): readonly string[] =>
  lines.flatMap(({ account, amount }) => ('user' in account && amount > 0 ? [account.user] : []))

/** The ledger as other plugins see it; who takes part is told with the same commit. */
export function createLedger({ db, events, sessions, users, collectors }: LedgerUses): LedgerService {
  /** The balances after what is owed was taken from coins that came in. */
  const collect = async (
    tx: OpenTransaction,
    receivers: readonly string[],
    before: Readonly<Record<string, number>>,
  ) => {
    const balances = { ...before }
    for (const collector of collectors.get() ?? [])
      for (const [user, taken] of await collector.collect(tx, { pay, earn }, receivers))
        balances[user] = (balances[user] ?? 0) - taken
    return balances
  }
  const post: LedgerService['post'] = async (open, movement) => {
    const tx = asTransaction(open)
    const receivers = receiversOf(movement.lines)
    if (receivers.length > 0)
      for (const collector of collectors.get() ?? []) await collector.lock(tx, receivers)
    const posting = await postTransfer(tx, movement)
    if (posting.outcome !== 'posted') return posting
    const { transfer, balances } = posting
    await events.emit(tx, coinsMoved, { transfer, kind: movement.kind, balances })
    for (const user of Object.keys(balances)) await sessions.changed(tx, user)
    return receivers.length === 0 ? posting : { ...posting, balances: await collect(tx, receivers, balances) }
  }
  const transfer = (tx: OpenTransaction, { from, to, amount, ...context }: Transfer) =>
    post(tx, {
      ...context,
      lines: [
        { account: from, amount: -amount },
        { account: to, amount },
      ],
    })
  const pay: LedgerService['pay'] = async (tx, { user, into, ...payment }) =>
    balanceOf(await transfer(tx, { ...payment, from: { user }, to: { system: into } }), user)
  const earn: LedgerService['earn'] = async (tx, { user, from, ...earning }) =>
    balanceOf(await transfer(tx, { ...earning, from: { system: from }, to: { user } }), user)
  return {
    post,
    transfer,
    pay,
    earn,
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
