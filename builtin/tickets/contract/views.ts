import { defineEndpoint, plainText, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { queueQuery } from './queue.ts'

const access = { permission: 'admin.tickets.list' } as const
const { search, filter } = queueQuery.shape

const view = z.object({
  id: rowId,
  name: z.string(),
  /** As in the address of the queue. */
  search: z.string(),
  filter: z.string(),
  shared: z.boolean(),
  /** Tickets that match, up to 1,000. */
  count: z.number().int(),
  /** May the caller rename and delete it? */
  changeable: z.boolean(),
})
export type SavedView = z.output<typeof view>

export const listViews = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/views',
  summary: 'List my saved views of the queue and the shared ones, with how many tickets each has',
  access,
  reply: z.object({ views: z.array(view) }),
})

export const saveView = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/queue/views',
  summary: 'Save a search and filters of the queue under a name, for me or for everybody who reads the queue',
  access,
  limit: 30,
  body: z.strictObject({
    name: plainText(1, 40),
    search,
    /** Refused where it is none of the queue. */
    filter: z
      .string()
      .max(500)
      .default('')
      .refine((text) => filter.safeParse(text).success, { error: 'invalid' }),
    shared: z.boolean(),
  }),
  reply: z.object({ id: rowId }),
  fails: { TICKETS_VIEWS: 409, TICKETS_VIEW_SHARE: 403 },
})

export const renameView = defineEndpoint({
  method: 'PATCH',
  path: '/api/tickets/queue/views/:id',
  summary: 'Rename a saved view of mine, or a shared one',
  access,
  limit: 30,
  params: z.strictObject({ id: rowId }),
  body: z.strictObject({ name: plainText(1, 40) }),
  reply: z.object({ id: rowId }),
  fails: { NOT_FOUND: 404 },
})

export const deleteView = defineEndpoint({
  method: 'DELETE',
  path: '/api/tickets/queue/views/:id',
  summary: 'Delete a saved view of mine, or a shared one',
  access,
  params: z.strictObject({ id: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})
