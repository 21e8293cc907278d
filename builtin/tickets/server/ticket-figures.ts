import { readTicketFigures } from '@spawnpoint/contracts/tickets'
import { countByDay } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { ticket } from './tables.ts'
import { ticketUses } from './ticket-uses.ts'

const DAYS = 30

export const handleReadTicketFigures = answer(readTicketFigures, ticketUses, async ({ db, clock }) => {
  const span = { until: clock.now(), days: DAYS }
  const [opened, closed] = await Promise.all([
    countByDay(db.orm, ticket, { ...span, at: ticket.createdAt }),
    countByDay(db.orm, ticket, { ...span, at: ticket.closedAt }),
  ])
  return { opened, closed }
})
