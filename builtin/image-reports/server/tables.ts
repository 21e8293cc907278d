import { removalGrounds, reportReasons, reportStatuses } from '@spawnpoint/contracts/image-reports/schemas'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('image_reports')
const at = (name: string) => timestamp(name, { withTimezone: true })

export const report = schema.table('report', {
  id: uuid('id').primaryKey().defaultRandom(),
  number: bigint('number', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  image: text('image').notNull(),
  title: text('title').notNull(),
  pictureId: text('picture_id').notNull(),
  hash: text('hash').notNull(),
  owner: uuid('owner').references(() => identity.id),
  reason: text('reason', { enum: reportReasons }).notNull(),
  status: text('status', { enum: reportStatuses }).notNull().default('pending'),
  notices: integer('notices').notNull().default(0),
  notes: text('notes').notNull().default(''),
  reportedAt: at('reported_at').notNull(),
  lastReportedAt: at('last_reported_at').notNull(),
  hiddenAt: at('hidden_at'),
  decidedAt: at('decided_at'),
  decidedBy: uuid('decided_by').references(() => identity.id),
  ground: text('ground', { enum: removalGrounds }),
  facts: text('facts').notNull().default(''),
  appeal: text('appeal'),
  appealedAt: at('appealed_at'),
  answer: text('answer', { enum: ['restored', 'upheld'] }),
  answeredAt: at('answered_at'),
  purgedAt: at('purged_at'),
  alike: uuid('alike'),
})
export type Report = typeof report.$inferSelect

export const notice = schema.table('notice', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  reportId: uuid('report_id')
    .notNull()
    .references(() => report.id),
  receipt: text('receipt').notNull(),
  reason: text('reason', { enum: reportReasons }).notNull(),
  details: text('details').notNull(),
  name: text('name'),
  email: text('email'),
  language: text('language').notNull(),
  reporter: text('reporter').notNull(),
  network: text('network').notNull(),
  ip: text('ip'),
  createdAt: at('created_at').notNull(),
})
export type Notice = typeof notice.$inferSelect

export const block = schema.table('block', {
  hash: text('hash').primaryKey(),
  reportId: uuid('report_id').references(() => report.id),
  likeness: text('likeness'),
  keys: text('keys').array().notNull().default([]),
  createdAt: at('created_at').notNull(),
})
