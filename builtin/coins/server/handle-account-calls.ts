import {
  readBalance,
  readStatement,
  readUserAccount,
  type LedgerService,
  type StatementLine,
} from '@spawnpoint/contracts/coins'
import {
  answer,
  EndpointFailure,
  type DatabaseService,
  type PermissionsService,
} from '@spawnpoint/sdk/server'
import { whyNotAdjust } from './may-adjust.ts'
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

export const handleReadUserAccount = ({
  ledger,
  db,
  permissions,
}: {
  ledger: LedgerService
  db: DatabaseService
  permissions: PermissionsService
}) =>
  answer(readUserAccount, async ({ actor, params, query }) => {
    const account = await findAccount(db.orm, params.user)
    if (!account) throw new EndpointFailure('NOT_FOUND', 404)
    const { lines, next } = await ledger.statement(params.user, query)
    const adjustable = (await whyNotAdjust(permissions, actor, params.user)) === null
    return { ...account, adjustable, lines: show(lines), next }
  })
