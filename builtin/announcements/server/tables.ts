import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { identity } from '@spawnpoint/sdk/server'
import type { IncidentStatus } from '@spawnpoint/contracts/announcements/schemas'
import { index, pgSchema, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
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

export const incidentUpdate = schema.table(
  'incident_update',
  {
    id: uuid('id').primaryKey(),
    announcement: uuid('announcement').notNull(),
    status: text('status').$type<IncidentStatus>().notNull(),
    text: text('text').notNull(),
    authorId: uuid('author_id').references(() => identity.id),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 3 }).notNull(),
  },
  (row) => [index('incident_update_list').on(row.announcement, row.createdAt, row.id)],
)
