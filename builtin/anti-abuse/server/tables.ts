import type { HeldEarning, HoldSign } from '@spawnpoint/contracts/anti-abuse'
import { identity } from '@spawnpoint/sdk/server'
import {
  bigint,
  boolean,
  cidr,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const schema = pgSchema('anti_abuse')
const person = () =>
  uuid('user_id')
    .notNull()
    .references(() => identity.id)
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()
const at = (name: string) => timestamp(name, { withTimezone: true })

export const hold = schema.table('hold', {
  id: uuid('id').primaryKey().defaultRandom(),
  number: bigint('number', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  userId: person(),
  source: text('source').notNull(),
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  kind: text('kind').notNull(),
  note: text('note').notNull(),
  amount: amount('amount'),
  total: amount('total'),
  recipients: jsonb('recipients').$type<HeldEarning['recipients']>().notNull(),
  signs: jsonb('signs').$type<readonly HoldSign[]>().notNull(),
  joins: boolean('joins').notNull(),
  state: text('state', { enum: ['open', 'paid', 'void'] })
    .notNull()
    .default('open'),
  createdAt: at('created_at').notNull(),
  appeal: text('appeal'),
  appealedAt: at('appealed_at'),
  decidedAt: at('decided_at'),
  decidedBy: uuid('decided_by').references(() => identity.id),
  decisionNote: text('decision_note'),
})

export type Hold = typeof hold.$inferSelect

export const clearance = schema.table(
  'clearance',
  { userId: person(), sign: text('sign').notNull() },
  ({ userId, sign }) => [primaryKey({ columns: [userId, sign] })],
)

export const registration = schema.table('registration', {
  userId: person().primaryKey(),
  at: at('at').notNull(),
  network: text('network'),
  mailbox: text('mailbox').notNull(),
})

export const trace = schema.table(
  'trace',
  {
    userId: person(),
    kind: text('kind', { enum: ['device', 'network'] }).notNull(),
    hash: text('hash').notNull(),
    seenAt: at('seen_at').notNull(),
  },
  ({ userId, kind, hash }) => [primaryKey({ columns: [userId, kind, hash] })],
)

export const network = schema.table(
  'network',
  { origin: text('origin', { enum: ['staff', 'provider'] }).notNull(), range: cidr('range').notNull() },
  ({ origin, range }) => [primaryKey({ columns: [origin, range] })],
)

export const providerList = schema.table('provider_list', {
  id: boolean('id').primaryKey().default(true),
  url: text('url').notNull(),
  readAt: at('read_at').notNull(),
})
