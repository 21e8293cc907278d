import { identity } from '@spawnpoint/sdk/server'
import { rowColumns } from '@spawnpoint/sdk/resource/server'
import type { EggTrouble } from '@spawnpoint/contracts/panel'
import type { BulkAction, HistoryKind, PanelState } from '@spawnpoint/contracts/servers'
import type { Resources } from '@spawnpoint/contracts/server-queue'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

const schema = pgSchema('servers')
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const allowance = schema.table('allowance', {
  owner: uuid('owner')
    .primaryKey()
    .references(() => identity.id),
  memory: integer('memory').notNull(),
  disk: integer('disk').notNull(),
  cpu: integer('cpu').notNull(),
  ports: integer('ports').notNull(),
  databases: integer('databases').notNull(),
  backups: integer('backups').notNull(),
  slots: integer('slots').notNull(),
})

/** Pending change of a server. */
export type Wanted = Resources & { readonly name: string; readonly description: string }

export const server = schema.table('server', {
  ...rowColumns(),
  owner: uuid('owner')
    .notNull()
    .references(() => identity.id),
  buildId: uuid('build_id'),
  panelId: integer('panel_id').notNull(),
  identifier: text('identifier').notNull(),
  address: text('address'),
  name: text('name').notNull(),
  description: text('description').notNull(),
  locationId: uuid('location_id').notNull(),
  categoryId: uuid('category_id').notNull(),
  eggId: uuid('egg_id').notNull(),
  memory: integer('memory').notNull(),
  cpu: integer('cpu').notNull(),
  disk: integer('disk').notNull(),
  databases: integer('databases').notNull(),
  backups: integer('backups').notNull(),
  allocations: integer('allocations').notNull(),
  status: text('status').$type<'active' | 'suspended' | 'deleting'>().notNull().default('active'),
  suspendedByStaff: boolean('suspended_by_staff').notNull().default(false),
  suspensionReason: text('suspension_reason'),
  suspendingPlugin: text('suspending_plugin'),
  newOwner: uuid('new_owner').references(() => identity.id),
  transferredBy: uuid('transferred_by'),
  expiresAt: moment('expires_at'),
  wanted: jsonb('wanted').$type<Wanted>(),
  problem: text('problem').$type<'PANEL_AWAY' | 'PANEL_REFUSED' | 'PANEL_FULL' | 'PANEL_MISSING'>(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: moment('next_try_at'),
  panelState: text('panel_state').$type<PanelState>(),
  panelOwnerDiffers: boolean('panel_owner_differs').notNull().default(false),
  panelSeenAt: moment('panel_seen_at'),
  autoRenew: boolean('auto_renew').notNull().default(false),
  suspendedForExpiry: boolean('suspended_for_expiry').notNull().default(false),
  renewalStep: smallint('renewal_step').notNull().default(0),
  renewalStepAt: moment('renewal_step_at'),
  renewalDueAt: moment('renewal_due_at'),
  renewalKey: uuid('renewal_key'),
  shortOfCoins: boolean('short_of_coins').notNull().default(false),
  renewalRefused: boolean('renewal_refused').notNull().default(false),
  forced: boolean('forced').notNull().default(false),
})

export const renewal = schema.table('renewal', {
  singleton: boolean('singleton').primaryKey().default(true),
  onSince: moment('on_since'),
  offSince: moment('off_since'),
})

/** Servers of the panel that were not created here. */
export interface ForeignServers {
  readonly count: number
  readonly first: readonly { readonly id: number; readonly name: string }[]
}

export const lookBack = schema.table('look_back', {
  singleton: boolean('singleton').primaryKey().default(true),
  startedAt: moment('started_at'),
  touchedAt: moment('touched_at'),
  finishedAt: moment('finished_at'),
  found: jsonb('found').$type<ForeignServers>().notNull(),
  foreignServers: jsonb('foreign_servers').$type<ForeignServers>().notNull(),
})

/** Facts of an entry of the history, such as the reason of a suspension. */
export type HistoryDetails = Readonly<Record<string, string | number>>

/** All servers of the panel that were not created here; `look_back` counts them. */
export const foreignServer = schema.table('foreign_server', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  name: text('name').notNull(),
  /** Start of the comparison that saw it last. */
  seenAt: moment('seen_at').notNull(),
})

export const history = schema.table('history', {
  id: uuid('id').primaryKey(),
  server: uuid('server').notNull(),
  owner: uuid('owner')
    .notNull()
    .references(() => identity.id),
  at: moment('at').notNull(),
  kind: text('kind').$type<HistoryKind>().notNull(),
  actor: uuid('actor'),
  details: jsonb('details').$type<HistoryDetails>().notNull().default({}),
})

export const bulk = schema.table('bulk', {
  id: uuid('id').primaryKey(),
  actor: uuid('actor')
    .notNull()
    .references(() => identity.id),
  action: text('action').$type<BulkAction>().notNull(),
  receiver: uuid('receiver').references(() => identity.id),
  reason: text('reason').notNull(),
  ip: text('ip').notNull(),
  createdAt: moment('created_at').notNull(),
  finishedAt: moment('finished_at'),
})

export const bulkRow = schema.table(
  'bulk_row',
  {
    bulk: uuid('bulk')
      .notNull()
      .references(() => bulk.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    server: uuid('server').notNull(),
    name: text('name').notNull(),
    outcome: text('outcome'),
  },
  (table) => [primaryKey({ columns: [table.bulk, table.place] })],
)

const amount = (name: string) => integer(name).notNull().default(0)

export const pluginGrant = schema.table(
  'plugin_grant',
  {
    plugin: text('plugin').notNull(),
    key: text('key').notNull(),
    owner: uuid('owner')
      .notNull()
      .references(() => identity.id),
    server: uuid('server'),
    days: amount('days'),
    memory: amount('memory'),
    disk: amount('disk'),
    cpu: amount('cpu'),
    ports: amount('ports'),
    databases: amount('databases'),
    backups: amount('backups'),
    slots: amount('slots'),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.plugin, table.key] })],
)

const total = (name: string) => bigint(name, { mode: 'number' })

/** Measurements of what servers use, in buckets of 5 and of 120 minutes. */
export const usage = schema.table(
  'usage',
  {
    server: uuid('server')
      .notNull()
      .references(() => server.id, { onDelete: 'cascade' }),
    minutes: smallint('minutes').$type<5 | 120>().notNull(),
    at: moment('at').notNull(),
    samples: smallint('samples').notNull(),
    cpuAverage: real('cpu_average').notNull(),
    cpuHighest: real('cpu_highest').notNull(),
    memoryAverage: real('memory_average').notNull(),
    memoryHighest: real('memory_highest').notNull(),
    diskAverage: real('disk_average').notNull(),
    diskHighest: real('disk_highest').notNull(),
    rates: smallint('rates').notNull(),
    receivedAverage: real('received_average'),
    receivedHighest: real('received_highest'),
    sentAverage: real('sent_average'),
    sentHighest: real('sent_highest'),
    countedAt: moment('counted_at'),
    receivedTotal: total('received_total'),
    sentTotal: total('sent_total'),
  },
  (table) => [primaryKey({ columns: [table.server, table.minutes, table.at] })],
)

/** Eggs whose rules make trouble, as the panel had them last. */
export const eggTrouble = schema.table('egg_trouble', {
  egg: uuid('egg').primaryKey(),
  name: text('name').notNull(),
  isMissing: boolean('is_missing').notNull(),
  troubles: jsonb('troubles').$type<readonly EggTrouble[]>().notNull(),
})

export type ServerRecord = typeof server.$inferSelect
