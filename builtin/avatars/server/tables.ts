import { identity } from '@spawnpoint/sdk/server'
import { pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('avatars')

const columns = () => ({
  person: uuid('person')
    .primaryKey()
    .references(() => identity.id),
  pictureId: text('picture_id').notNull().unique(),
  createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
})

export const avatar = schema.table('avatar', columns())
export const background = schema.table('background', columns())

export const tables = { avatar, background }
export type Kind = keyof typeof tables
