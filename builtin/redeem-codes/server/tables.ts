import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
