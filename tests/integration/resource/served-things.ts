import { defineBuiltin, resourceEndpoints } from '@spawnpoint/sdk/common'
import { boolean, choice, defineResource, integer, text, type BodyOf } from '@spawnpoint/sdk/resource'
import { resourceTable, serveResource } from '@spawnpoint/sdk/resource/server'
import { Audit, Database, definePluginServer, type DatabaseService } from '@spawnpoint/sdk/server'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { createCapturedHost } from '../../support/plugins/captured-host.ts'
import { createRecordedAudit } from '../../support/plugins/recorded-audit.ts'

export const things = defineResource('things', {
  permission: 'things',
  title: 'name',
  icon: 'Box',
  nav: { group: 'management', order: 1 },
  fails: { THINGS_FORBIDDEN_NAME: 409 },
  fields: {
    name: text(1, 191).column({ sort: true, search: true }),
    code: text(0, 40).unique().column({ search: true, code: true }),
    amount: integer(-1_000_000, 1_000_000).column({ sort: true }),
    rank: integer(0, 1_000_000).optional().column({ sort: true }),
    grade: choice(['low', 'high']).column({ filter: true }),
    enabled: boolean().column({ filter: true }),
    shout: text(0, 191).computed(),
  },
})

const thingEndpoints = resourceEndpoints(things)

export const thing = resourceTable(things)

const tables = `
  create schema things;
  create table things.thing (
    id uuid primary key, version integer not null default 1,
    created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
    name text not null, code text not null, amount integer not null, rank integer,
    grade text not null, enabled boolean not null, secret text not null default 'hidden', unique (code)
  );
  create table things.part (thing_id uuid not null references things.thing (id))`

/** The resource of these tests, served over a real database. */
export const serveThings = async (pool: pg.Pool) => {
  await pool.query(tables)
  const db: DatabaseService = { orm: drizzle(pool), query: async () => [] }
  const { audit, entries } = createRecordedAudit()
  const captured = createCapturedHost('things')
  const served = serveResource(things, {}, () => ({
    beforeWrite: async ({ values, fail }) => {
      if (values.name === 'forbidden') throw fail('THINGS_FORBIDDEN_NAME', { fields: { name: 'taken away' } })
      return values
    },
    present: async (rows) => rows.map((row) => ({ ...row, shout: row.name.toUpperCase() })),
  }))
  const manifest = defineBuiltin({ id: 'things', title: 'Things', description: 'Things of these tests' })
  const provided = await captured.setUp(definePluginServer(manifest, { resources: [served] }), [
    [Database, db],
    [Audit, audit],
  ])
  const service = provided(things.service)
  return { ...captured, db, service, entries, endpoints: thingEndpoints }
}

export const aThing = (over: Partial<BodyOf<typeof things>> = {}) => ({
  name: 'A thing',
  code: crypto.randomUUID(),
  amount: 1,
  rank: null,
  grade: 'low' as const,
  enabled: true,
  ...over,
})
