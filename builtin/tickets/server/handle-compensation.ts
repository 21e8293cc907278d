import { readCompensation } from '@spawnpoint/contracts/tickets'
import { answer } from '@spawnpoint/sdk/server'
import { listExtendable, readBudget } from './grant-compensation.ts'
import { findTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

export const handleReadCompensation = answer(
  readCompensation,
  ticketUses,
  async ({ actor, params, fail, ...uses }) => {
    const row = await findTicket(uses.db.orm, params.id)
    if (!row) throw fail('NOT_FOUND')
    if (row.owner === actor.id) throw fail('TICKETS_COMPENSATION_DENIED')
    const { coins, days } = await readBudget(uses, actor.id)
    return {
      coins: uses.ledger.get() && coins,
      days,
      servers: await listExtendable(uses, row.owner),
    }
  },
)
