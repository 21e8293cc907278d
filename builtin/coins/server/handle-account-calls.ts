import {
  readBalance,
  readStatement,
  readUserAccount,
  readUserStatement,
  type LedgerService,
} from '@spawnpoint/contracts/coins'
import {
  answer,
  EndpointFailure,
  type DatabaseService,
  type PermissionsService,
} from '@spawnpoint/sdk/server'
import { whyNotAdjust } from './may-adjust.ts'
import { findAccount } from './statement-queries.ts'

type Statement = Awaited<ReturnType<LedgerService['statement']>>

const present = ({ items, ...page }: Statement) => ({
  ...page,
  items: items.map((line) => ({ ...line, at: line.at.toISOString() })),
})

export const handleReadBalance = ({ ledger }: { ledger: LedgerService }) =>
  answer(readBalance, async ({ actor }) => ({ balance: await ledger.balance(actor.id) }))

export const handleReadStatement = ({ ledger }: { ledger: LedgerService }) =>
  answer(readStatement, async ({ actor, query }) => present(await ledger.statement(actor.id, query)))

export const handleReadUserAccount = ({
  db,
  permissions,
}: {
  db: DatabaseService
  permissions: PermissionsService
}) =>
  answer(readUserAccount, async ({ actor, params }) => {
    const account = await findAccount(db.orm, params.user)
    if (!account) throw new EndpointFailure('NOT_FOUND', 404)
    const adjustable = (await whyNotAdjust(permissions, actor, params.user)) === null
    return { ...account, adjustable }
  })

export const handleReadUserStatement = ({ ledger, db }: { ledger: LedgerService; db: DatabaseService }) =>
  answer(readUserStatement, async ({ params, query, fail }) => {
    if (!(await findAccount(db.orm, params.user))) throw fail('NOT_FOUND')
    return present(await ledger.statement(params.user, query))
  })
