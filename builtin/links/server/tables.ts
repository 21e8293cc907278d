import { attemptStates } from '@spawnpoint/contracts/links'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, date, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const at = (name: string) => timestamp(name, { withTimezone: true })

export const attempt = pgSchema('links').table('attempt', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  key: uuid('key').notNull(),
  userId: uuid('user_id')
    .notNull()
    .references(() => identity.id),
  provider: text('provider').notNull(),
  state: text('state', { enum: attemptStates }).notNull().default('open'),
  coins: bigint('coins', { mode: 'number' }).notNull(),
  createdAt: at('created_at').notNull(),
  earliestAt: at('earliest_at').notNull(),
  expiresAt: at('expires_at').notNull(),
  paidAt: at('paid_at'),
  paidOn: date('paid_on'),
  proof: text('proof'),
})

export type Attempt = typeof attempt.$inferSelect
