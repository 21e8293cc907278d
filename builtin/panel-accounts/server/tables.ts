import { identity } from '@spawnpoint/sdk/server'
import { integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const linkCode = pgSchema('panel_accounts').table('link_code', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => identity.id),
  email: text('email').notNull(),
  codeHash: text('code_hash').notNull(),
  tries: integer('tries').notNull().default(0),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
})
