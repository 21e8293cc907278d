import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { incidentAnswerBounds, ticketBounds, ticketStatuses } from './bounds.ts'
import { person, ticketBody } from './schemas.ts'

const access = { permission: 'admin.tickets.view' } as const
const params = z.strictObject({ id: rowId })

export const listIncidentTickets = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/incidents/:id',
  summary: 'Tickets about servers in the locations of an incident that are not closed, oldest first',
  access,
  params,
  reply: z.object({
    tickets: z.array(
      z.object({
        id: rowId,
        number: z.number().int(),
        subject: z.string(),
        status: z.enum(ticketStatuses),
        owner: person,
        server: z.string().nullable(),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})

export const answerIncident = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/incidents/:id/answers',
  summary: 'Send one reply to several of the tickets about an incident',
  access,
  limit: 20,
  params,
  body: z.strictObject({
    body: ticketBody.max(ticketBounds.body).min(1),
    tickets: z.array(rowId).min(1).max(incidentAnswerBounds.tickets),
    requestKey: z.uuid(),
  }),
  reply: z.object({
    sent: z.number().int(),
    /** Numbers of tickets that took no reply: closed, merged or full meanwhile. */
    skipped: z.array(z.number().int()),
  }),
  fails: { NOT_FOUND: 404, TICKETS_INCIDENT: 400, TICKETS_VARIABLES_LEFT: 400 },
})
