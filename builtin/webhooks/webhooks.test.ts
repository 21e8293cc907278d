import { serverCreated } from '@spawnpoint/contracts/servers'
import { userErased, Users, type UsersService } from '@spawnpoint/contracts/users'
import { webhookEvents } from '@spawnpoint/contracts/webhooks/schemas'
import { secretKeyReplaced } from '@spawnpoint/sdk/server'
import { testResource } from '@spawnpoint/sdk/testing/resource'
import { standIn } from '@spawnpoint/sdk/testing/server'
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { webhooks } from './resource.ts'
import { sentEvents, typeOf } from './server/catalogue.ts'
import { releaseHeld } from './server/delivery-queries.ts'
import { takeWaiting } from './server/waiting-messages.ts'

testResource(webhooks, {
  folder: import.meta.dirname,
  sample: { events: ['servers.created'] },
  // Only what this plugin asks of them.
  services: [standIn(Users, { findMany: async () => [] } as unknown as UsersService)],
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
// In the past, so that what waits for its time by this clock is due at once for the queue.
let now = Date.now() - 400 * DAY

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
let received: Received[] = []
/** The receiver's answer. */
let respond: (request: Received) => { status: number; headers?: Record<string, string>; body?: string }
let receiver: Server
let server: TestServer
let signedIn: { readonly at: number; readonly api: ApiClient } | null = null
let address: string

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const got = { path: request.url ?? '', headers: request.headers, body }
      received.push(got)
      const { status, headers = {}, body: text = 'ok' } = respond(got)
      response.writeHead(status, headers).end(text)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = receiver.address() as AddressInfo
  address = `http://127.0.0.1:${port}`
  server = await startTestServer({ clock: { now: () => new Date(now) } })
  await server.server.core.settings.write({ webhooks_private_hosts: `bot.internal, 127.0.0.1:${port}` })
})
afterAll(async () => {
  await server.stop()
  receiver.closeAllConnections()
  receiver.close()
})
afterEach(async () => {
  await server.pool.query('delete from webhooks.webhook')
  received = []
})

const rights = ['list', 'create', 'edit', 'delete'].map((action) => `admin.webhooks.${action}`)

/** Sessions end while the clock leaps. */
async function staff(): Promise<ApiClient> {
  if (!signedIn || now - signedIn.at > 60_000)
    signedIn = { at: now, api: (await server.signIn({ permissions: rights })).api }
  return signedIn.api
}

const bodyOf = (over: object = {}) => ({
  name: 'Bot',
  address: `${address}/hook`,
  events: ['servers.created'],
  enabled: true,
  ...over,
})
type Item = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

async function create(over: object = {}): Promise<Item> {
  const { status, body } = await (await staff()).post('/api/webhooks', bodyOf(over))
  expect(status, JSON.stringify(body)).toBe(200)
  return body['item'] as Item
}
const refusal = async (over: object) =>
  (await (await staff()).post('/api/webhooks', bodyOf(over))).body['fields']
const read = async ({ id }: Item) => (await (await staff()).get(`/api/webhooks/${id}`)).body['item'] as Item
const deliveries = async ({ id }: Item, query = '') =>
  (await (await staff()).get(`/api/webhooks/${id}/deliveries${query}`)).body['items'] as Item[]
const secretOf = async ({ id }: Item, action = '') =>
  (await (await staff()).post(`/api/webhooks/${id}/secret${action}`)).body as { secret: string }

async function happen(owner: string = randomUUID(), id = randomUUID()): Promise<string> {
  const { core } = server.server
  await core.orm.transaction((tx) => core.events.emit(tx, serverCreated, { id, owner }))
  return id
}
const until = async (count: number) => {
  await expect.poll(() => received.length).toBe(count)
}
const statuses = async (item: Item) => (await deliveries(item)).map(({ status }) => status)
const settled = (item: Item, wanted: readonly string[]) => expect.poll(() => statuses(item)).toEqual(wanted)

const ok = () => ({ status: 200 })

/** As a receiver checks it: by its secret, over the bytes that came. */
function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

