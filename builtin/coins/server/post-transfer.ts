import type {
  AccountName,
  Line,
  IdempotencyContext,
  LedgerService,
  Posting,
  SystemAccount,
} from '@spawnpoint/contracts/coins'
import type { Queries } from '@spawnpoint/sdk/server'
import type { PreparedQueryConfig } from 'drizzle-orm/pg-core'
import { z } from 'zod'

/** As the first migration wrote them. */
const systemIds: Record<SystemAccount, string> = {
  earnings: '00000000-0000-4000-8000-000000000001',
  store: '00000000-0000-4000-8000-000000000002',
  fees: '00000000-0000-4000-8000-000000000003',
  'top-ups': '00000000-0000-4000-8000-000000000004',
  adjustments: '00000000-0000-4000-8000-000000000005',
  holds: '00000000-0000-4000-8000-000000000006',
  servers: '00000000-0000-4000-8000-000000000007',
}

const ownIds: ReadonlySet<string> = new Set(Object.values(systemIds))

type Rows = PreparedQueryConfig & { readonly execute: { readonly rows: readonly unknown[] } }

const idOf = (account: AccountName) => ('user' in account ? account.user : systemIds[account.system])

const posted = z.object({
  outcome: z.enum(['posted', 'repeated']),
  transfer_id: z.coerce.string(),
  reply: z.record(z.string(), z.number()),
})
const insufficient = z.object({
  outcome: z.literal('insufficient'),
  reply: z.object({ account: z.string(), available: z.number() }),
})
const refused = z.object({
  outcome: z.enum(['frozen', 'full', 'unknown']),
  reply: z.object({ account: z.string() }),
})
const answer = z.discriminatedUnion('outcome', [
  posted,
  insufficient,
  refused,
  z.object({ outcome: z.literal('key-reused') }),
])

const read = (row: z.output<typeof answer>): Posting => {
  switch (row.outcome) {
    case 'key-reused':
      return { outcome: row.outcome }
    case 'insufficient':
      return { outcome: row.outcome, user: row.reply.account, available: row.reply.available }
    case 'posted':
    case 'repeated':
      return { outcome: row.outcome, transfer: row.transfer_id, balances: row.reply }
    default:
      return { outcome: row.outcome, user: row.reply.account }
  }
}

const textArray = (values: readonly (string | number)[]) => `{${values.join(',')}}`

const callPost = `select outcome, transfer_id, reply from coins.post($1, $2, $3, $4, $5, $6::uuid[], $7::bigint[])`

/** The one call of the one function that moves coins: under a name, so that each connection plans it once. */
export async function postTransfer(
  tx: Queries,
  {
    scope,
    key,
    kind,
    note = '',
    request = '',
    lines,
  }: IdempotencyContext & { readonly lines: readonly Line[] },
): Promise<Posting> {
  // An id of a system account given as a user's would move coins between the product's own accounts.
  const misnamed = lines.find(({ account }) => 'user' in account && ownIds.has(account.user.toLowerCase()))
  if (misnamed && 'user' in misnamed.account) return { outcome: 'unknown', user: misnamed.account.user }
  const accounts = textArray(lines.map(({ account }) => idOf(account)))
  const amounts = textArray(lines.map(({ amount }) => amount))
  const params = [scope, key, kind, note, request, accounts, amounts]
  const { rows } = await tx._.session
    .prepareQuery<Rows>({ sql: callPost, params }, undefined, 'coins.post', false)
    .execute()
  return read(answer.parse(rows[0]))
}

const callOpen = `select count(*)::int as posted
  from unnest($1::text[], $2::uuid[], $3::bigint[]) as o (key, account, amount),
    lateral coins.post($4, o.key, $5, $6, '', array[$7::uuid, o.account], array[-o.amount, o.amount]) as p
  where p.outcome = 'posted'`

/** As `postTransfer` from one account of the product to each of many people, in one round trip; answers how many were posted. */
export async function postOpenings(
  tx: Queries,
  { scope, kind, note = '', from, balances }: Parameters<LedgerService['openBalances']>[1],
): Promise<number> {
  const keys = balances.map(({ key }) => key)
  const users = balances.map(({ user }) => user)
  const amounts = balances.map(({ amount }) => amount)
  const params = [keys, users, amounts, scope, kind, note, systemIds[from]]
  const { rows } = await tx._.session
    .prepareQuery<Rows>({ sql: callOpen, params }, undefined, 'coins.open', false)
    .execute()
  return z.object({ posted: z.number() }).parse(rows[0]).posted
}
