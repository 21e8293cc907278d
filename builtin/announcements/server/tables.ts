import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import { index, pgSchema, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import { announcements } from '../resource.ts'

const schema = pgSchema('announcements')

export const announcement = resourceTable(announcements)

export const reading = schema.table(
  'reading',
  {
    person: uuid('person')
      .notNull()
      .references(() => identity.id),
    announcement: uuid('announcement').notNull(),
    readAt: timestamp('read_at', { withTimezone: true, precision: 3 }).notNull(),
    dismissedAt: timestamp('dismissed_at', { withTimezone: true, precision: 3 }),
  },
  (row) => [
    primaryKey({ columns: [row.person, row.announcement] }),
    index('reading_announcement').on(row.announcement),
  ],
)