it('[WHK1] sends what a webhook wants, signed, with the names of people, and nothing else', async () => {
  respond = ok
  const { person } = await server.signIn({ username: 'ada' })
  const item = await create()
  const other = await create({ name: 'Other', events: ['tickets.opened'] })
  const every = await create({ name: 'Every', events: ['*'], address: `${address}/every` })
  const id = await happen(person.id)
  await settled(item, ['delivered'])
  expect(await statuses(other)).toEqual([])
  // Roles of the people of this test are events too.
  await expect
    .poll(() => received.filter(({ path, body }) => path === '/every' && body.includes(id)).length)
    .toBe(1)
  expect((await deliveries(every)).map(({ event }) => event)).toContain('servers.created')
  const hook = received.find(({ path }) => path === '/hook')
  if (!hook) throw new Error('nothing arrived')
  expect(JSON.parse(hook.body)).toEqual({
    type: 'servers.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: { id, owner: person.id, people: { [person.id]: { username: 'ada' } } },
  })
  const [sent] = await deliveries(item)
  expect(hook.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': `msg_${sent?.id}`,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatureOf(hook, (await secretOf(item)).secret),
  })
  expect((await read(item))['lastDeliveredAt']).toBe(new Date(now).toISOString())
})

it('[WHK1] records an event once, though it is delivered twice', async () => {
  respond = ok
  const item = await create()
  await happen()
  await settled(item, ['delivered'])
  const { rows } = await server.pool.query<{ event_id: string }>('select event_id from webhooks.delivery')
  const copy = server.pool.query(
    `insert into webhooks.delivery (id, webhook_id, event_id, event, body, people, status, created_at)
     values (gen_random_uuid(), $1, $2, 'servers.created', '{}', '{}', 'pending', now())`,
    [item.id, rows[0]?.event_id],
  )
  await expect(copy).rejects.toThrow('delivery_webhook_id_event_id_key')
})

it('[WHK1] offers each event that the product sends', () => {
  expect(sentEvents.map(({ event }) => typeOf(event))).toEqual([...webhookEvents])
})

it('[WHK2] [WHK4] tries again under one id, and pauses a webhook after a day without success', async () => {
  respond = () => ({ status: 500, body: 'broken' })
  const item = await create()
  await happen()
  for (const attempt of [1, 2, 3]) {
    await until(attempt)
    await settled(item, ['pending'])
    await expect.poll(async () => (await deliveries(item))[0]?.['attempts']).toBe(attempt)
    expect((await read(item))['state']).toBe('failing')
    now += 10 * HOUR
  }
  await settled(item, ['held'])
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [row] = await deliveries(item)
  expect(row).toMatchObject({ problem: 'REFUSED', httpStatus: 500, attempts: 4, nextAt: null })
  expect((await read(item))['state']).toBe('paused')
})

it('[WHK2] lets a webhook be deleted while the answer to its message is noted', async () => {
  let isCalled = false
  respond = () => {
    isCalled = true
    return ok()
  }
  const item = await create()
  const deletion = await server.pool.connect()
  const waiting = () =>
    server.pool.query(`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`)
  try {
    // The deletion would be the one that notices a deadlock, and fail.
    await deletion.query(`begin; set local deadlock_timeout = '1ms'`)
    await deletion.query('select from webhooks.webhook where id = $1 for no key update', [item.id])
    await happen()
    await expect.poll(() => isCalled).toBe(true)
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0)
    await deletion.query('delete from webhooks.webhook where id = $1', [item.id])
    await deletion.query('commit')
  } finally {
    deletion.release()
  }
  expect(await server.pool.query('select from webhooks.delivery')).toMatchObject({ rowCount: 0 })
})

