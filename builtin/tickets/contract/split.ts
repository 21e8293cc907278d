import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { ticketSubject } from './schemas.ts'

export const splitTicket = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/queue/:id/split',
  summary: 'Move a message of the customer and all after it into a new ticket of the same customer',
  access: { permission: 'admin.tickets.view' },
  limit: 30,
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({
    /** The first message that moves. */
    from: z.string().regex(/^\d{1,18}$/),
    subject: ticketSubject,
    version: z.number().int(),
    requestKey: z.uuid(),
  }),
  /** The new ticket. */
  reply: z.object({ id: rowId, number: z.number().int() }),
  fails: {
    NOT_FOUND: 404,
    STALE_EDIT: 409,
    TICKETS_MERGED: 409,
    TICKETS_SENDING: 409,
    TICKETS_SPLIT: 400,
    TICKETS_KEY_REUSED: 422,
  },
})
