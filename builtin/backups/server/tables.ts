import { backupChecks, backupOrigins, backupStates } from '@spawnpoint/contracts/backups'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, doublePrecision, integer, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('backups')
const at = (name: string) => timestamp(name, { withTimezone: true })

export const backup = schema.table('backup', {
  id: uuid('id').primaryKey(),
  state: text('state', { enum: backupStates }).notNull(),
  origin: text('origin', { enum: backupOrigins }).notNull(),
  fileName: text('file_name').notNull(),
  createdBy: uuid('created_by').references(() => identity.id),
  createdAt: at('created_at').notNull(),
  finishedAt: at('finished_at'),
  beatAt: at('beat_at'),
  progress: doublePrecision('progress'),
  size: bigint('size', { mode: 'number' }),
  tables: integer('tables'),
  rows: bigint('row_count', { mode: 'number' }),
  version: text('version'),
  ledger: text('ledger'),
  check: text('check_result', { enum: backupChecks }).notNull().default('none'),
  checkedAt: at('checked_at'),
  checkMs: integer('check_ms'),
  failure: text('failure'),
  part: text('part'),
})

export type Backup = typeof backup.$inferSelect

export const shownKey = schema.table('shown_key', {
  keyId: text('key_id').primaryKey(),
  shownAt: at('shown_at').notNull(),
  shownBy: uuid('shown_by').references(() => identity.id),
})
