import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aTicket } from '../../builtin/tickets/testing.ts'
import { routesOf, type MountedRoute } from '../../kernel/server/http/mounted-routes.ts'
import type { Answer, ApiClient } from '../support/server/api-client.ts'
import { expectHeaders, nameOf } from '../support/server/route-crawl.ts'
import { startHostingServer, until, type HostingServer } from '../support/server/start-hosting-server.ts'
import { watchWrites } from '../support/server/watch-writes.ts'

let host: HostingServer
let routes: readonly MountedRoute[]
let writes: Awaited<ReturnType<typeof watchWrites>>
let owner: Awaited<ReturnType<HostingServer['signIn']>>

interface Owned {
  readonly id: string
  readonly query?: string
  readonly body?: unknown
}

/** Resources of the owner, by the route that names them. */
let owned: Readonly<Record<string, Owned>>

type Listed = {
  servers: { id: string; version: number; expiresAt: string | null }[]
  queued: { id: string; status: string }[]
}
const listed = async () => (await owner.api.get('/api/servers')).body as unknown as Listed

async function orderServer(place = 0) {
  await owner.api.post('/api/servers', host.anOrder())
  return until('the server is live', async () => (await listed()).servers[place])
}

async function failBuild() {
  const { body } = await owner.api.post('/api/servers', host.anOrder())
  await host.pool.query(
    `update server_queue.build set status = 'failed', lease_until = null, fence = fence + 1 where id = $1`,
    [body['id']],
  )
  return String(body['id'])
}

async function writeEmail() {
  const id = randomUUID()
  await host.pool.query(
    `insert into mail.email (id, user_id, address, subject, paragraphs, created_at)
     values ($1, $2, 'a@example.com', 'Hello', '{}', now())`,
    [id, owner.person.id],
  )
  return id
}

async function notify(person: string) {
  const id = randomUUID()
  await host.pool.query(
    `insert into notifications.notification (id, person, plugin, kind, params, created_at)
     values ($1, $2, 'gifts', 'received', '{}', now())`,
    [id, person],
  )
  return id
}

async function addBrowser() {
  const key = 'a'.repeat(64)
  const browser = { endpoint: 'https://web.push.apple.com/a', publicKey: key, auth: key, label: 'Safari' }
  const { body } = await owner.api.post('/api/notifications/devices', browser)
  return (body['devices'] as { id: string }[])[0]?.id ?? ''
}

/** For people with a server where only the owner has one. */
async function announceTo(person: string) {
  const id = randomUUID()
  await host.pool.query(
    `insert into announcements.announcement (id, kind, title, summary, audience, location_ids, pinned, draft, publish_at)
     select $1, 'news', 'Oslo', 'News', 'locations', jsonb_agg(location_id), false, false, now()
     from servers.server where owner = $2`,
    [id, person],
  )
  return id
}

async function openTicket() {
  const { body } = await owner.api.post('/api/tickets', aTicket())
  return String(body['id'])
}

async function holdEarning() {
  const { rows } = await host.pool.query<{ id: string }>(
    `insert into anti_abuse.hold (user_id, source, scope, key, kind, note, amount, total, recipients, signs, joins, created_at)
     values ($1, 'links', 'links', 'k', 'links:earned', '', 5, 5, '[]', '[{}]', false, now()) returning id`,
    [owner.person.id],
  )
  return rows[0]?.id ?? ''
}

async function removeImage() {
  const { rows } = await host.pool.query<{ id: string }>(
    `insert into image_reports.report
       (image, title, picture_id, hash, owner, reason, status, ground, reported_at, last_reported_at, decided_at)
     values ('aaaaaaaaaa', 'a.png', 'p', repeat('0', 64), $1, 'spam', 'resolved', 'terms', now(), now(), now())
     returning id`,
    [owner.person.id],
  )
  return rows[0]?.id ?? ''
}

