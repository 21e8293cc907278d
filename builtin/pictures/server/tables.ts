import { identity } from '@spawnpoint/sdk/server'
import { bigint, boolean, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('pictures')
const at = (name: string) => timestamp(name, { withTimezone: true })

export const content = schema.table('content', {
  id: uuid('id').primaryKey(),
  hash: text('hash').notNull(),
  likeness: text('likeness').notNull(),
  state: text('state', { enum: ['storing', 'stored', 'removing'] }).notNull(),
  type: text('type', { enum: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] }).notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  animated: boolean('animated').notNull(),
  hasWeb: boolean('has_web').notNull(),
  avif: text('avif', { enum: ['web', 'thumbnail'] }).array(),
  changedAt: at('changed_at').notNull(),
})

export const picture = schema.table('picture', {
  id: text('id').primaryKey(),
  contentId: uuid('content_id')
    .notNull()
    .references(() => content.id),
  owner: uuid('owner').references(() => identity.id),
  purpose: text('purpose').notNull(),
  hidden: boolean('hidden').notNull().default(false),
  keptAt: at('kept_at'),
  createdAt: at('created_at').notNull(),
})
