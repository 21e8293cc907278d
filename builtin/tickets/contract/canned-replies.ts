import { defineEndpoint, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'

export const listCannedReplies = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/:id/canned-replies',
  summary: 'The canned replies as they read in a ticket, in the language of its customer',
  access: { permission: 'admin.tickets.view' },
  params: z.strictObject({ id: rowId }),
  reply: z.object({
    replies: z.array(
      z.object({
        id: rowId,
        name: z.string(),
        text: z.string(),
        /** Variables that have no value in this ticket and stand in the text as they are. */
        missing: z.array(z.string()),
      }),
    ),
  }),
  fails: { NOT_FOUND: 404 },
})
