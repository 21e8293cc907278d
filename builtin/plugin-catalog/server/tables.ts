import { catalogProblems } from '@spawnpoint/contracts/plugin-catalog'
import type { CatalogIndex } from '@spawnpoint/sdk/server'
import { jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'

const schema = pgSchema('plugin_catalog')

export const catalog = schema.table('catalog', {
  url: text('url').primaryKey(),
  key: text('key').notNull(),
  index: jsonb('index').$type<CatalogIndex>(),
  readAt: timestamp('read_at', { withTimezone: true, precision: 3 }),
  problem: text('problem', { enum: catalogProblems }),
  detail: text('detail'),
})

export type StoredCatalog = typeof catalog.$inferSelect
