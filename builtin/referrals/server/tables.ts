import { referralStates } from '@spawnpoint/contracts/referrals'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, boolean, date, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('referrals')
const person = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => identity.id)
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
const at = (name: string) => timestamp(name, { withTimezone: true })

export const code = schema.table('code', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => identity.id),
  code: text('code').notNull(),
})

export const referral = schema.table('referral', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  referrer: person('referrer'),
  referred: person('referred'),
  state: text('state', { enum: referralStates }).notNull().default('pending'),
  reason: text('reason', { enum: ['same-address', 'shared-address', 'suspended', 'review'] }),
  reward: amount('reward'),
  rewardOfInvited: amount('reward_of_invited'),
  address: text('address'),
  activeDays: integer('active_days').notNull().default(0),
  lastActiveOn: date('last_active_on'),
  createdAt: at('created_at').notNull(),
  decidedAt: at('decided_at'),
  handedOver: boolean('handed_over').notNull().default(false),
})

export type Referral = typeof referral.$inferSelect
