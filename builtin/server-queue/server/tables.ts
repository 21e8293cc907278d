import type { BuildReason, BuildStatus, LogStep } from '@spawnpoint/contracts/server-queue'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, boolean, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })
const schema = pgSchema('server_queue')

export const build = schema.table('build', {
  id: uuid('id').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
  owner: uuid('owner')
    .notNull()
    .references(() => identity.id),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => identity.id),
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
  ignoreLimits: boolean('ignore_limits').notNull(),
  environment: jsonb('environment').$type<Readonly<Record<string, string>>>().notNull().default({}),
  requestKey: uuid('request_key').notNull(),
  status: text('status').$type<BuildStatus>().notNull().default('pending'),
  reason: text('reason').$type<BuildReason>(),
  detail: text('detail'),
  lastStep: text('last_step').$type<LogStep>().notNull().default('queued'),
  attempts: integer('attempts').notNull().default(0),
  fence: integer('fence').notNull().default(0),
  leaseUntil: moment('lease_until'),
  nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
  creationSent: boolean('creation_sent').notNull().default(false),
  panelServerId: integer('panel_server_id'),
})

export const log = schema.table('log', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  buildId: uuid('build_id')
    .notNull()
    .references(() => build.id),
  at: moment('at').notNull().defaultNow(),
  step: text('step').$type<LogStep>().notNull(),
  reason: text('reason').$type<BuildReason>(),
  detail: text('detail'),
})

export type BuildRecord = typeof build.$inferSelect
