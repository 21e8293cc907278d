import {
  createTicket,
  listTickets,
  readTicket,
  readTicketOptions,
  removeDiagnosis,
  ticketSettings,
} from '@spawnpoint/contracts/tickets'
import { readPage } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { and, eq, ne } from 'drizzle-orm'
import { listPublicMessages } from './message-queries.ts'
import { readMessageParts } from './message-parts.ts'
import { diagnose, openTicket } from './open-ticket.ts'
import { readOpening } from './opening-hours.ts'
import { readDepartments, readPeople } from './people.ts'
import { peopleIn, presentDetails, presentEvent, presentMessage, presentTicket } from './present-tickets.ts'
import { ticket } from './tables.ts'
import { countOpenOf, findTicketOf, listEvents, ticketColumns, updateTicket } from './ticket-queries.ts'
import { ticketUses } from './ticket-uses.ts'

const states = { open: ne(ticket.status, 'closed'), closed: eq(ticket.status, 'closed') }

export const handleListTickets = answer(
  listTickets,
  ticketUses,
  async ({ actor, query: { cursor, limit, filter, order = 'desc' }, ...uses }) => {
    const where = and(eq(ticket.owner, actor.id), filter.state && states[filter.state])
    const { items, ...page } = await readPage({
      sort: 'updatedAt',
      order,
      by: ticket.updatedAt,
      id: ticket.id,
      cursor,
      limit,
      read: ({ past, orderBy, limit: most, position }) =>
        uses.db.orm
          .select({ ...ticketColumns, ...position })
          .from(ticket)
          .where(and(where, past))
          .orderBy(...orderBy)
          .limit(most),
    })
    const departments = await readDepartments(uses)
    return { ...page, items: items.map((row) => presentTicket(row, departments)) }
  },
)

export const handleReadOptions = answer(readTicketOptions, ticketUses, async ({ actor, ...uses }) => {
  const { db, settings, clock, departments, servers } = uses
  const now = clock.now()
  const open = (await departments.get()?.list({ enabled: true })) ?? []
  const owned = (await servers.get()?.ownedBy(actor.id)) ?? []
  return {
    departments: open.map(({ id, name, description, openingHours }) => {
      const state = readOpening(openingHours, now)
      return {
        id,
        name,
        description,
        hours: state && { open: state.open, changesAt: state.changesAt.toISOString() },
      }
    }),
    servers: owned.map((server) => ({ id: server.id, name: server.name, diagnosis: diagnose(server, now) })),
    open: await countOpenOf(db.orm, actor.id),
    limit: settings.read(ticketSettings).tickets_open_limit,
  }
})

export const handleCreateTicket = answer(createTicket, ticketUses, async (call) => {
  const { id, number } = await openTicket(call)
  return { id, number }
})

export const handleReadTicket = answer(readTicket, ticketUses, async ({ actor, params, fail, ...uses }) => {
  const { orm } = uses.db
  const row = await findTicketOf(orm, actor.id, params.id)
  if (!row) throw fail('NOT_FOUND')
  const [messages, events] = [
    await listPublicMessages(orm, row.id),
    await listEvents(orm, row.id, ['status', 'merged', 'unmerged']),
  ]
  const parts = await readMessageParts(orm, messages)
  const people = await readPeople(uses.users, peopleIn(row, messages, events))
  const departments = await readDepartments(uses)
  const previous = row.previousId === null ? null : await findTicketOf(orm, actor.id, row.previousId)
  const into = row.mergedInto === null ? null : await findTicketOf(orm, actor.id, row.mergedInto)
  return {
    ticket: { ...presentTicket(row, departments), ...presentDetails(row, previous, into) },
    messages: messages.map((message) => presentMessage(message, people, parts)),
    events: events.map((event) => presentEvent(event, people, departments)),
  }
})

export const handleRemoveDiagnosis = answer(
  removeDiagnosis,
  ticketUses,
  async ({ actor, params, fail, ip, db, audit }) => {
    const row = await findTicketOf(db.orm, actor.id, params.id)
    if (!row) throw fail('NOT_FOUND')
    if (row.diagnosis === null) return { id: row.id }
    await db.orm.transaction(async (tx) => {
      await updateTicket(tx, row.id, { diagnosis: null })
      await audit.write(tx, { actor: actor.id, action: 'tickets:diagnosis-removed', target: row.id, ip })
    })
    return { id: row.id }
  },
)
