import type { Transaction } from '@spawnpoint/sdk/server'
import { and, eq, isNull, ne } from 'drizzle-orm'
import { writeHistory } from './history.ts'
import { extend, newPeriod } from './renewal-plan.ts'
import { renewalStateOf, type RenewalSettings } from './renewal-rules.ts'
import type { ServerUses } from './server-uses.ts'
import { queueSuspension } from './suspend-server.ts'
import { server, type ServerRecord } from './tables.ts'

export type Renewed =
  | { readonly outcome: 'renewed'; readonly row: ServerRecord }
  | { readonly outcome: 'insufficient'; readonly available: number }
  /** `changed`: renewed, deleted or given away meanwhile; `closed`: the account's coins cannot move. */
  | { readonly outcome: 'changed' | 'closed' }

interface Renewal {
  /** The server as the caller saw it: the renewal counts from its expiry, once. */
  readonly seen: ServerRecord
  readonly rules: RenewalSettings
  /** Null for an automatic renewal. */
  readonly actor: string | null
  readonly requestKey: string | null
}

/** The period is the key of the payment: whoever asks for it, in whichever tab, it is paid for once. */
const pay = async (
  { ledger }: ServerUses,
  tx: Transaction,
  { seen, rules }: Renewal,
): Promise<Renewed | null> => {
  if (rules.cost === 0) return null
  const coins = ledger.get()
  if (!coins || !seen.expiresAt) return { outcome: 'closed' }
  const paid = await coins.pay(tx, {
    scope: `servers.renewal:${seen.id}`,
    key: seen.expiresAt.toISOString(),
    kind: 'servers:renewal',
    note: seen.name,
    user: seen.owner,
    into: 'servers',
    amount: rules.cost,
  })
  if (paid.outcome === 'posted') return null
  if (paid.outcome === 'insufficient') return { outcome: 'insufficient', available: paid.available }
  return { outcome: paid.outcome === 'frozen' || paid.outcome === 'unknown' ? 'closed' : 'changed' }
}

const begin = (uses: ServerUses, tx: Transaction, { seen, rules, requestKey }: Renewal) => {
  const now = uses.clock.now()
  const state = renewalStateOf(seen)
  if (!state || !seen.expiresAt) return Promise.resolve([])
  const expiresAt = extend(state, now, rules.days)
  return tx
    .update(server)
    .set({ ...newPeriod(expiresAt, now, rules), renewalKey: requestKey, updatedAt: now })
    .where(
      and(
        eq(server.id, seen.id),
        eq(server.owner, seen.owner),
        eq(server.expiresAt, seen.expiresAt),
        ne(server.status, 'deleting'),
        isNull(server.newOwner),
      ),
    )
    .returning()
}

/**
 * Charges and extends in the caller's transaction, which the caller ends with a failure unless the outcome is `renewed`.
 * The ledger comes first: everything that takes coins locks the account before its own rows.
 */
export const renew = async (uses: ServerUses, tx: Transaction, renewal: Renewal): Promise<Renewed> => {
  const { seen, rules, actor } = renewal
  const refusal = await pay(uses, tx, renewal)
  if (refusal) return refusal
  const [row] = await begin(uses, tx, renewal)
  if (!row?.expiresAt) return { outcome: 'changed' }
  const until = row.expiresAt.toISOString()
  await writeHistory(tx, uses, {
    server: row,
    kind: 'renewed',
    actor,
    details: { coins: rules.cost, until },
  })
  // The job may have suspended it since it was seen.
  if (seen.suspendedForExpiry || row.status === 'suspended') await queueSuspension(uses, row.id, tx)
  await uses.audit.write(tx, {
    actor,
    action: 'servers:renewed',
    target: row.owner,
    before: { server: row.id, expiresAt: seen.expiresAt?.toISOString() ?? null },
    after: { server: row.id, name: row.name, expiresAt: until, cost: rules.cost },
  })
  return { outcome: 'renewed', row }
}
