import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { ticketPriorities, ticketRatings, ticketStatuses } from './bounds.ts'
import { grantedCompensation, offeredCompensation, takenCompensation } from './compensation.ts'
import {
  departmentName,
  diagnosis,
  hasContent,
  noContent,
  person,
  sentFiles,
  slaClock,
  ticketBody,
} from './schemas.ts'
import { ticketEvent, ticketMessage } from './own-tickets.ts'

const listing = { permission: 'admin.tickets.list' } as const
// The catalogue has no permission to write: who may open a ticket answers it.
const viewing = { permission: 'admin.tickets.view' } as const
const params = z.strictObject({ id: rowId })
const moment = z.iso.datetime()

const row = z.object({
  id: rowId,
  number: z.number().int(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  department: departmentName,
  owner: person,
  assignee: person,
  /** The side that wrote last. */
  lastBy: z.enum(['customer', 'staff']),
  /** Until then it is not in the queue; null where it is. */
  snoozedUntil: moment.nullable(),
  createdAt: moment,
  updatedAt: moment,
})

/** Another person of staff who has the ticket open. */
const viewer = z.object({ id: rowId, name: z.string(), typing: z.boolean() })

const listed = row.extend({
  viewers: z.array(viewer),
  /** The clock that is due first; null where none runs. */
  due: slaClock.nullable(),
})

export type Viewer = z.output<typeof viewer>
export type QueuedTicket = z.output<typeof listed>

/** Search, filters and order of the queue, as they are in its address. */
export const queueQuery = listQuery({
  sort: ['updatedAt', 'createdAt'],
  filters: {
    status: z.enum([...ticketStatuses, 'any', 'snoozed']),
    department: rowId,
    priority: z.enum(ticketPriorities),
    assignee: z.enum(['me', 'nobody']),
  },
})

export const listQueue = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue',
  summary: 'List tickets of all customers; without a status those that are neither closed nor snoozed',
  access: listing,
  query: queueQuery,
  reply: listReply(listed),
  fails: { BAD_CURSOR: 400 },
})

export const countQueue = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/counts',
  summary:
    'How many tickets are neither closed nor snoozed, and of these wait for a reply, are urgent, or are assigned to the caller',
  access: listing,
  reply: z.object({
    active: z.number().int(),
    unanswered: z.number().int(),
    urgent: z.number().int(),
    mine: z.number().int(),
  }),
})

export const readTicketFigures = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/figures',
  summary: 'How many tickets were opened and closed on each of the last 30 days',
  access: listing,
  reply: z.object({
    /** One number a day, oldest first. */
    opened: z.array(z.number().int()),
    /** By the day of its last end; without tickets that were reopened. */
    closed: z.array(z.number().int()),
  }),
})

export const listQueueDepartments = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/departments',
  summary: 'The departments a ticket can be in, for filters and forms',
  access: { ...listing, alternatives: [viewing.permission] },
  reply: z.object({ departments: z.array(z.object({ id: rowId, name: z.string() })) }),
})

export const findAssignees = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/assignees',
  summary: 'Staff who can be assigned to a ticket: those who have worked on tickets, or match the text',
  access: viewing,
  query: z.strictObject({ text: z.string().trim().max(100).default('') }),
  reply: z.object({ people: z.array(z.object({ id: rowId, name: z.string() })) }),
})

const queuedServer = z.object({
  id: rowId,
  name: z.string(),
  status: z.string(),
  expiresAt: moment.nullable(),
})

