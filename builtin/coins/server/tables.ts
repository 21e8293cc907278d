import { identity } from '@spawnpoint/sdk/server'
import {
  bigint,
  customType,
  date,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const schema = pgSchema('coins')
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const at = (name: string) => timestamp(name, { withTimezone: true })
const rowNumber = () => bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity()

export const account = schema.table('account', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['user', 'system'] }).notNull(),
  owner: uuid('owner').references(() => identity.id),
  name: text('name'),
  balance: bigint('balance', { mode: 'number' }),
  frozenAt: at('frozen_at'),
  createdAt: at('created_at').notNull().defaultNow(),
})

export const transfer = schema.table('transfer', {
  id: rowNumber(),
  kind: text('kind').notNull(),
  scope: text('scope').notNull(),
  key: text('key').notNull(),
  requestHash: bytea('request_hash').notNull(),
  note: text('note').notNull(),
  reply: jsonb('reply').notNull(),
  createdAt: at('created_at').notNull(),
})

export const entry = schema.table('entry', {
  id: rowNumber(),
  transfer: bigint('transfer', { mode: 'bigint' })
    .notNull()
    .references(() => transfer.id),
  account: uuid('account')
    .notNull()
    .references(() => account.id),
  amount: bigint('amount', { mode: 'number' }).notNull(),
  balance: bigint('balance', { mode: 'number' }),
})

export const pluginWallet = schema.table('plugin_wallet', {
  plugin: text('plugin').primaryKey(),
  name: text('name').notNull(),
  earnPerDay: bigint('earn_per_day', { mode: 'number' }),
})

export const pluginEarning = schema.table(
  'plugin_earning',
  {
    plugin: text('plugin').notNull(),
    day: date('day').notNull(),
    coins: bigint('coins', { mode: 'number' }).notNull(),
  },
  ({ plugin, day }) => [primaryKey({ columns: [plugin, day] })],
)
