import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const image = pgSchema('images').table('image', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  pictureId: text('picture_id').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})

export type ImageRow = typeof image.$inferSelect
