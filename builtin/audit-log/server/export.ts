import { exported, provideExports } from '@spawnpoint/sdk/server'
import { bigint, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

// Only read here: the kernel writes it.
const audit = pgSchema('kernel').table('audit', {
  id: bigint('id', { mode: 'bigint' }).primaryKey(),
  at: timestamp('at', { withTimezone: true }).notNull(),
  actor: uuid('actor'),
  action: text('action').notNull(),
  target: text('target'),
  before: jsonb('before'),
  after: jsonb('after'),
  ip: text('ip'),
  attempts: integer('attempts'),
})

export const auditLogExport = provideExports('audit-log', [
  {
    name: 'audit-log',
    about: 'What people, jobs and commands did.',
    version: 1,
    table: audit,
    key: [audit.id],
    personal: { rows: audit.actor, omit: ['before', 'after'] },
    columns: {
      id: exported(audit.id),
      at: exported(audit.at),
      actor: exported(audit.actor, 'Id in `users`; null for the product itself.'),
      action: exported(audit.action),
      target: exported(audit.target, 'Id of what it was done to.'),
      before: exported(audit.before),
      after: exported(audit.after),
      ip: exported(audit.ip),
      attempts: exported(audit.attempts, 'How often an attempt was repeated.'),
    },
  },
])
