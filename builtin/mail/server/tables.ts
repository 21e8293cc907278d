import { boolean, index, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('mail')

export const email = schema.table('email', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id'),
  address: text('address').notNull(),
  locale: text('locale').notNull().default('EN'),
  purpose: text('purpose'),
  subject: text('subject').notNull(),
  paragraphs: text('paragraphs').array().notNull(),
  bodyHtml: text('body_html'),
  actionLabel: text('action_label'),
  actionUrl: text('action_url'),
  status: text('status', { enum: ['queued', 'sent', 'failed'] })
    .notNull()
    .default('queued'),
  failure: text('failure'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true }),
  key: text('key').unique(),
  requested: boolean('requested').notNull().default(false),
})

export const bounce = schema.table(
  'bounce',
  {
    address: text('address').primaryKey(),
    userId: uuid('user_id'),
    reason: text('reason').notNull(),
    since: timestamp('since', { withTimezone: true }).notNull(),
  },
  (row) => [index('bounce_by_user').on(row.userId)],
)

export type StoredEmail = typeof email.$inferSelect
