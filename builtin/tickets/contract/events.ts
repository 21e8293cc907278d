import { defineEvent, userId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { ticketStatuses } from './bounds.ts'

const ticket = z.object({ ticket: z.uuid(), owner: userId })

/** A ticket was opened, by its customer or by an added plugin. */
export const ticketOpened = defineEvent('tickets:opened', ticket)
/** A reply that the customer can read: their own, one of staff once it can no longer be undone, or one of an added plugin, without an author. */
export const ticketReplied = defineEvent(
  'tickets:replied',
  ticket.extend({ author: userId.nullable(), staff: z.boolean() }),
)
export const ticketStatusChanged = defineEvent(
  'tickets:status-changed',
  ticket.extend({ from: z.enum(ticketStatuses), to: z.enum(ticketStatuses) }),
)
/** Null takes the ticket from its assignee. */
export const ticketAssigned = defineEvent('tickets:assigned', ticket.extend({ assignee: userId.nullable() }))