it('[WHK2] gives a message up after the eighth attempt, and shows each of them', async () => {
  const item = await create()
  let attempts = 0
  const times: number[] = []
  respond = () => {
    attempts += 1
    times.push(now)
    return { status: 503, body: 'down' }
  }
  await happen()
  for (let attempt = 1; attempt < 8; attempt += 1) {
    await expect.poll(async () => (await deliveries(item))[0]?.['attempts']).toBe(attempt)
    // Another message arrived in between, or the webhook would be paused.
    await server.pool.query('update webhooks.webhook set failing_since = null, retry_at = null')
    const next = (await deliveries(item))[0]?.['nextAt']
    now = Date.parse(String(next))
  }
  await settled(item, ['failed'])
  expect(attempts).toBe(8)
  const [first = 0] = times
  expect(times.map((at) => Math.round((at - first) / 1000))).toEqual([
    0, 5, 305, 2_105, 9_305, 27_305, 63_305, 99_305,
  ])
  const [row] = await deliveries(item)
  const { body } = await (await staff()).get(`/api/webhooks/${item.id}/deliveries/${row?.id}`)
  expect(body['item']).toMatchObject({
    response: 'down',
    log: Array.from({ length: 8 }, () => ({ status: 503, problem: 'REFUSED', ms: 0 })),
  })
})

it('[WHK2] waits as long as the receiver asks', async () => {
  const item = await create()
  respond = () => ({ status: 429, headers: { 'retry-after': '1800' } })
  const started = now
  await happen()
  await expect.poll(async () => (await deliveries(item))[0]?.['problem']).toBe('LIMITED')
  expect((await deliveries(item))[0]?.['nextAt']).toBe(new Date(started + 1_800_000).toISOString())
  respond = ok
  now = started + 1_800_000
  await settled(item, ['delivered'])
})

it('[WHK3] lets one message try while the webhook fails, and sends the others once it answers', async () => {
  const item = await create()
  respond = () => ({ status: 500 })
  await happen()
  await until(1)
  await expect.poll(async () => (await read(item))['state']).toBe('failing')
  await Promise.all([happen(), happen(), happen()])
  await expect.poll(async () => (await deliveries(item)).length).toBe(4)
  expect((await deliveries(item)).map(({ attempts }) => attempts).toSorted()).toEqual([0, 0, 0, 1])
  expect(received).toHaveLength(1)
  respond = ok
  now += 30 * 60_000
  await settled(item, ['delivered', 'delivered', 'delivered', 'delivered'])
  expect(received).toHaveLength(5)
  expect(await read(item)).toMatchObject({ state: 'active', failingSince: null })
})

it('[WHK4] pauses a webhook whose receiver is gone, holds what comes and sends it when it is resumed', async () => {
  const item = await create()
  respond = () => ({ status: 410 })
  await happen()
  await settled(item, ['failed'])
  expect(await read(item)).toMatchObject({ state: 'paused' })
  now += 1
  await happen()
  await settled(item, ['held', 'failed'])
  const { rows } = await server.pool.query(
    `select actor from kernel.audit where action = 'webhooks:paused' and target = $1`,
    [item.id],
  )
  expect(rows).toEqual([{ actor: null }])
  respond = ok
  expect((await (await staff()).post(`/api/webhooks/${item.id}/resume`)).status).toBe(200)
  await settled(item, ['delivered', 'failed'])
  expect(received).toHaveLength(2)
})

it.each([
  'http://example.com/hook',
  'https://127.0.0.1/hook',
  'https://10.0.0.5/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://2130706433/',
  'https://0x7f.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:1/',
])('[WHK5] refuses the address %s', async (wrong) => {
  expect(await refusal({ address: wrong })).toEqual({ address: 'WEBHOOKS_ADDRESS' })
})

it('[WHK5] takes public names over https, and the hosts that root named', async () => {
  await create({ address: 'https://example.com/hook?key=1' })
  await create({ address: 'http://bot.internal:8080/' })
  const root = (await server.signIn({ permissions: ['admin.settings.view', 'admin.settings.edit'] })).api
  const { status } = await root.patch('/api/settings', { values: { webhooks_private_hosts: '10.0.0.5' } })
  expect(status).toBe(403)
})

it('[WHK5] refuses a name that leads into the own network, when it is called', async () => {
  const item = await create({ address: 'https://localhost/hook' })
  await happen()
  await settled(item, ['failed'])
  expect((await deliveries(item))[0]).toMatchObject({ problem: 'NOT_PUBLIC', httpStatus: null, attempts: 1 })
  expect(await read(item)).toMatchObject({ state: 'paused' })
})

