import { identity } from '@spawnpoint/sdk/server'
import { boolean, customType, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('profiles')
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const profile = schema.table('profile', {
  person: uuid('person')
    .primaryKey()
    .references(() => identity.id),
  visible: boolean('visible').notNull(),
  findable: boolean('findable').notNull(),
  fields: text('fields').array().notNull(),
  minecraftName: text('minecraft_name'),
})

export const skin = schema.table('skin', {
  name: text('name').primaryKey(),
  png: bytea('png'),
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
})
