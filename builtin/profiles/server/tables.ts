import { identity } from '@spawnpoint/sdk/server'
import { boolean, pgSchema, text, uuid } from 'drizzle-orm/pg-core'

export const profile = pgSchema('profiles').table('profile', {
  person: uuid('person')
    .primaryKey()
    .references(() => identity.id),
  visible: boolean('visible').notNull(),
  findable: boolean('findable').notNull(),
  fields: text('fields').array().notNull(),
})
