import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { redeemCodes } from '../resource.ts'

const schema = pgSchema('redeem_codes')
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const redeemCode = resourceTable(redeemCodes)

export const redemption = schema.table('redemption', {
  id: uuid('id').primaryKey(),
  codeId: uuid('code_id').references(() => redeemCode.id, { onDelete: 'set null' }),
  code: text('code').notNull(),
  coins: amount('coins'),
  userId: uuid('user_id')
    .notNull()
    .references(() => identity.id),
  requestKey: uuid('request_key').notNull(),
  balance: amount('balance'),
  turn: integer('turn').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})

/** Codes that were made at once; its id is the key of the request. */
export const batch = schema.table('batch', {
  id: uuid('id').primaryKey(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => identity.id),
  request: jsonb('request').$type<Readonly<Record<string, unknown>>>().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})

export const batchCode = schema.table('batch_code', {
  codeId: uuid('code_id')
    .primaryKey()
    .references(() => redeemCode.id, { onDelete: 'cascade' }),
  batch: uuid('batch')
    .notNull()
    .references(() => batch.id),
})
