import {
  readBalance,
  readStatement,
  readUserAccount,
  type LedgerService,
  type StatementLine,
} from '@spawnpoint/contracts/coins'
import { answer, EndpointFailure, type DatabaseService } from '@spawnpoint/sdk/server'
import { findAccount } from './statement-queries.ts'

const show = (lines: readonly StatementLine[]) =>
  lines.map((line) => ({ ...line, at: line.at.toISOString() }))

export const handleReadBalance = ({ ledger }: { ledger: LedgerService }) =>
  answer(readBalance, async ({ actor }) => ({ balance: await ledger.balance(actor.id) }))

export const handleReadStatement = ({ ledger }: { ledger: LedgerService }) =>
  answer(readStatement, async ({ actor, query }) => {
    const [balance, { lines, next }] = await Promise.all([
      ledger.balance(actor.id),
      ledger.statement(actor.id, query),
    ])
    return { balance, lines: show(lines), next }
  })

export const handleReadUserAccount = ({ ledger, db }: { ledger: LedgerService; db: DatabaseService }) =>
  answer(readUserAccount, async ({ params, query }) => {
    const account = await findAccount(db.orm, params.user)
    if (!account) throw new EndpointFailure('NOT_FOUND', 404)
    const { lines, next } = await ledger.statement(params.user, query)
    return { ...account, lines: show(lines), next }
  })
