import {
  massMailKinds,
  massMailStates,
  recipientStates,
  type Audience,
  type MassMailText,
} from '@spawnpoint/contracts/mail-templates'
import { identity } from '@spawnpoint/sdk/server'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const schema = pgSchema('mail_templates')
const at = (name: string) => timestamp(name, { withTimezone: true }).notNull()
const languageIds = ['EN', 'RO', 'FR', 'DE', 'ES', 'MD'] as const

const written = {
  plugin: text('plugin').notNull(),
  kind: text('kind').notNull(),
  language: text('language', { enum: languageIds }).notNull(),
  subject: text('subject').notNull(),
  body: text('body').notNull(),
}

export const template = schema.table('template', {
  id: uuid('id').primaryKey(),
  ...written,
  action: text('action').notNull().default(''),
  active: boolean('active').notNull().default(true),
  version: integer('version').notNull().default(1),
  createdAt: at('created_at'),
  updatedAt: at('updated_at'),
})

export const version = schema.table('version', {
  id: uuid('id').primaryKey(),
  ...written,
  action: text('action').notNull(),
  author: uuid('author').references(() => identity.id),
  savedAt: at('saved_at'),
})

export const preview = schema.table('preview', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => identity.id, { onDelete: 'cascade' }),
  subject: text('subject').notNull(),
  htmlLight: text('html_light').notNull(),
  htmlDark: text('html_dark').notNull(),
  drawnAt: at('drawn_at'),
})

export type StoredTemplate = typeof template.$inferSelect
export type StoredVersion = typeof version.$inferSelect

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const massMail = schema.table('mass_mail', {
  id: uuid('id').primaryKey(),
  author: uuid('author').references(() => identity.id),
  kind: text('kind', { enum: massMailKinds }).notNull(),
  audience: jsonb('audience').$type<Audience>().notNull(),
  texts: jsonb('texts').$type<readonly MassMailText[]>().notNull(),
  state: text('state', { enum: massMailStates }).notNull().default('gathering'),
  gatheredTo: uuid('gathered_to'),
  leaseUntil: moment('lease_until'),
  problem: text('problem'),
  requestKey: uuid('request_key').notNull(),
  createdAt: at('created_at'),
  finishedAt: moment('finished_at'),
})

export const recipient = schema.table(
  'recipient',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().unique(),
    massMail: uuid('mass_mail')
      .notNull()
      .references(() => massMail.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => identity.id),
    address: text('address').notNull(),
    username: text('username').notNull(),
    language: text('language').notNull(),
    state: text('state', { enum: recipientStates }).notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    dueAt: at('due_at'),
    failure: text('failure'),
    endedAt: moment('ended_at'),
  },
  (table) => [primaryKey({ columns: [table.massMail, table.address] })],
)

export const unsubscribed = schema.table('unsubscribed', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => identity.id),
  createdAt: at('created_at'),
})

export type StoredMassMail = typeof massMail.$inferSelect
export type StoredRecipient = typeof recipient.$inferSelect
