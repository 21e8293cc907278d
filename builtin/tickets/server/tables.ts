import {
  ticketEventKinds,
  ticketFileKinds,
  ticketPriorities,
  ticketRatings,
  ticketStatuses,
  type Diagnosis,
} from '@spawnpoint/contracts/tickets'
import { identity } from '@spawnpoint/sdk/server'
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgSchema,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const schema = pgSchema('tickets')
const at = (name: string) => timestamp(name, { withTimezone: true })
const person = (name: string) => uuid(name).references(() => identity.id)
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const rowNumber = () => bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity()

export const ticket = schema.table('ticket', {
  id: uuid('id').primaryKey(),
  number: integer('number').notNull().generatedAlwaysAsIdentity(),
  owner: person('owner').notNull(),
  departmentId: uuid('department_id'),
  serverId: uuid('server_id'),
  serverName: text('server_name'),
  diagnosis: jsonb('diagnosis').$type<Diagnosis>(),
  previousId: uuid('previous_id'),
  subject: text('subject').notNull(),
  priority: text('priority', { enum: ticketPriorities }).notNull(),
  status: text('status', { enum: ticketStatuses }).notNull().default('open'),
  assignee: person('assignee'),
  lastBy: text('last_by', { enum: ['customer', 'staff'] })
    .notNull()
    .default('customer'),
  version: integer('version').notNull().default(1),
  requestKey: uuid('request_key').notNull(),
  search: tsvector('search').notNull(),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
  closedAt: at('closed_at'),
  touchedAt: at('touched_at').notNull().defaultNow(),
  rating: text('rating', { enum: ticketRatings }),
  ratedAt: at('rated_at'),
  ratingComment: text('rating_comment'),
  snoozedUntil: at('snoozed_until'),
  mergedInto: uuid('merged_into'),
  mergedAt: at('merged_at'),
  mergedStatus: text('merged_status', { enum: ticketStatuses }),
})

export const message = schema.table('message', {
  id: rowNumber(),
  ticketId: uuid('ticket_id')
    .notNull()
    .references(() => ticket.id),
  /** Null where an added plugin wrote in its own name. */
  author: person('author'),
  plugin: text('plugin'),
  pluginName: text('plugin_name'),
  staff: boolean('staff').notNull(),
  internal: boolean('internal').notNull().default(false),
  body: text('body').notNull(),
  requestKey: uuid('request_key').notNull(),
  createdAt: at('created_at').notNull(),
  releasedAt: at('released_at'),
  origins: uuid('origins').array().notNull().default([]),
})

export const event = schema.table('event', {
  id: rowNumber(),
  ticketId: uuid('ticket_id')
    .notNull()
    .references(() => ticket.id),
  actor: person('actor'),
  kind: text('kind', { enum: ticketEventKinds }).notNull(),
  before: text('before'),
  after: text('after'),
  at: at('at').notNull(),
})

export const draft = schema.table('draft', {
  person: person('person').notNull(),
  ticketId: uuid('ticket_id').references(() => ticket.id),
  subject: text('subject').notNull().default(''),
  body: text('body').notNull(),
  updatedAt: at('updated_at').notNull(),
})

export const attachment = schema.table('attachment', {
  id: uuid('id').primaryKey(),
  owner: person('owner').notNull(),
  ticketId: uuid('ticket_id').references(() => ticket.id),
  messageId: bigint('message_id', { mode: 'bigint' }).references(() => message.id),
  name: text('name').notNull(),
  kind: text('kind', { enum: ticketFileKinds }).notNull(),
  pictureId: text('picture_id'),
  bytes: integer('bytes').notNull(),
  createdAt: at('created_at').notNull(),
})

export const leftover = schema.table('leftover', {
  id: uuid('id').primaryKey(),
  pictureId: text('picture_id'),
  dueAt: at('due_at').notNull(),
})

export const presence = schema.table('presence', {
  ticketId: uuid('ticket_id')
    .notNull()
    .references(() => ticket.id),
  person: person('person').notNull(),
  seenAt: at('seen_at').notNull(),
  typingAt: at('typing_at'),
})

export const savedView = schema.table('saved_view', {
  id: uuid('id').primaryKey(),
  owner: person('owner'),
  name: text('name').notNull(),
  search: text('search').notNull(),
  filter: text('filter').notNull(),
  shared: boolean('shared').notNull(),
  createdAt: at('created_at').notNull(),
})

export const compensation = schema.table('compensation', {
  id: rowNumber(),
  messageId: bigint('message_id', { mode: 'bigint' }).references(() => message.id),
  actor: person('actor').notNull(),
  coins: integer('coins').notNull(),
  days: integer('days').notNull(),
  serverId: uuid('server_id'),
  serverName: text('server_name'),
  createdAt: at('created_at').notNull(),
  coinsFailed: boolean('coins_failed').notNull().default(false),
  daysFailed: boolean('days_failed').notNull().default(false),
})

export const ticketStatusOf = (text: string | null) => ticketStatuses.find((each) => each === text) ?? null

/** Without the index of its words, which is large. */
export type Ticket = Omit<typeof ticket.$inferSelect, 'search' | 'touchedAt'>
export type Message = typeof message.$inferSelect
export type TicketEvent = typeof event.$inferSelect
export type Attachment = typeof attachment.$inferSelect
export type Compensation = typeof compensation.$inferSelect
