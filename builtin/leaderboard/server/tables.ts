import type { Appearance } from '@spawnpoint/contracts/leaderboard'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, boolean, index, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

const schema = pgSchema('leaderboard')
const whole = (name: string) => bigint(name, { mode: 'number' }).notNull()

export const score = schema.table(
  'score',
  {
    category: text('category').notNull(),
    person: uuid('person').notNull(),
    value: whole('value'),
    listed: boolean('listed').notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.category, row.person] }),
    index('score_order')
      .on(row.category, row.value.desc(), row.person)
      .where(sql`listed`),
  ],
)

export const step = schema.table(
  'step',
  { category: text('category').notNull(), value: whole('value'), above: whole('above'), same: whole('same') },
  (row) => [primaryKey({ columns: [row.category, row.value] })],
)

export const board = schema.table('board', {
  category: text('category').primaryKey(),
  countedAt: timestamp('counted_at', { withTimezone: true, precision: 3 }).notNull(),
  listed: whole('listed'),
  tookMs: whole('took_ms').default(0),
})

export const appearance = schema.table('appearance', {
  person: uuid('person')
    .primaryKey()
    .references(() => identity.id),
  shown: text('shown').$type<Appearance>().notNull(),
})
