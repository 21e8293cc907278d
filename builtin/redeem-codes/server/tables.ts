import type { CodeStatus } from '@spawnpoint/contracts/redeem-codes'
import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, boolean, date, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('redeem_codes')
const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const redeemCode = schema.table('redeem_code', {
  ...rowColumns(),
  code: text('code').notNull(),
  coins: amount('coins'),
  uses: integer('uses').notNull(),
  enabled: boolean('enabled').notNull(),
  expiresOn: date('expires_on', { mode: 'string' }),
  /** Follows from the others and the day; stored, so that lists are sorted and filtered by an index. */
  status: text('status').$type<CodeStatus>().notNull(),
})

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
