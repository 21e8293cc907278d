import {
  readBalance,
  readStatement,
  readUserAccount,
  readUserStatement,
  type LedgerService,
  Ledger,
} from '@spawnpoint/contracts/coins'
import { answer, EndpointFailure, Database, Permissions } from '@spawnpoint/sdk/server'
import { whyNotAdjust } from './may-adjust.ts'
import { findAccount, hasAccount } from './statement-queries.ts'

type Statement = Awaited<ReturnType<LedgerService['statement']>>

const present = ({ items, ...page }: Statement) => ({
  ...page,
  items: items.map((line) => ({ ...line, at: line.at.toISOString() })),
})

const uses = { ledger: Ledger, db: Database, permissions: Permissions }

export const handleReadBalance = answer(readBalance, uses, async ({ actor, ledger }) => ({
  balance: await ledger.balance(actor.id),
}))

export const handleReadStatement = answer(readStatement, uses, async ({ actor, query, ledger }) =>
  present(await ledger.statement(actor.id, query)),
)

export const handleReadUserAccount = answer(
  readUserAccount,
  uses,
  async ({ actor, params, db, permissions }) => {
    const account = await findAccount(db.orm, params.user)
    if (!account) throw new EndpointFailure('NOT_FOUND', 404)
    const adjustable = (await whyNotAdjust(permissions, actor, params.user)) === null
    return { ...account, adjustable }
  },
)

export const handleReadUserStatement = answer(
  readUserStatement,
  uses,
  async ({ params, query, fail, ledger, db }) => {
    if (!(await hasAccount(db.orm, params.user))) throw fail('NOT_FOUND')
    return present(await ledger.statement(params.user, query))
  },
)
