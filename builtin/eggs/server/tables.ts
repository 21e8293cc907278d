import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { boolean, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'

export const egg = pgSchema('eggs').table('egg', {
  ...rowColumns(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  // A category is another plugin's row: no foreign key, but a lock when written and a check when deleted.
  categoryId: uuid('category_id').notNull(),
  panelEggId: integer('panel_egg_id').notNull(),
  enabled: boolean('enabled').notNull(),
  vipOnly: boolean('vip_only').notNull(),
  imageId: uuid('image_id'),
})
