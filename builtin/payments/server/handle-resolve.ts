import { resolvePayment } from '@spawnpoint/contracts/payments'
import { answer, Audit } from '@spawnpoint/sdk/server'
import { listOpenCharges } from './derive-standing.ts'
import { findByReference, listEvents, lockPayment } from './payment-queries.ts'
import { recordIn, recordUses, type Recorded } from './record-facts.ts'

/** Staff have dealt with what was paid otherwise than ordered. It holds for the charges of this moment, not for later ones. */
export const handleResolve = answer(resolvePayment, { ...recordUses, audit: Audit }, async (call) => {
  const { actor, audit, body, clock, db, fail, ip, params } = call
  const found = await findByReference(db.orm, params.id)
  if (!found) throw fail('NOT_FOUND')
  if (found.userId === actor.id) throw fail('PAYMENTS_OWN')
  return db.orm.transaction(async (tx) => {
    const row = await lockPayment(tx, found.id)
    if (row.state !== 'held') throw fail('PAYMENTS_NOT_HELD')
    const told = { source: 'staff', actor: actor.id, detail: body.note, at: clock.now() } as const
    const resolved = listOpenCharges(row, await listEvents(tx, row.id)).map((charge): Recorded => ({
      ...told,
      kind: 'resolved',
      reference: charge,
      charge,
    }))
    const { state } = await recordIn(call, tx, row.id, resolved)
    await audit.write(tx, {
      actor: actor.id,
      action: 'payments:resolved',
      target: row.userId,
      after: { payment: row.reference, note: body.note },
      ip,
    })
    return { state }
  })
})
