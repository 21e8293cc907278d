import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const email = pgSchema('mail').table('email', {
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
})

export type StoredEmail = typeof email.$inferSelect
