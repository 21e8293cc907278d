import type { NotificationParams } from '@spawnpoint/contracts/notifications'
import { identity } from '@spawnpoint/sdk/server'
import {
  boolean,
  index,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const schema = pgSchema('notifications')
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const person = () =>
  uuid('person')
    .notNull()
    .references(() => identity.id)

export const notification = schema.table(
  'notification',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    person: person(),
    plugin: text('plugin').notNull(),
    kind: text('kind').notNull(),
    params: jsonb('params').$type<NotificationParams>().notNull(),
    link: text('link'),
    eventKey: text('event_key'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
    doneAt: moment('done_at'),
  },
  (row) => [
    uniqueIndex('notification_event').on(row.person, row.plugin, row.kind, row.eventKey),
    index('notification_inbox').on(row.person, row.createdAt, row.id),
    index('notification_age').on(row.createdAt),
  ],
)

/** Null stands for the default of the kind. */
export const preference = schema.table(
  'preference',
  {
    person: person(),
    plugin: text('plugin').notNull(),
    kind: text('kind').notNull(),
    inApp: boolean('in_app'),
    email: boolean('email'),
  },
  (row) => [primaryKey({ columns: [row.person, row.plugin, row.kind] })],
)
