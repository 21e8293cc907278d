import { digests, type NotificationParams } from '@spawnpoint/contracts/notifications'
import { identity } from '@spawnpoint/sdk/server'
import {
  bigint,
  boolean,
  index,
  jsonb,
  pgSchema,
  primaryKey,
  smallint,
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
    savedAt: moment('saved_at'),
    /** When it came to the inbox: when it was written, or when its snooze ended or ends. */
    surfacedAt: moment('surfaced_at').notNull(),
  },
  (row) => [
    uniqueIndex('notification_event').on(row.person, row.plugin, row.kind, row.eventKey),
    index('notification_inbox').on(row.person, row.surfacedAt, row.id),
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
    push: boolean('push'),
    discord: boolean('discord'),
  },
  (row) => [primaryKey({ columns: [row.person, row.plugin, row.kind] })],
)

/** No row stands for the defaults: no quiet hours, no digest. */
export const routine = schema.table('routine', {
  person: person().primaryKey(),
  quietFrom: smallint('quiet_from'),
  quietTo: smallint('quiet_to'),
  timeZone: text('time_zone').notNull().default('UTC'),
  digest: text('digest', { enum: digests }).notNull().default('off'),
  /** Encrypted. */
  discordWebhook: text('discord_webhook'),
})

export const device = schema.table('device', {
  id: uuid('id').primaryKey().defaultRandom(),
  person: person(),
  endpoint: text('endpoint').notNull(),
  publicKey: text('public_key').notNull(),
  auth: text('auth').notNull(),
  label: text('label').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const pushKey = schema.table('push_key', {
  single: boolean('single').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  /** Encrypted. */
  privateKey: text('private_key').notNull(),
})

export const delivery = schema.table('delivery', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  person: person(),
  channel: text('channel', { enum: ['email', 'push', 'discord'] }).notNull(),
  plugin: text('plugin').notNull(),
  kind: text('kind').notNull(),
  params: jsonb('params').$type<NotificationParams>().notNull(),
  link: text('link'),
  dueAt: moment('due_at').notNull(),
  attempts: smallint('attempts').notNull().default(0),
  createdAt: moment('created_at').notNull(),
})

export type Delivery = typeof delivery.$inferSelect
export type Device = typeof device.$inferSelect
