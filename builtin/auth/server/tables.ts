import { bigint, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('auth')
const moment = (name: string) => timestamp(name, { withTimezone: true })

export const credential = schema.table('credential', {
  userId: uuid('user_id').primaryKey(),
  passwordHash: text('password_hash').notNull(),
  changedAt: moment('changed_at').notNull(),
})

export const totp = schema.table('totp', {
  userId: uuid('user_id').primaryKey(),
  sealedSecret: text('sealed_secret').notNull(),
  sessionId: uuid('session_id').notNull(),
  startedAt: moment('started_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const recoveryCode = schema.table('recovery_code', {
  userId: uuid('user_id').notNull(),
  codeHash: text('code_hash').notNull(),
})

export const token = schema.table('token', {
  id: uuid('id').primaryKey().defaultRandom(),
  purpose: text('purpose', { enum: ['verify', 'reset', 'setup'] }).notNull(),
  userId: uuid('user_id'),
  tokenHash: text('token_hash').notNull(),
  email: text('email'),
  accountEmail: text('account_email'),
  expiresAt: moment('expires_at').notNull(),
})