it('[WHK5] follows no redirect', async () => {
  const item = await create()
  respond = () => ({ status: 307, headers: { location: `${address}/elsewhere` } })
  await happen()
  await expect.poll(async () => (await deliveries(item))[0]?.['problem']).toBe('REDIRECTED')
  expect(received.map(({ path }) => path)).toEqual(['/hook'])
})

it('[WHK6] keeps the secret sealed and signs with both for a day after it was replaced', async () => {
  respond = ok
  const item = await create()
  const before = await secretOf(item)
  expect(before.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const { rows } = await server.pool.query('select sealed from webhooks.secret')
  expect(JSON.stringify(rows)).not.toContain(before.secret.slice(6, 20))
  const after = await secretOf(item, '/replace')
  expect(after).toMatchObject({ previousUntil: new Date(now + DAY).toISOString() })
  await happen()
  await until(1)
  await settled(item, ['delivered'])
  const [both] = received
  if (!both) throw new Error('nothing arrived')
  const signatures = [signatureOf(both, after.secret), signatureOf(both, before.secret)]
  expect(both.headers['webhook-signature']).toBe(signatures.join(' '))
  now += DAY + 1
  await happen()
  await until(2)
  const [, one] = received
  if (!one) throw new Error('nothing arrived')
  expect(one.headers['webhook-signature']).toBe(signatureOf(one, after.secret))
  const stale = await server.signIn({ permissions: ['admin.webhooks.edit'], proven: false })
  for (const action of ['', '/replace']) {
    const { status, body } = await stale.api.post(`/api/webhooks/${item.id}/secret${action}`)
    expect([status, body['error_code']]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  }
  const reader = await server.signIn({ permissions: ['admin.webhooks.list'] })
  expect((await reader.api.post(`/api/webhooks/${item.id}/secret`)).status).toBe(403)
  expect(JSON.stringify(await read(item))).not.toContain('whsec')
  const log = await server.pool.query(`select before, after from kernel.audit where action like 'webhooks:%'`)
  expect(JSON.stringify(log.rows)).not.toContain('whsec')
})

it('[WHK21] makes another secret where the lost SECRET_KEY had sealed one, and says so in the audit log', async () => {
  const [item, other] = [await create(), await create({ name: 'Other' })]
  const [before, kept] = [await secretOf(item), await secretOf(other)]
  await server.pool.query(`update webhooks.secret set sealed = 'lost' where webhook_id = $1`, [item.id])
  const { orm, events } = server.server.core
  await orm.transaction((tx) => events.emit(tx, secretKeyReplaced, {}))
  const lost = () =>
    server.pool.query(`select target from kernel.audit where action = 'webhooks:secret-lost'`)
  await expect.poll(async () => (await lost()).rows).toEqual([{ target: item.id }])
  const after = await secretOf(item)
  expect(after.secret).not.toBe(before.secret)
  expect(await secretOf(other)).toEqual(kept)
  expect((await lost()).rowCount).toBe(1)
})

it('[WHK7] sends a finished message again under its id, and none that is under way or paused', async () => {
  const item = await create()
  respond = ok
  await happen()
  await settled(item, ['delivered'])
  const [row] = await deliveries(item)
  const replay = async () => {
    const { status, body } = await (
      await staff()
    ).post(`/api/webhooks/${item.id}/deliveries/${row?.id}/replay`)
    return [status, body['error_code']]
  }
  expect(await replay()).toEqual([200, undefined])
  await until(2)
  await settled(item, ['delivered'])
  expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id'])
  await server.pool.query(`update webhooks.delivery set status = 'pending'`)
  expect(await replay()).toEqual([409, 'WEBHOOKS_UNDER_WAY'])
  await server.pool.query(`update webhooks.delivery set status = 'failed'`)
  await server.pool.query('update webhooks.webhook set paused_at = now()')
  expect(await replay()).toEqual([409, 'WEBHOOKS_NOT_ACTIVE'])
  const foreign = await create({ name: 'Other' })
  expect((await (await staff()).get(`/api/webhooks/${foreign.id}/deliveries/${row?.id}`)).status).toBe(404)
  expect(
    (await (await staff()).post(`/api/webhooks/${foreign.id}/deliveries/${row?.id}/replay`)).status,
  ).toBe(404)
})

it('[WHK8] sends a test once, to a paused and disabled webhook too, and blames the webhook for nothing', async () => {
  const item = await create({ enabled: false })
  await server.pool.query('update webhooks.webhook set paused_at = now()')
  respond = () => ({ status: 500 })
  expect((await (await staff()).post(`/api/webhooks/${item.id}/test`)).status).toBe(200)
  await settled(item, ['failed'])
  expect((await deliveries(item))[0]).toMatchObject({ event: 'webhooks.test', attempts: 1, nextAt: null })
  expect(await read(item)).toMatchObject({ failingSince: null })
  respond = ok
  now += 1
  await (await staff()).post(`/api/webhooks/${item.id}/test`)
  await settled(item, ['delivered', 'failed'])
  expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ type: 'webhooks.test' })
})