async function attachLog() {
  const form = new FormData()
  form.append('file', new Blob(['[main/INFO]: Done']), 'latest.log')
  const { body } = await owner.api.post('/api/tickets/files', form)
  return { id: String(body['id']) }
}

async function closedTicket() {
  const id = await openTicket()
  await owner.api.post(`/api/tickets/${id}/close`)
  return id
}

async function createUploadKey() {
  await host.server.core.settings.write({ image_hosting_enabled: true })
  const { body } = await owner.api.post('/api/image-hosting/keys', { name: 'Laptop' })
  return (body['key'] as { id: string }).id
}

/** A payment with its receipt, as a provider's word would leave them. */
async function payOnce(person: string) {
  const [id, receipt] = [randomUUID(), randomUUID()]
  await host.pool.query(
    `with p as (
      insert into payments.payment (reference, user_id, request_key, provider, currency, amount, tax, tax_rate, tax_name,
        coins, bonus, language, state, created_at)
      values ($1, $2, $1, 'stripe', 'EUR', 100, 0, 0, '', 100, 0, 'en', 'paid', now()) returning id
    ), e as (
      insert into payments.event (payment, provider, kind, reference, source, at, recorded_at)
      select id, 'stripe', 'paid', $1::text, 'webhook', now(), now() from p returning id, payment
    )
    insert into payments.document (public_id, payment, kind, number, event, currency, amount, tax, tax_rate, tax_name,
      coins, seller, buyer, note, issued_at)
    select $3, payment, 'receipt', 'R-1', id, 'EUR', 100, 0, 0, '', 100, $4, $4, '', now() from e`,
    [id, person, receipt, JSON.stringify({ name: 'A', lines: [], vat: '' })],
  )
  return { id, receipt }
}

beforeAll(async () => {
  host = await startHostingServer()
  owner = await host.signIn()
  await host.allow(owner.person.id, { slots: 5, memory: 9_000, cpu: 900, disk: 9_000, ports: 9, backups: 9 })
  await host.server.core.settings.write({ server_renew_enabled: true, server_renew_cost: 0 })
  const server = await orderServer()
  const expiring = await orderServer(1)
  await host.server.core.runner.stop()
  const size = { memory: 512, cpu: 50, disk: 512, databases: 0, backups: 0, allocations: 1 }
  const change = { name: 'Mine', description: '', ...size, version: server.version }
  const { rows } = await host.pool.query<{ id: string }>('select id from kernel.session where user_id = $1', [
    owner.person.id,
  ])
  const ticket = await openTicket()
  const announcement = { id: await announceTo(owner.person.id) }
  const { id: payment, receipt } = await payOnce(owner.person.id)
  owned = {
    'GET /api/payments/payments/:id': { id: payment },
    'POST /api/payments/payments/:id/checks': { id: payment },
    'GET /api/payments/documents/:id': { id: receipt },
    'PATCH /api/notifications/:id': { id: await notify(owner.person.id), body: { read: true } },
    'DELETE /api/notifications/devices/:id': { id: await addBrowser() },
    'GET /api/announcements/feed/:id': announcement,
    'POST /api/announcements/feed/:id/read': announcement,
    'POST /api/announcements/feed/:id/dismiss': announcement,
    'GET /api/tickets/:id': { id: ticket },
    'POST /api/tickets/:id/replies': { id: ticket, body: { body: 'Hello', requestKey: randomUUID() } },
    'DELETE /api/tickets/:id/diagnosis': { id: ticket },
    'POST /api/tickets/:id/close': { id: await openTicket() },
    'POST /api/anti-abuse/own-holds/:id/appeal': {
      id: await holdEarning(),
      body: { text: 'A message of enough words.' },
    },
    'POST /api/image-reports/own-decisions/:id/appeal': {
      id: await removeImage(),
      body: { text: 'A message of enough words.' },
    },
    'POST /api/tickets/:id/rating': { id: await closedTicket(), body: { rating: 'good' } },
    'GET /api/tickets/files/:id': await attachLog(),
    'DELETE /api/tickets/files/:id': await attachLog(),
    'GET /api/servers/:id': { id: server.id },
    'GET /api/servers/:id/history': { id: server.id },
    'GET /api/servers/:id/usage': { id: server.id, query: '?span=day' },
    'GET /api/servers/:id/renewal': { id: expiring.id },
    'PUT /api/servers/:id/auto-renewal': { id: expiring.id, body: { autoRenew: true } },
    'POST /api/servers/:id/renewal': {
      id: expiring.id,
      body: { requestKey: randomUUID(), expiresAt: expiring.expiresAt, cost: 0 },
    },
    'GET /api/servers/:id/console': { id: expiring.id },
    'POST /api/servers/:id/console/commands': { id: expiring.id, body: { command: 'list' } },
    'POST /api/servers/:id/power': { id: expiring.id, body: { signal: 'restart' } },
    'PATCH /api/servers/:id': { id: server.id, body: change },
    'DELETE /api/servers/:id': { id: server.id },
    'DELETE /api/servers/queued/:id': { id: await failBuild() },
    'DELETE /api/image-hosting/keys/:id': { id: await createUploadKey() },
    'DELETE /api/mail/emails/:id': { id: await writeEmail() },
    'DELETE /api/account/sessions/:id': { id: rows[0]?.id ?? '' },
  }
  routes = host.server.dispatcher.mounted().flatMap(({ app }) => routesOf(app))
  writes = await watchWrites(host.pool)
})
afterAll(() => host.stop())

