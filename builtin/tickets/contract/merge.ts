import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const access = { permission: 'admin.tickets.view' } as const
const params = z.strictObject({ id: rowId })
const ticket = z.object({ id: rowId, number: z.number().int() })

export const listMergeTargets = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/:id/merge',
  summary: 'Other tickets of the same customer that this one can be merged with',
  access,
  params,
  reply: z.object({
    tickets: z.array(ticket.extend({ subject: z.string(), createdAt: z.iso.datetime() })),
  }),
  fails: { NOT_FOUND: 404 },
})

export const mergeTicket = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/queue/:id/merge',
  summary: 'Move the messages of a ticket into another one of the same customer, and close it',
  access,
  limit: 30,
  params,
  body: z.strictObject({ into: rowId, version: z.number().int() }),
  /** The ticket that has all messages now. */
  reply: ticket,
  fails: {
    NOT_FOUND: 404,
    STALE_EDIT: 409,
    TICKETS_MERGE_OTHER: 400,
    TICKETS_MERGED: 409,
    TICKETS_CLOSED: 409,
    TICKETS_SENDING: 409,
    TICKETS_FULL: 409,
  },
})

export const unmergeTicket = defineEndpoint({
  method: 'DELETE',
  path: '/api/tickets/queue/:id/merge',
  summary: 'Undo a merge within a day: the messages of the ticket come back, newer ones stay',
  access,
  params,
  reply: ticket,
  fails: { NOT_FOUND: 404, TICKETS_MERGED: 409, TICKETS_MERGE_OLD: 409 },
})