it('[WHK9] forgets messages that name a person, with the person', async () => {
  respond = ok
  const users = server.server.core.services.find(Users)
  const { person } = await server.signIn()
  const item = await create({ events: ['servers.created', 'users.erased'] })
  await happen(person.id)
  await happen()
  await settled(item, ['delivered', 'delivered'])
  await server.server.core.orm.transaction(async (tx) => {
    await users?.erase(tx, person.id)
    await server.server.core.events.emit(tx, userErased, { id: person.id })
  })
  await expect.poll(async () => (await deliveries(item)).map(({ event }) => event)).toContain('users.erased')
  const { rows } = await server.pool.query<{ body: string }>('select body from webhooks.delivery')
  const named = rows.filter(({ body }) => body.includes(person.id))
  expect(named.map(({ body }) => JSON.parse(body).type)).toEqual(named.map(() => 'users.erased'))
})

it('[WHK9] sweeps messages after the days of the settings', async () => {
  respond = ok
  const item = await create()
  await happen()
  await settled(item, ['delivered'])
  now += 29 * DAY
  await happen()
  await settled(item, ['delivered', 'delivered'])
  now += DAY + 1
  const sweep = () => server.server.core.runner.forPlugin('webhooks').add('sweep', {})
  await sweep()
  await settled(item, ['delivered'])
  now += 2 * DAY
  await server.server.core.settings.write({ webhooks_keep_days: 2 })
  await sweep()
  await settled(item, [])
  await server.server.core.settings.write({ webhooks_keep_days: 30 })
})

it('[WHK10] records nothing for a disabled webhook, and drops what waits', async () => {
  const item = await create()
  respond = () => ({ status: 500 })
  await happen()
  await until(1)
  await expect.poll(async () => (await read(item))['state']).toBe('failing')
  const { version } = await read(item)
  await (await staff()).patch(`/api/webhooks/${item.id}`, { enabled: false, version })
  await happen()
  now += HOUR
  await settled(item, ['failed'])
  expect((await deliveries(item))[0]).toMatchObject({ problem: 'DISABLED' })
  expect(received).toHaveLength(1)
})

it.each(['nothing.here', 'servers:created'])('[WHK1] refuses the event %s', async (wrong) => {
  expect(await refusal({ events: [wrong] })).toEqual({ events: 'WEBHOOKS_EVENTS' })
  expect(await refusal({ events: ['servers.created', 'servers.created'] })).toEqual({
    events: 'WEBHOOKS_EVENTS',
  })
})

