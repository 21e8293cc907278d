import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { pageOf, sinceOf, type AuditFilter } from './server/audit-queries.ts'
import { describeValues } from './server/describe-values.ts'

let server: TestServer
let staff: ApiClient
let priya: { readonly id: string; readonly username: string }
const target = randomUUID()

interface Listed {
  readonly id: string
  readonly action: string
  readonly actor: { readonly username: string | null } | null
  readonly fields: readonly unknown[]
}

const write = (actor: string | null, action: string, at: string, values: object = {}) =>
  server.pool.query(
    `insert into kernel.audit (at, actor, action, target, before, after, ip)
     values ($1, $2, $3, $4, $5, $6, '203.0.113.7')`,
    [
      at,
      actor,
      action,
      target,
      ...['before', 'after'].map((side) => (values as Record<string, unknown>)[side] ?? null),
    ],
  )

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date('2027-06-30T12:00:00Z') } })
  staff = (await server.signIn({ permissions: ['admin.audit.view'] })).api
  priya = (await server.signIn({ username: 'priya' })).person
  await server.pool.query('alter table kernel.audit disable trigger all; delete from kernel.audit')
  await write(priya.id, 'servers:created', '2026-01-01T00:00:00Z')
  await write(null, 'servers:suspended', '2027-06-20T00:00:00Z', {
    before: '{"state":"active"}',
    after: '{"state":"suspended"}',
  })
  await write(priya.id, 'settings:edited', '2027-06-30T10:00:00Z', { after: '{"app_name":"=Host"}' })
})
afterAll(() => server.stop())

const list = async (query: string) => {
  const { body, status } = await staff.get(`/api/audit-log/entries?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as { items: readonly Listed[]; next: string | null }
}
const actions = async (query: string) => (await list(query)).items.map(({ action }) => action)

it('[AUD1] lists entries newest first, page by page, to those who may read it', async () => {
  const first = await list('limit=2')
  expect(first.items.map(({ action, actor }) => [action, actor?.username ?? null])).toEqual([
    ['settings:edited', 'priya'],
    ['servers:suspended', null],
  ])
  expect(await actions(`limit=2&cursor=${first.next}`)).toEqual(['servers:created'])
  const other = await server.signIn({ permissions: ['admin.users.list', 'admin.dashboard.view'] })
  for (const path of ['entries', 'actions', 'entries.csv'])
    expect((await other.api.get(`/api/audit-log/${path}`)).status).toBe(403)
  expect((await staff.get('/api/audit-log/entries?cursor=nonsense')).body.error_code).toBe('BAD_CURSOR')
})

it('[AUD2] narrows by action, period, people and person', async () => {
  expect(await actions('filter=action:servers:created')).toEqual(['servers:created'])
  expect(await actions('filter=period:day')).toEqual(['settings:edited'])
  expect(await actions('filter=period:month')).toEqual(['settings:edited', 'servers:suspended'])
  expect(await actions('filter=by:product')).toEqual(['servers:suspended'])
  expect(await actions('filter=by:people,action:servers:created')).toEqual(['servers:created'])
  expect(await actions('search=priya')).toEqual(['settings:edited', 'servers:created'])
  expect(await actions(`search=${target}&limit=2`)).toEqual(['settings:edited', 'servers:suspended'])
  expect(await actions('search=nobody-of-this-name')).toEqual([])
  // No entries of somebody whose name is only like it; those of a banned one are looked for most.
  expect(await actions('search=priy')).toEqual([])
  await server.pool.query(`update users.account set banned_reason = 'Fraud' where id = $1`, [priya.id])
  expect(await actions('search=PRIYA')).toEqual(['settings:edited', 'servers:created'])
  await server.pool.query('update users.account set banned_reason = null where id = $1', [priya.id])
  expect((await staff.get('/api/audit-log/actions')).body['actions']).toEqual([
    'servers:created',
    'servers:suspended',
    'settings:edited',
  ])
})

it('[AUD3] shows values by field, cut and plain', async () => {
  const { items } = await list('filter=action:servers:suspended')
  expect(items[0]?.fields).toEqual([{ name: 'state', before: 'active', after: 'suspended' }])
  const override = String.fromCodePoint(0x20_2e)
  expect(describeValues(null, { name: `a${override}b`, list: [1], gone: null })).toEqual([
    { name: 'name', before: null, after: 'a b' },
    { name: 'list', before: null, after: '[1]' },
    { name: 'gone', before: null, after: null },
  ])
  expect(describeValues('old', 'x'.repeat(400))[0]?.after).toHaveLength(301)
  expect(describeValues(null, null)).toEqual([])
})

it('[AUD7] targets have their names, for those who may list them', async () => {
  const admin = await server.signIn({
    permissions: ['admin.audit.view', 'admin.redirect.links.create', 'admin.redirect.links.list'],
  })
  const link = { name: 'discord', target: 'https://discord.gg/example', enabled: true, inSidebar: false }
  const made = await admin.api.post('/api/redirect-links', { ...link, icon: 'link', order: 100 })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const row = String((made.body['item'] as { id: string }).id)
  await server.pool.query(
    `insert into kernel.audit (actor, action, target) values (null, 'redirect-links:updated', $1)`,
    [row],
  )
  const targetsFor = async (reader: ApiClient) => {
    const { body } = await reader.get(`/api/audit-log/entries?search=${row}`)
    return (body as unknown as { items: readonly { target: unknown }[] }).items.map((item) => item.target)
  }
  const named = { id: row, username: null, name: 'discord', page: 'redirect-links-edit' }
  expect(await targetsFor(admin.api)).toEqual([named, named])
  const unnamed = { id: row, username: null, name: null, page: null }
  expect(await targetsFor(staff)).toEqual([unnamed, { ...unnamed, name: 'discord' }])
  await server.pool.query('alter table redirect_links.redirect_link rename to gone')
  expect(await targetsFor(admin.api)).toEqual([unnamed, { ...unnamed, name: 'discord' }])
  await server.pool.query('alter table redirect_links.gone rename to redirect_link')
})

it('[AUD4] exports what the list would show, all pages', async () => {
  const file = async (query: string) =>
    String((await staff.get(`/api/audit-log/entries.csv?${query}`)).body['text'])
  const lines = (await file('search=priya')).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('priya')
  expect(lines[1]).toContain('settings:edited')
  await server.pool.query(
    `insert into kernel.audit (actor, action) select null, 'test:many' from generate_series(1, 1203)`,
  )
  expect((await file('filter=action:test:many')).trim().split('\r\n')).toHaveLength(1204)
})

it('[AUD5] reads a long log by its indexes', async () => {
  await server.pool.query(`
    insert into kernel.audit (at, actor, action, target)
    select now() - make_interval(secs => 40000 - n), null, 'test:filler', 't' || n from generate_series(1, 40000) n;
    analyze kernel.audit`)
  const planOf = async (filter: AuditFilter) => {
    const page = pageOf(filter, { ascending: false, limit: 21 })
    const { rows } = await server.server.core.orm.execute<Record<string, string>>(sql`explain ${page}`)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const now = new Date()
  for (const filter of [
    {},
    { action: 'servers:created' },
    { since: sinceOf('day', now) },
    { about: priya.id },
  ])
    expect(await planOf(filter)).not.toMatch(/Seq Scan|Bitmap|Filter: \(at </)
})
