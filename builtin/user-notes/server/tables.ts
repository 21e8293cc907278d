import { identity } from '@spawnpoint/sdk/server'
import { bigint, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const person = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => identity.id)

export const note = pgSchema('user_notes').table('note', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  userId: person('user_id'),
  author: person('author'),
  text: text('text').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
