import { defineResource, resourceEndpoints } from '@spawnpoint/sdk/common'
import type { DatabaseService } from '@spawnpoint/sdk/server'
import { createUsageChecks, rowColumns, serveResource } from '@spawnpoint/sdk/resource/server'
import { drizzle } from 'drizzle-orm/node-postgres'
import { boolean, integer, pgSchema, text } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { z } from 'zod'
import { createCapturedHost } from './captured-host.ts'
import { createRecordedAudit } from './recorded-audit.ts'

export const things = defineResource({
  id: 'things',
  path: '/mc-admin/things',
  title: 'name',
  icon: 'Box',
  nav: { group: 'management', order: 1 },
  fields: z.object({
    name: z.string().min(1).max(191),
    code: z.string().max(40),
    amount: z.number().int(),
    rank: z.number().int().nullable(),
    enabled: z.boolean(),
  }),
  computed: { shout: 'text' },
  fails: { THINGS_FORBIDDEN_NAME: 409 },
  columns: [
    { key: 'name', sort: true, search: true },
    { key: 'code', kind: 'code', search: true },
    { key: 'amount', kind: 'number', sort: true, filter: ['1', '2'] },
    { key: 'rank', kind: 'number', sort: true },
    { key: 'enabled', kind: 'boolean', filter: 'boolean' },
    { key: 'createdAt', kind: 'date', sort: true },
  ],
  permissions: { list: 'things.list', create: 'things.create', edit: 'things.edit', delete: 'things.delete' },
})

export const thingEndpoints = resourceEndpoints(things)

export const thing = pgSchema('things').table('thing', {
  ...rowColumns(),
  name: text('name').notNull(),
  code: text('code').notNull(),
  amount: integer('amount').notNull(),
  rank: integer('rank'),
  enabled: boolean('enabled').notNull(),
  secret: text('secret').notNull().default('hidden'),
})

const tables = `
  create schema things;
  create table things.thing (
    id uuid primary key, version integer not null default 1,
    created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
    name text not null, code text not null, amount integer not null, rank integer,
    enabled boolean not null, secret text not null default 'hidden', unique (code)
  );
  create table things.part (thing_id uuid not null references things.thing (id))`

/** The resource of these tests, served over a real database. */
export const serveThings = async (pool: pg.Pool) => {
  await pool.query(tables)
  const db: DatabaseService = { orm: drizzle(pool), query: async () => [] }
  const { audit, entries } = createRecordedAudit()
  const usage = createUsageChecks()
  const captured = createCapturedHost('things')
  serveResource(things, {
    table: thing,
    db,
    audit,
    host: captured.host,
    usage,
    beforeWrite: async ({ values, fail }) => {
      if (values.name === 'forbidden') throw fail('THINGS_FORBIDDEN_NAME', { fields: { name: 'taken away' } })
      return values
    },
    present: async (rows) => rows.map((row) => ({ ...row, shout: String(row['name']).toUpperCase() })),
  })
  return { ...captured, db, usage, entries, endpoints: thingEndpoints }
}

export const aThing = (over: Partial<z.output<typeof things.fields>> = {}) => ({
  name: 'A thing',
  code: crypto.randomUUID(),
  amount: 1,
  rank: null,
  enabled: true,
  ...over,
})
