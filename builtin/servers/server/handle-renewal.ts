import { readRenewal, renewServer, setAutoRenewal } from '@spawnpoint/contracts/servers'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { answer, type HandlerInput } from '@spawnpoint/sdk/server'
import { and, eq } from 'drizzle-orm'
import { renew, type Renewed } from './renew-server.ts'
import { extend, isAutoDue, outlook, renewalStep } from './renewal-plan.ts'
import { renewalSettings, renewalStateOf } from './renewal-rules.ts'
import { findServerOf } from './server-queries.ts'
import { type ServerUses, serverUses } from './server-uses.ts'
import { server, type ServerRecord } from './tables.ts'

type Call = Pick<HandlerInput<typeof readRenewal>, 'actor' | 'params' | 'fail'>

const stateNames = { [renewalStep.expired]: 'grace', [renewalStep.suspended]: 'suspended' } as const

const present = async (uses: ServerUses, row: ServerRecord): Promise<ReplyOf<typeof readRenewal> | null> => {
  const rules = renewalSettings(uses)
  const state = renewalStateOf(row)
  if (!state || !rules.enabled) return null
  const { step, at } = outlook(state, rules)
  return {
    id: row.id,
    name: row.name,
    state: stateNames[state.step as keyof typeof stateNames] ?? 'running',
    cost: rules.cost,
    days: rules.days,
    balance: (await uses.ledger.get()?.balance(row.owner)) ?? null,
    expiresAt: state.expiresAt.toISOString(),
    newExpiresAt: extend(state, uses.clock.now(), rules.days).toISOString(),
    autoRenew: row.autoRenew,
    next: { step, at: at.toISOString() },
  }
}

const findOwn = async (uses: ServerUses, { actor, params, fail }: Call) => {
  const row = await findServerOf(uses.db.orm, actor.id, params.id)
  if (!row) throw fail('NOT_FOUND')
  return row
}

const answerFor = async (uses: ServerUses, call: Call) => {
  const shown = await present(uses, await findOwn(uses, call))
  if (!shown) throw call.fail('SERVERS_NOT_EXPIRING')
  return shown
}

export const handleReadRenewal = answer(readRenewal, serverUses, ({ actor, params, fail, ...services }) =>
  answerFor(services, { actor, params, fail }),
)

type RenewCall = HandlerInput<typeof renewServer>

const refusalOf = (
  { fail }: Pick<RenewCall, 'fail'>,
  refused: Exclude<Renewed, { outcome: 'renewed' }>,
  required: number,
) => {
  if (refused.outcome === 'insufficient')
    return fail('SERVERS_INSUFFICIENT_COINS', { details: { required, available: refused.available } })
  return fail(refused.outcome === 'closed' ? 'SERVERS_COINS_CLOSED' : 'SERVERS_ALREADY_RENEWED')
}

/** Whether the customer saw what is true now; a repeated request is answered without a second charge. */
const checkSeen = (uses: ServerUses, seen: ServerRecord, { body, fail }: RenewCall): 'renew' | 'repeated' => {
  if (seen.renewalKey === body.requestKey) return 'repeated'
  if (seen.status === 'deleting') throw fail('SERVERS_DELETING')
  if (seen.newOwner !== null) throw fail('SERVERS_CHANGE_PENDING')
  const { enabled, cost } = renewalSettings(uses)
  if (!seen.expiresAt || !enabled) throw fail('SERVERS_NOT_EXPIRING')
  if (cost !== body.cost) throw fail('SERVERS_RENEWAL_CHANGED', { details: { cost } })
  if (seen.expiresAt.toISOString() !== new Date(body.expiresAt).toISOString())
    throw fail('SERVERS_ALREADY_RENEWED')
  return 'renew'
}

export const handleRenewServer = answer(renewServer, serverUses, async (call) => {
  const { actor, params, body, fail, ...services } = call
  const seen = await findOwn(services, { actor, params, fail })
  if (checkSeen(services, seen, call) === 'renew') {
    const rules = renewalSettings(services)
    await services.db.orm.transaction(async (tx) => {
      const done = await renew(services, tx, { seen, rules, actor: actor.id, requestKey: body.requestKey })
      if (done.outcome !== 'renewed') throw refusalOf(call, done, rules.cost)
    })
  }
  return answerFor(services, { actor, params, fail })
})

export const handleSetAutoRenewal = answer(
  setAutoRenewal,
  serverUses,
  async ({ actor, params, body: { autoRenew }, fail, ip, ...services }) => {
    await answerFor(services, { actor, params, fail })
    const now = services.clock.now()
    await services.db.orm.transaction(async (tx) => {
      const [row] = await tx
        .update(server)
        .set({ autoRenew, shortOfCoins: false, renewalRefused: false })
        .where(and(eq(server.id, params.id), eq(server.owner, actor.id)))
        .returning()
      // Switched on in the last days, it is due at once.
      if (autoRenew && row?.expiresAt && isAutoDue(row.expiresAt, now))
        await tx.update(server).set({ renewalDueAt: now }).where(eq(server.id, row.id))
      await services.audit.write(tx, {
        actor: actor.id,
        action: autoRenew ? 'servers:auto-renewal-on' : 'servers:auto-renewal-off',
        target: params.id,
        ip,
      })
    })
    return answerFor(services, { actor, params, fail })
  },
)
