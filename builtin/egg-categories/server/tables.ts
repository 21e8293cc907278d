import { rowColumns } from '@spawnpoint/sdk/resource/server'
import { boolean, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'

export const eggCategory = pgSchema('egg_categories').table('egg_category', {
  ...rowColumns(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  panelNestId: integer('panel_nest_id').notNull(),
  enabled: boolean('enabled').notNull(),
  imageId: uuid('image_id'),
})
