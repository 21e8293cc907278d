import { identity } from '@spawnpoint/sdk/server'
import { itemIds } from '@spawnpoint/contracts/store'
import { bigint, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const purchase = pgSchema('store').table('purchase', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .references(() => identity.id),
  requestKey: uuid('request_key').notNull(),
  item: text('item', { enum: itemIds }).notNull(),
  price: amount('price'),
  quantity: integer('quantity').notNull(),
  owned: amount('owned'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
})
