import { deliveryProblems, deliveryStatuses } from '@spawnpoint/contracts/webhooks/schemas'
import type { Attempt } from '@spawnpoint/contracts/webhooks'
import { resourceTable } from '@spawnpoint/sdk/resource/server'
import { boolean, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { webhooks } from '../resource.ts'

const schema = pgSchema('webhooks')
const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const webhook = resourceTable(webhooks)

export const secret = schema.table('secret', {
  webhookId: uuid('webhook_id').primaryKey(),
  sealed: text('sealed').notNull(),
  previous: text('previous'),
  previousUntil: at('previous_until'),
})

export const pluginAddress = schema.table('plugin_address', {
  id: uuid('id').primaryKey(),
  plugin: text('plugin').notNull(),
  mark: text('mark').notNull(),
  host: text('host').notNull(),
  address: text('address').notNull(),
  secret: text('secret'),
  usedAt: at('used_at').notNull(),
  failingSince: at('failing_since'),
  retryAt: at('retry_at'),
  pausedAt: at('paused_at'),
  lastDeliveredAt: at('last_delivered_at'),
})
export type PluginAddress = typeof pluginAddress.$inferSelect

export const delivery = schema.table('delivery', {
  id: uuid('id').primaryKey(),
  webhookId: uuid('webhook_id'),
  addressId: uuid('address_id'),
  plugin: text('plugin'),
  key: text('key'),
  eventId: uuid('event_id'),
  event: text('event').notNull(),
  body: text('body').notNull(),
  people: uuid('people').array().notNull(),
  status: text('status', { enum: deliveryStatuses }).notNull(),
  attempts: integer('attempts').notNull().default(0),
  problem: text('problem', { enum: deliveryProblems }),
  httpStatus: integer('http_status'),
  response: text('response'),
  log: jsonb('log').$type<readonly Attempt[]>().notNull().default([]),
  createdAt: at('created_at').notNull(),
  nextAt: at('next_at'),
  waits: boolean('waits').notNull().default(false),
})
export type Delivery = typeof delivery.$inferSelect
