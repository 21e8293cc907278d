import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { boolean, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'

export const location = pgSchema('locations').table('location', {
  ...rowColumns(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  panelLocationId: integer('panel_location_id').notNull(),
  nodeIp: text('node_ip').notNull(),
  status: text('status', { enum: ['online', 'offline', 'maintenance'] }).notNull(),
  slots: integer('slots').notNull(),
  vipOnly: boolean('vip_only').notNull(),
  imageId: uuid('image_id'),
})
