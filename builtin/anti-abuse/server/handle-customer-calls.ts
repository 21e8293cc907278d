import { appealHold, listOwnHolds, saveDevice } from '@spawnpoint/contracts/anti-abuse'
import { answer, Clock, Database, Limits } from '@spawnpoint/sdk/server'
import { noteDevice, traceUses } from './find-signs.ts'
import { findHold, listHoldsOf, saveAppeal } from './hold-queries.ts'

const appeals = { max: 5, perSeconds: 3600 }

export const handleListOwnHolds = answer(listOwnHolds, { db: Database }, async ({ actor, query, db }) => ({
  holds: (await listHoldsOf(db.orm, actor.id, query.source)).map((each) => ({
    id: each.id,
    source: each.source,
    kind: each.kind,
    note: each.note,
    coins: each.amount,
    at: each.createdAt.toISOString(),
    state: each.state,
    appealedAt: each.appealedAt?.toISOString() ?? null,
    decidedAt: each.decidedAt?.toISOString() ?? null,
  })),
}))

export const handleAppealHold = answer(
  appealHold,
  { clock: Clock, db: Database, limits: Limits },
  async ({ actor, params, body, fail, clock, db, limits }) => {
    const hold = await findHold(db.orm, params.id)
    if (hold?.userId !== actor.id) throw fail('NOT_FOUND')
    if (!(await limits.take(`anti-abuse.appeal:${actor.id}`, appeals))) throw fail('HOLDS_TOO_MANY')
    const now = clock.now()
    if (await saveAppeal(db.orm, hold.id, body.text, now)) return { appealedAt: now.toISOString() }
    const isOpen = (await findHold(db.orm, hold.id))?.state === 'open'
    throw fail(isOpen ? 'HOLDS_APPEALED' : 'HOLDS_DECIDED')
  },
)

export const handleSaveDevice = answer(saveDevice, traceUses, async ({ actor, body, ...services }) => {
  await noteDevice(services, actor.id, body.device)
  return { success: true as const }
})
