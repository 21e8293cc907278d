import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { boolean, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const account = pgSchema('users').table('account', {
  ...rowColumns(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  avatar: text('avatar'),
  avatarHidden: boolean('avatar_hidden').notNull().default(false),
  verifiedAt: moment('verified_at'),
  firstIp: text('first_ip').notNull(),
  lastIp: text('last_ip').notNull(),
  lastSeenAt: moment('last_seen_at').notNull(),
  bannedReason: text('banned_reason'),
  /** Copy of the role from `roles`, so that lists can filter by it; null is the default role. */
  roleId: uuid('role_id'),
  preferences: jsonb('preferences').notNull().default({}),
  supportPinHash: text('support_pin_hash'),
  supportPinSealed: text('support_pin_sealed'),
  supportPinExpiresAt: moment('support_pin_expires_at'),
  deletedAt: moment('deleted_at'),
})

export type Account = typeof account.$inferSelect