export const readQueuedTicket = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/:id',
  summary: 'Read a ticket with its notes, and what is known of its customer',
  access: viewing,
  params,
  reply: z.object({
    ticket: row.extend({
      version: z.number().int(),
      sla: z.array(slaClock),
      server: z.object({ id: rowId, name: z.string() }).nullable(),
      diagnosis: diagnosis.nullable(),
      closedAt: moment.nullable(),
      /** A day after it was given: nobody is asked about it at once. */
      rating: z.enum(ticketRatings).nullable(),
      ratingComment: z.string().nullable(),
      previous: z.object({ id: rowId, number: z.number().int() }).nullable(),
      /** The ticket that its messages were moved to, and until when that can be undone. */
      mergedInto: z.object({ id: rowId, number: z.number().int(), undoUntil: moment }).nullable(),
    }),
    messages: z.array(
      ticketMessage.extend({
        internal: z.boolean(),
        /** The part that could not be paid; staff settle it in another way. */
        failedCompensation: grantedCompensation.nullable(),
        /** Until then the customer does not see it and it can be undone; null once it is sent. */
        heldUntil: moment.nullable(),
        /** Written by the caller. */
        own: z.boolean(),
      }),
    ),
    events: z.array(ticketEvent),
    customer: z
      .object({
        id: rowId,
        username: z.string(),
        name: z.string(),
        createdAt: moment,
        /** Null where the caller may not see it, or the plugin is off. */
        balance: z.number().int().nullable(),
        servers: z.array(queuedServer).nullable(),
        tickets: z.array(row.pick({ id: true, number: true, subject: true, status: true, updatedAt: true })),
      })
      .nullable(),
  }),
  fails: { NOT_FOUND: 404 },
})

export const replyAsStaff = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/queue/:id/replies',
  summary: 'Reply to a customer, or write a note that only staff see',
  access: viewing,
  limit: 60,
  params,
  body: z
    .strictObject({
      body: ticketBody,
      files: sentFiles,
      internal: z.boolean(),
      /** The last message that the writer saw; null for none. */
      seen: z
        .string()
        .regex(/^\d{1,18}$/)
        .nullable(),
      /** Send although somebody else has written since. */
      anyway: z.boolean().default(false),
      compensation: offeredCompensation.nullable().default(null),
      requestKey: z.uuid(),
    })
    .refine(hasContent, noContent),
  reply: z.object({ id: z.string(), heldUntil: moment.nullable() }),
  fails: {
    NOT_FOUND: 404,
    TICKETS_CLOSED: 409,
    TICKETS_FULL: 409,
    TICKETS_NEWER: 409,
    TICKETS_VARIABLES_LEFT: 400,
    TICKETS_MERGED: 409,
    TICKETS_FILES: 409,
    TICKETS_COMPENSATION_DENIED: 403,
    TICKETS_COMPENSATION_LIMIT: 409,
    TICKETS_COMPENSATION_SERVER: 400,
    TICKETS_KEY_REUSED: 422,
  },
})

export const setTypingState = defineEndpoint({
  method: 'PUT',
  path: '/api/tickets/queue/:id/typing',
  summary: 'Tell other staff who have the ticket open that the caller types, or stopped',
  access: viewing,
  limit: 120,
  params,
  body: z.strictObject({ typing: z.boolean() }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

export const undoReply = defineEndpoint({
  method: 'DELETE',
  path: '/api/tickets/queue/:id/replies/:message',
  summary: 'Take an own reply back while the customer has not seen it',
  access: viewing,
  params: params.extend({ message: z.string().max(40) }),
  reply: z.object({ body: z.string(), compensation: takenCompensation.nullable() }),
  fails: { NOT_FOUND: 404, TICKETS_SENT: 409 },
})

export const changeTicket = defineEndpoint({
  method: 'PATCH',
  path: '/api/tickets/queue/:id',
  summary:
    'Change status, priority, department or assignee of a ticket, or take it out of the queue for a time',
  access: viewing,
  params,
  body: z.strictObject({
    version: z.number().int(),
    status: z.enum(ticketStatuses).optional(),
    priority: z.enum(ticketPriorities).optional(),
    departmentId: rowId.nullable().optional(),
    assigneeId: rowId.nullable().optional(),
    /** A moment within the next 90 days; null brings it back. */
    snoozedUntil: moment.nullable().optional(),
  }),
  reply: z.object({ version: z.number().int() }),
  fails: {
    NOT_FOUND: 404,
    STALE_EDIT: 409,
    TICKETS_DEPARTMENT: 400,
    TICKETS_ASSIGNEE: 400,
    TICKETS_SNOOZE: 400,
    TICKETS_MERGED: 409,
  },
})

export const watchQueuedTicket = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/queue/live',
  summary: 'Server-sent events: one at each change of a ticket',
  access: viewing,
  limit: 240,
  query: z.strictObject({ ticket: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})