describe('[WHK20] messages that wait for a webhook that fails', () => {
  beforeEach(() => {
    // By this clock the queue comes to nothing by itself that waits for its time.
    now = Date.now()
  })
  const jobsOf = async (job: string) => {
    const { rowCount } = await server.pool.query(
      `select from graphile_worker._private_jobs where payload->>'plugin' = 'webhooks' and payload->>'job' = $1`,
      [job],
    )
    return rowCount
  }
  const count = async (where: string) =>
    (await server.pool.query(`select from webhooks.delivery where ${where}`)).rowCount
  /** Time passes, and the queue comes to the receiver. */
  const letPass = async (ms: number, { id }: Item) => {
    now += ms
    const jobs = server.server.core.runner.forPlugin('webhooks')
    await jobs.add('retry', { webhook: id }, { key: `retry:${id}` })
  }

  it('[WHK20] have no jobs, let one of them try, and go once it answers', async () => {
    const item = await create()
    respond = () => ({ status: 500 })
    await Promise.all([happen(), happen(), happen()])
    await expect.poll(async () => (await read(item))['state']).toBe('failing')
    for (let event = 0; event < 30; event += 1) await happen()
    await expect.poll(() => count('waits')).toBe(33)
    expect([await jobsOf('deliver'), await jobsOf('retry')]).toEqual([0, 1])
    const tried = received.length
    expect(tried).toBeLessThanOrEqual(3)
    await letPass(10 * 60_000, item)
    await until(tried + 1)
    await expect.poll(() => count('waits')).toBe(33)
    expect([await jobsOf('deliver'), await jobsOf('retry')]).toEqual([0, 1])
    respond = ok
    await letPass(10 * 60_000, item)
    await expect.poll(() => count(`status = 'delivered'`)).toBe(33)
    expect(received).toHaveLength(tried + 1 + 33)
    expect((await read(item))['state']).toBe('active')
  })

  it('[WHK20] wait for its job, too, where they had one of their own when it began to fail', async () => {
    const item = await create()
    respond = () => ({ status: 500 })
    await happen()
    await expect.poll(() => count('waits')).toBe(1)
    const id = randomUUID()
    await server.pool.query(
      `insert into webhooks.delivery (id, webhook_id, event_id, event, body, people, status, created_at)
       values ($1, $2, $1, 'servers.created', '{}', '{}', 'pending', $3)`,
      [id, item.id, new Date(now)],
    )
    await server.server.core.runner.forPlugin('webhooks').add('deliver', { delivery: id })
    await expect.poll(() => count('waits')).toBe(2)
    await expect.poll(() => jobsOf('deliver')).toBe(0)
    expect(received).toHaveLength(1)
  })

  it.each([
    ['waiting', "status = 'pending'", takeWaiting],
    ['held', "status = 'held'", releaseHeld],
  ])(
    '[WHK20] are taken as many as asked for, by every plan of the statement: %s',
    async (state, left, take) => {
      const item = await create()
      // In the order of their ids: a scan that reads the first again after each row then finds the next one each time.
      await server.pool.query(
        `insert into webhooks.delivery (id, webhook_id, event_id, event, body, people, status, created_at, waits)
       select (left($1::text, 24) || lpad(n::text, 12, '0'))::uuid, $1::uuid, gen_random_uuid(), 'servers.created', '{}', '{}', $3, $2, $4
       from generate_series(1, 10) n`,
        [item.id, new Date(now), state === 'held' ? 'held' : 'pending', state === 'waiting'],
      )
      const [taken] = await server.server.core.orm.transaction(async (tx) => {
        // Then the planner looks at each row, as it does while a table seems small.
        for (const kind of ['hashjoin', 'mergejoin', 'sort', 'material', 'hashagg'])
          await tx.execute(`set local enable_${kind} = off`)
        return [await take(tx, { kind: 'webhook', id: item.id }, 1)]
      })
      expect(taken).toHaveLength(1)
      expect(await count(`${left} and waits = ${state === 'waiting'}`)).toBe(9)
    },
  )

  it('[WHK20] go in batches, all of them', async () => {
    respond = ok
    const item = await create()
    await server.pool.query(
      `insert into webhooks.delivery (id, webhook_id, event_id, event, body, people, status, created_at, waits)
       select gen_random_uuid(), $1, gen_random_uuid(), 'servers.created', '{}', '{}', 'pending', $2, true
       from generate_series(1, 230)`,
      [item.id, new Date(now)],
    )
    await letPass(0, item)
    await expect.poll(() => count(`status = 'delivered'`)).toBe(230)
    expect(received).toHaveLength(230)
  })
})
