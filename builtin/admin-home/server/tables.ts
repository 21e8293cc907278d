import type { LookupFailure } from '@spawnpoint/contracts/admin-home'
import { jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const lookup = pgSchema('admin_home').table(
  'lookup',
  {
    repository: text('repository').notNull(),
    kind: text('kind').$type<'release' | 'repository'>().notNull(),
    askedAt: moment('asked_at').notNull(),
    answeredAt: moment('answered_at'),
    etag: text('etag'),
    answer: jsonb('answer'),
    failure: text('failure').$type<LookupFailure>(),
  },
  (table) => [primaryKey({ columns: [table.repository, table.kind] })],
)

export type LookupRecord = typeof lookup.$inferSelect
