import { refundPayment } from '@spawnpoint/contracts/payments'
import {
  answer,
  Audit,
  Log,
  requireReauthentication,
  Sessions,
  type EndpointCall,
} from '@spawnpoint/sdk/server'
import { askUses, findProvider, openPaymentOf } from './ask-provider.ts'
import { chargeOfRequest, findRefundable } from './derive-standing.ts'
import { findByReference, listEvents, lockPayment } from './payment-queries.ts'
import { eventOf, record, recordIn } from './record-facts.ts'
import type { Payment, PaymentEvent } from './tables.ts'

const uses = { ...askUses, audit: Audit, log: Log, sessions: Sessions }
type Call = EndpointCall<typeof refundPayment, typeof uses>

const findRequest = (events: readonly PaymentEvent[], key: string): PaymentEvent | undefined =>
  events.find(({ kind, reference }) => kind === 'refund-requested' && reference === key)

/** Reserves the amount: its coins are taken before the money goes, so they can't be spent meanwhile. */
const reserve = (call: Call, id: bigint): Promise<{ charge: string; currency: string }> =>
  call.db.orm.transaction(async (tx) => {
    const { actor, body, clock, fail, ip } = call
    const row = await lockPayment(tx, id)
    const events = await listEvents(tx, id)
    const before = findRequest(events, body.requestKey)
    if (before && before.amount !== body.amount) throw fail('PAYMENTS_KEY_REUSED')
    const of = before && chargeOfRequest(events, before)
    if (before && of !== undefined) return { charge: of, currency: before.currency ?? row.currency }
    const refundable = findRefundable(row, events)
    if (!refundable || row.checkout === null) throw fail('PAYMENTS_NOT_REFUNDABLE')
    const { charge, currency } = refundable
    if (body.amount > refundable.amount) throw fail('PAYMENTS_REFUND_TOO_LARGE')
    await recordIn(call, tx, id, [
      {
        kind: 'refund-requested',
        reference: body.requestKey,
        request: body.requestKey,
        charge,
        source: 'staff',
        actor: actor.id,
        currency,
        amount: body.amount,
        detail: body.note,
        at: clock.now(),
      },
    ])
    // The provider knows one refund by a key, which may be one of another payment.
    if (!findRequest(await listEvents(tx, id), body.requestKey)) throw fail('PAYMENTS_KEY_REUSED')
    await call.audit.write(tx, {
      actor: actor.id,
      action: 'payments:refunded',
      target: row.userId,
      after: { payment: row.reference, amount: body.amount, currency, note: body.note },
      ip,
    })
    return { charge, currency }
  })

/** An answer that is lost leaves the refund requested: the job sends it again under the same key. */
async function send(call: Call, row: Payment, charge: string, currency: string): Promise<void> {
  const provider = findProvider(call, row.provider)
  if (!provider || row.checkout === null) return
  const { amount, requestKey: key } = call.body
  const payment = openPaymentOf(row, row.checkout, await listEvents(call.db.orm, row.id))
  const fact = await provider
    .refund({ payment, charge, money: { currency, amount }, key })
    .catch((error: unknown) => {
      call.log.warn({ payment: row.reference, err: error }, 'payment provider gave no answer to a refund')
      return null
    })
  if (fact) await record(call, row.id, [eventOf(fact, 'asked')])
}

export const handleRefund = answer(refundPayment, uses, async (call) => {
  const { actor, db, fail, params, sessions } = call
  await requireReauthentication(sessions, actor)
  const row = await findByReference(db.orm, params.id)
  if (!row) throw fail('NOT_FOUND')
  if (row.userId === actor.id) throw fail('PAYMENTS_OWN')
  const { charge, currency } = await reserve(call, row.id)
  await send(call, row, charge, currency)
  return { state: (await findByReference(db.orm, params.id))?.state ?? row.state }
})
