import {
  bigint,
  boolean,
  jsonb,
  numeric,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ImportReport } from './run/report.ts'

const schema = pgSchema('importers')
const at = (name: string) => timestamp(name, { withTimezone: true })

export const recordKinds = ['person', 'server', 'ticket', 'message', 'code', 'referral'] as const
export type RecordKind = (typeof recordKinds)[number]

export const run = schema.table('run', {
  id: uuid('id').primaryKey(),
  source: text('source').notNull(),
  system: text('system').notNull(),
  dryRun: boolean('dry_run').notNull(),
  coinsPerCredit: text('coins_per_credit').notNull(),
  startedAt: at('started_at').notNull(),
  finishedAt: at('finished_at'),
  report: jsonb('report').$type<ImportReport>(),
})

export const record = schema.table(
  'record',
  {
    source: text('source').notNull(),
    kind: text('kind', { enum: recordKinds }).notNull(),
    sourceId: text('source_id').notNull(),
    run: uuid('run')
      .notNull()
      .references(() => run.id),
    target: text('target').notNull(),
    amount: numeric('amount'),
    coins: bigint('coins', { mode: 'number' }),
    importedAt: at('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.kind, table.sourceId] })],
)

export type ImportRecord = typeof record.$inferSelect
