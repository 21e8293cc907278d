import { identity } from '@spawnpoint/sdk/server'
import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const avatar = pgSchema('avatars').table('avatar', {
  person: uuid('person')
    .primaryKey()
    .references(() => identity.id),
  pictureId: text('picture_id').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})