/** They name another person, who chooses in their own account what others may know, or a thing that everybody may read. */
const ofOthers = [
  'GET /api/profiles/:uuid',
  'GET /api/profiles/:uuid/skin',
  'GET /api/gifts/:uuid',
  'GET /api/servers/eggs/:id/variables',
]

/** Routes on which somebody without permissions names a thing of their own. */
const naming = () =>
  routes.filter(
    (route) => 'user' in route.access && route.path.includes(':') && !ofOthers.includes(nameOf(route)),
  )
function call(api: ApiClient, route: MountedRoute, id: string) {
  const { body, query = '' } = owned[nameOf(route)] ?? {}
  return api.send(route.method, route.path.replace(/:\w+/, id) + query, body)
}

it('knows a thing of the owner for every route that names one', () => {
  expect(Object.keys(owned).toSorted()).toEqual(naming().map(nameOf).toSorted())
})

const bare = ({ status, body }: Answer) => ({ status, ...body, request_id: null })

it('answers another customer, and staff with every permission, as if the thing were not there', async () => {
  const all = routes.flatMap(({ access }) => ('permission' in access ? access.permission : []))
  const strangers = [
    await host.signIn(),
    await host.signIn({ permissions: [...new Set(all)].filter((each) => each !== 'admin.root') }),
    await host.signIn({ role: 'Administrator' }),
  ]
  await writes.take()
  for (const route of naming())
    for (const { api } of strangers) {
      const foreign = await call(api, route, owned[nameOf(route)]?.id ?? '')
      const nowhere = await call(api, route, randomUUID())
      expect([nameOf(route), bare(foreign)]).toEqual([nameOf(route), bare(nowhere)])
      expect([nameOf(route), foreign.status]).toEqual([nameOf(route), 404])
      expectHeaders(nameOf(route), foreign)
      expect([nameOf(route), await writes.take()]).toEqual([nameOf(route), []])
    }
})

it('answers its owner', async () => {
  // The own session goes last: with it the calls of its owner end.
  const inTurn = naming().toSorted(
    (a, b) => Number(a.path.includes('sessions')) - Number(b.path.includes('sessions')),
  )
  for (const route of inTurn) {
    const { status } = await call(owner.api, route, owned[nameOf(route)]?.id ?? '')
    expect([nameOf(route), status]).toEqual([nameOf(route), 200])
  }
})
