import { defineEndpoint, listQuery, listReply, rowId } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import {
  RATING_COMMENT_LENGTH,
  ticketBounds,
  ticketEventKinds,
  ticketPriorities,
  ticketRatings,
  ticketStatuses,
} from './bounds.ts'
import { grantedCompensation } from './compensation.ts'
import {
  departmentName,
  diagnosis,
  hasContent,
  noContent,
  person,
  sentFiles,
  ticketBody,
  ticketFile,
  ticketSubject,
} from './schemas.ts'

const access = { user: true, flag: 'allow_tickets' } as const
const params = z.strictObject({ id: rowId })
const moment = z.iso.datetime()

const ticket = z.object({
  id: rowId,
  number: z.number().int(),
  subject: z.string(),
  status: z.enum(ticketStatuses),
  priority: z.enum(ticketPriorities),
  department: departmentName,
  createdAt: moment,
  /** When something that the customer sees happened last. */
  updatedAt: moment,
})

export const ticketMessage = z.object({
  id: z.string(),
  at: moment,
  body: z.string(),
  staff: z.boolean(),
  author: person,
  /** The added plugin that wrote it, or through which its author did. */
  plugin: z.string().nullable(),
  files: z.array(ticketFile),
  compensation: grantedCompensation.nullable(),
})

export const ticketEvent = z.object({
  id: z.string(),
  at: moment,
  kind: z.enum(ticketEventKinds),
  from: z.string().nullable(),
  to: z.string().nullable(),
  actor: person,
})

const conversation = z.object({
  ticket: ticket.extend({
    server: z.object({ id: rowId, name: z.string() }).nullable(),
    diagnosis: diagnosis.nullable(),
    closedAt: moment.nullable(),
    rating: z.enum(ticketRatings).nullable(),
    ratingComment: z.string().nullable(),
    previous: z.object({ id: rowId, number: z.number().int() }).nullable(),
    /** The ticket that its messages were moved to. */
    mergedInto: z.object({ id: rowId, number: z.number().int() }).nullable(),
  }),
  messages: z.array(ticketMessage),
  /** Changes of the status and merges only. */
  events: z.array(ticketEvent),
})

export const listTickets = defineEndpoint({
  method: 'GET',
  path: '/api/tickets',
  summary: 'List my tickets, the last changed first',
  access,
  query: listQuery({ sort: ['updatedAt'], filters: { state: z.enum(['open', 'closed']) } }),
  reply: listReply(ticket),
  fails: { BAD_CURSOR: 400 },
})

const hours = z.object({
  open: z.boolean(),
  /** When that changes next; null when it never does. */
  changesAt: moment.nullable(),
})

export const readTicketOptions = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/options',
  summary: 'What I can open a ticket about',
  access,
  reply: z.object({
    departments: z.array(
      z.object({
        id: rowId,
        name: z.string(),
        description: z.string(),
        /** Null where it has no opening hours. */
        hours: hours.nullable(),
      }),
    ),
    servers: z.array(z.object({ id: rowId, name: z.string(), diagnosis })),
    /** How many of my tickets are not closed, and how many may be. */
    open: z.number().int(),
    limit: z.number().int(),
  }),
})

export const createTicket = defineEndpoint({
  method: 'POST',
  path: '/api/tickets',
  summary: 'Open a ticket',
  access,
  limit: 20,
  body: z
    .strictObject({
      departmentId: rowId.nullable(),
      serverId: rowId.nullable(),
      /** Attach how the server is now. */
      withDiagnosis: z.boolean(),
      priority: z.enum(ticketPriorities).default('low'),
      subject: ticketSubject,
      body: ticketBody,
      files: sentFiles,
      /** A closed ticket of mine that this one goes on with. */
      previousId: rowId.nullable().default(null),
      requestKey: z.uuid(),
    })
    .refine(hasContent, noContent),
  reply: z.object({ id: rowId, number: z.number().int() }),
  fails: {
    TICKETS_DEPARTMENT: 400,
    TICKETS_SERVER: 400,
    TICKETS_PREVIOUS: 400,
    TICKETS_LIMIT: 409,
    TICKETS_FILES: 409,
    TICKETS_KEY_REUSED: 422,
  },
})

export const readTicket = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/:id',
  summary: 'Read one of my tickets',
  access,
  params,
  reply: conversation,
  fails: { NOT_FOUND: 404 },
})

export const replyToTicket = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/:id/replies',
  summary: 'Reply to one of my tickets',
  access,
  limit: 30,
  params,
  body: z
    .strictObject({ body: ticketBody, files: sentFiles, requestKey: z.uuid() })
    .refine(hasContent, noContent),
  reply: z.object({ id: z.string() }),
  fails: {
    NOT_FOUND: 404,
    TICKETS_CLOSED: 409,
    TICKETS_FULL: 409,
    TICKETS_FILES: 409,
    TICKETS_KEY_REUSED: 422,
  },
})

export const closeTicket = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/:id/close',
  summary: 'Close one of my tickets for good',
  access,
  params,
  reply: z.object({ id: rowId }),
  fails: { NOT_FOUND: 404 },
})

export const removeDiagnosis = defineEndpoint({
  method: 'DELETE',
  path: '/api/tickets/:id/diagnosis',
  summary: 'Remove what one of my tickets says about its server',
  access,
  params,
  reply: z.object({ id: rowId }),
  fails: { NOT_FOUND: 404 },
})

export const rateTicket = defineEndpoint({
  method: 'POST',
  path: '/api/tickets/:id/rating',
  summary:
    'Say whether one of my closed tickets was solved, once for each time that it is closed, with a comment then or later',
  access,
  params,
  body: z.strictObject({
    rating: z.enum(ticketRatings),
    comment: z.string().trim().min(1).max(RATING_COMMENT_LENGTH).optional(),
  }),
  reply: z.object({ rating: z.enum(ticketRatings), ratingComment: z.string().nullable() }),
  fails: { NOT_FOUND: 404, TICKETS_OPEN: 409, TICKETS_RATED: 409 },
})

/** A ticket that the caller may read; absent while the ticket is not there yet. */
const place = { ticket: rowId.optional() }
const draft = z.object({ subject: z.string(), body: z.string() })

export const readDraft = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/draft',
  summary: 'Read the text and the files that I have not sent yet',
  access: { user: true },
  query: z.strictObject(place),
  reply: z.object({ draft: draft.nullable(), files: z.array(ticketFile) }),
  fails: { NOT_FOUND: 404 },
})

export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/tickets/draft',
  summary: 'Keep the text that I have not sent yet; an empty one is removed',
  access: { user: true },
  limit: 240,
  body: z.strictObject({
    ...place,
    subject: z.string().max(ticketBounds.subject).default(''),
    body: z.string().max(ticketBounds.body),
  }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})

export const watchTicket = defineEndpoint({
  method: 'GET',
  path: '/api/tickets/live',
  summary: 'Server-sent events: one at each change of one of my tickets',
  access,
  limit: 240,
  query: z.strictObject({ ticket: rowId }),
  reply: z.object({}),
  fails: { NOT_FOUND: 404 },
})
