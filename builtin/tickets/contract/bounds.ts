// Apart from the schemas, so that pages read it without zod.

/** From new to done; `replied` waits for the customer to read, `waiting` for the customer to act. */
export const ticketStatuses = ['open', 'inprogress', 'waiting', 'replied', 'closed'] as const
export type TicketStatus = (typeof ticketStatuses)[number]

export const ticketPriorities = ['low', 'medium', 'high', 'urgent'] as const
export type TicketPriority = (typeof ticketPriorities)[number]

/** Characters of a subject and of a message, and messages of one ticket. */
export const ticketBounds = { subject: 150, body: 10_000, messages: 300 } as const

/** The part of a department's times that a ticket of a priority has. */
export const slaShare: Readonly<Record<TicketPriority, number>> = {
  low: 1,
  medium: 1,
  high: 0.5,
  urgent: 0.25,
}

/** First reply, reply to the last question, and end. */
export const slaKinds = ['first', 'next', 'resolution'] as const
/** `paused`: the customer's turn; `overdue` goes on, `missed` is done but too late. */
export const slaStates = ['running', 'overdue', 'paused', 'met', 'missed'] as const

export const ticketEventKinds = [
  'status',
  'priority',
  'department',
  'assignee',
  'merged',
  'unmerged',
  'snoozed',
  'split',
] as const

/** How long a ticket can leave the queue. */
export const SNOOZE_DAYS = 90

/** The most that one reply grants, whatever the limits of the day are. */
export const compensationBounds = { coins: 1_000_000, days: 365 } as const

/** Tickets that one answer to an incident reaches. */
export const incidentAnswerBounds = { tickets: 200 } as const

/** How long a merge can be undone. */
export const MERGE_UNDO_HOURS = 24

/** Whether a closed ticket solved the customer's problem. */
export const ticketRatings = ['good', 'bad'] as const

/** Characters of what a customer adds to a rating. */
export const RATING_COMMENT_LENGTH = 1_000

export const ticketFileKinds = ['picture', 'text'] as const

const MEGABYTE = 1_048_576
/** Files of a message, and of a person: not sent yet, and of one day. A text is a log or a configuration. */
export const ticketFileBounds = {
  name: 200,
  ofMessage: 10,
  unsent: 30,
  ofDay: 100,
  pictureBytes: 10 * MEGABYTE,
  textBytes: 2 * MEGABYTE,
} as const
