import { identity } from '@spawnpoint/sdk/server'
import { boolean, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
