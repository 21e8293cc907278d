import { identity } from '@spawnpoint/sdk/server'
import { bigint, boolean, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('image_hosting')
const at = (name: string) => timestamp(name, { withTimezone: true })
const owner = () =>
  uuid('owner')
    .notNull()
    .references(() => identity.id)

export const uploadKey = schema.table('upload_key', {
  id: uuid('id').primaryKey(),
  owner: owner(),
  name: text('name').notNull(),
  hash: text('hash').notNull(),
  hint: text('hint').notNull(),
  createdAt: at('created_at').notNull(),
  lastUsedAt: at('last_used_at'),
})

export const image = schema.table('image', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  name: text('name').notNull(),
  pictureId: text('picture_id').notNull(),
  owner: owner(),
  keyId: uuid('key_id').references(() => uploadKey.id),
  title: text('title').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  createdAt: at('created_at').notNull(),
  deletedAt: at('deleted_at'),
  withheld: text('withheld', { enum: ['review', 'removed'] }),
})
export type Image = typeof image.$inferSelect

export const reservation = schema.table('reservation', {
  id: uuid('id').primaryKey(),
  owner: owner(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  createdAt: at('created_at').notNull(),
})

export const seen = schema.table('seen', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  hash: text('hash').notNull(),
  likeness: text('likeness').notNull(),
  keys: text('keys').array().notNull(),
  owner: uuid('owner').references(() => identity.id),
  coins: integer('coins').notNull(),
  seenAt: at('seen_at').notNull(),
})

export const embed = schema.table('embed', {
  owner: uuid('owner')
    .primaryKey()
    .references(() => identity.id),
  enabled: boolean('enabled').notNull(),
  siteName: text('site_name').notNull(),
  author: text('author').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  color: text('color').notNull(),
})
