import { userErased, Users } from '@spawnpoint/contracts/users'
import {
  MOST_WAITING,
  type WebhookMessage,
  type WebhookMessageAnswer,
  type WebhookReplayAnswer,
} from '@spawnpoint/contracts/webhooks'
import { pluginRemoved } from '@spawnpoint/sdk/server'
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { modes, rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { callService, writeServiceCaller } from '../../tests/support/plugins/service-caller.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startOutsideService, type Received } from '../../tests/support/server/outside-service.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { checkWebhooks } from './server/check-webhooks.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SECRET = 'a secret that both sides know'
const plugins = createPluginsFolder()
// In the past, so that what waits for its time by this clock is due at once for the queue.
let now = Date.now() - 400 * DAY
let outside: Awaited<ReturnType<typeof startOutsideService>>
let server: TestServer
let signedIn: { readonly at: number; readonly api: ApiClient } | null = null

const service = 'webhooks.messages'
const hosts = ['http.external:chat.example.com', 'http.external:*.hooks.example.com'] as const

beforeAll(async () => {
  outside = await startOutsideService(['chat.example.com', 'eu.hooks.example.com'])
  for (const mode of modes)
    for (const name of ['sender', 'other', 'leaver'])
      writeServiceCaller(plugins, {
        id: `${name}-${mode}`,
        mode,
        service,
        title: `The ${name}`,
        capabilities: hosts,
      })
  server = await startTestServer({ roots: rootsWith(plugins), clock: { now: () => new Date(now) } })
})
afterAll(async () => {
  await server.stop()
  outside.stop()
  plugins.remove()
})
afterEach(async () => {
  await server.pool.query('delete from webhooks.plugin_address')
  // A message that is on its way would arrive in the next test.
  const running = () =>
    server.pool.query('select from graphile_worker._private_jobs where locked_at is not null')
  await expect.poll(async () => (await running()).rowCount).toBe(0)
  outside.received.length = 0
  outside.answer(() => ({ status: 200 }))
})

/** Sessions end while the clock leaps. */
async function staff(): Promise<ApiClient> {
  if (!signedIn || now - signedIn.at > 60_000) {
    const permissions = ['admin.webhooks.list', 'admin.webhooks.edit']
    signedIn = { at: now, api: (await server.signIn({ permissions })).api }
  }
  return signedIn.api
}

const until = async (count: number) => {
  await expect.poll(() => outside.received.length).toBe(count)
}

/** As a receiver checks it: by its secret, over the bytes that came. */
function signatureOf({ headers, body }: Received, key: string | Buffer): string {
  const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`
}

const stored = async (plugin: string) => {
  const { rows } = await server.pool.query<{ next_at: Date | null; key: string }>(
    'select next_at, key from webhooks.delivery where plugin = $1 order by id desc',
    [plugin],
  )
  return rows
}

function callerOf(plugin: string) {
  const address = 'https://chat.example.com/hook/token-that-nobody-may-see'
  const base = () => ({ address, event: 'notes.shared', key: randomUUID(), body: '{"text":"Hi"}' })
  const ask = <T>(method: string, ...args: readonly unknown[]) =>
    callService<T>(server, plugin, method, ...args)
  const send = (over: object = {}) => ask<WebhookMessageAnswer>('send', { ...base(), ...over })
  const list = async (request: object = {}) => {
    const { answer } = await ask<{ messages: WebhookMessage[]; hasMore: boolean }>('list', request)
    if (!answer) throw new Error('no list')
    return answer
  }
  const statuses = async () => (await list()).messages.map(({ status }) => status)
  return {
    address,
    ask,
    send,
    list,
    idOf: async (over: object = {}) => {
      const { answer, error } = await send(over)
      if (!answer?.ok) throw new Error(error ?? 'refused')
      return answer.id
    },
    test: (over: object = {}) => ask<WebhookMessageAnswer>('test', { address, body: '{}', ...over }),
    replay: (request: object) => ask<WebhookReplayAnswer>('replay', request),
    settled: (wanted: readonly string[]) => expect.poll(statuses).toEqual(wanted),
  }
}

describe.each(modes)('messages of a plugin in its %s', (mode) => {
  const id = `sender-${mode}`
  const sender = callerOf(id)
  const path = `/api/webhooks/plugins/${id}`

  it('[WHK11] arrive as they are, once for each key, and are in the log of the plugin', async () => {
    const key = randomUUID()
    const first = await sender.send({ key })
    expect(first).toEqual({
      answer: { ok: true, repeated: false, id: expect.any(String), status: 'pending' },
    })
    await sender.settled(['delivered'])
    const again = await Promise.all([1, 2, 3].map(() => sender.send({ key, body: '{}' })))
    const same = first.answer?.ok && first.answer.id
    for (const each of again)
      expect(each).toEqual({ answer: { ok: true, repeated: true, id: same, status: 'delivered' } })
    now += 1
    const at = await Promise.all([1, 2, 3].map(() => sender.send({ key: `${key}:at-once` })))
    expect(at.filter(({ answer }) => answer?.ok && !answer.repeated)).toHaveLength(1)
    await until(2)
    const [got] = outside.received
    expect(got).toMatchObject({ path: '/hook/token-that-nobody-may-see', body: '{"text":"Hi"}' })
    expect(got?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(got?.headers['webhook-signature']).toBeUndefined()
    await sender.settled(['delivered', 'delivered'])
    expect((await sender.list()).messages[1]).toMatchObject({
      id: same,
      event: 'notes.shared',
      host: 'chat.example.com',
      attempts: 1,
      problem: null,
      httpStatus: 200,
      nextAt: null,
    })
  })

  it('[WHK11] are signed with the secret of the plugin, as it is or as Standard Webhooks writes it', async () => {
    await sender.send({ secret: SECRET })
    await until(1)
    const bytes = Buffer.alloc(32, 9)
    await sender.send({ secret: `whsec_${bytes.toString('base64')}` })
    await until(2)
    const [plain, encoded] = outside.received
    if (!plain || !encoded) throw new Error('nothing arrived')
    expect(plain.headers['webhook-signature']).toBe(signatureOf(plain, SECRET))
    expect(encoded.headers['webhook-signature']).toBe(signatureOf(encoded, bytes))
    expect(plain.headers['webhook-timestamp']).toBe(String(Math.floor(now / 1000)))
    await sender.settled(['delivered', 'delivered'])
  })

  it('[WHK11] are refused where they are none', async () => {
    for (const wrong of [
      { body: 'no json' },
      { body: `"${'x'.repeat(65_536)}"` },
      { key: '' },
      { event: 'no event' },
      { event: 'webhooks.test' },
      { secret: 'short' },
      { people: ['nobody'] },
      { address: 'nowhere' },
      { more: 1 },
    ])
      expect((await sender.send(wrong)).error).toMatch(/^E_SERVICE_REQUEST: messages\.send: /)
    expect((await sender.list()).messages).toEqual([])
  })

  it('[WHK12] go to hosts that the manifest names and no others', async () => {
    for (const [wrong, says] of [
      [
        'https://evil.example.com/',
        'E_HOST: .* sends to evil.example.com; add "http.external:evil.example.com"',
      ],
      ['https://hooks.example.com/', 'E_HOST'],
      ['https://169.254.169.254/latest', 'E_HOST'],
      ['http://chat.example.com/hook', 'E_HOST: .* over https only'],
      ['https://chat.example.com:8443/hook', 'E_HOST: .* port 443 only'],
    ] as const) {
      const { error } = await sender.send({ address: wrong })
      expect(error).toMatch(new RegExp(says))
      expect((await sender.test({ address: wrong })).error).toMatch(/^E_HOST/)
    }
    await sender.send({ address: 'https://eu.hooks.example.com/in' })
    await until(1)
    await sender.settled(['delivered'])
    const done = (await sender.list()).messages[0]?.id
    const elsewhere = { id: done, to: { address: 'https://evil.example.com/' } }
    expect((await sender.replay(elsewhere)).error).toMatch(/^E_HOST/)
  })

  it.each([400, 401, 403, 404, 410])('[WHK13] are given up after %s', async (status) => {
    outside.answer(() => ({ status }))
    await sender.send()
    await sender.settled(['failed'])
    expect((await sender.list()).messages[0]).toMatchObject({ attempts: 1, httpStatus: status, nextAt: null })
    // A message that is wrong says nothing about the address.
    const { body } = await (await staff()).get(`${path}/addresses`)
    const failing = status === 400 ? null : new Date(now).toISOString()
    expect(body['addresses']).toMatchObject([{ failingSince: failing }])
  })

  it('[WHK13] are tried again after all else, as late as the receiver asks, under one id', async () => {
    outside.answer(() => ({ status: 429, headers: { 'retry-after': '1800' } }))
    await sender.send()
    await expect.poll(async () => (await sender.list()).messages[0]?.problem).toBe('LIMITED')
    expect(await stored(id)).toMatchObject([{ next_at: new Date(now + 1_800_000) }])
    outside.answer(() => ({ status: 503 }))
    now += 1_800_000
    await expect.poll(async () => (await sender.list()).messages[0]?.attempts).toBe(2)
    outside.answer(() => ({ status: 200 }))
    now += HOUR
    await sender.settled(['delivered'])
    expect(new Set(outside.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('[WHK14] wait while their address is paused, others go on, and staff resume it', async () => {
    outside.answer(({ path: to }) => ({ status: to === '/ok' ? 200 : 410 }))
    await sender.send()
    await sender.settled(['failed'])
    now += 1
    expect(await sender.send()).toMatchObject({ answer: { ok: true, status: 'held' } })
    now += 1
    await sender.send({ address: 'https://chat.example.com/ok' })
    await sender.settled(['delivered', 'held', 'failed'])
    const api = await staff()
    const [paused, ...rest] = (await api.get(`${path}/addresses`)).body['addresses'] as { id: string }[]
    expect(paused).toMatchObject({ host: 'chat.example.com', pausedAt: expect.any(String) })
    expect(rest).toMatchObject([{ pausedAt: null }])
    const audited = await server.pool.query(
      `select action, after->>'host' as host from kernel.audit where target = $1 order by id`,
      [id],
    )
    expect(audited.rows.at(-1)).toEqual({ action: 'webhooks:paused', host: 'chat.example.com' })
    const health = await checkWebhooks({ clock: { now: () => new Date(now) }, db: server.server.core })()
    expect(health).toMatchObject({ code: 'paused', values: { names: `${id} → chat.example.com` } })
    outside.answer(() => ({ status: 200 }))
    const foreign = `/api/webhooks/plugins/other-${mode}/addresses/${paused?.id}/resume`
    expect((await api.post(foreign)).status).toBe(404)
    expect((await api.post(`${path}/addresses/${paused?.id}/resume`)).status).toBe(200)
    await sender.settled(['delivered', 'delivered', 'failed'])
  })

  it('[WHK20] cost no job each while their address fails, and go once it answers', async () => {
    outside.answer(() => ({ status: 503 }))
    await sender.send()
    await expect.poll(async () => (await sender.list()).messages[0]?.attempts).toBe(1)
    for (let message = 0; message < 10; message += 1) await sender.send()
    const jobs = () =>
      server.pool.query(`select from graphile_worker._private_jobs where payload->>'job' = 'deliver'`)
    await expect.poll(async () => (await jobs()).rowCount).toBe(0)
    expect(outside.received).toHaveLength(1)
    outside.answer(() => ({ status: 200 }))
    now += HOUR
    await sender.settled(Array.from({ length: 11 }, () => 'delivered'))
    expect(outside.received).toHaveLength(12)
  })

  it('[WHK14] pause an address after a day without success', async () => {
    outside.answer(() => ({ status: 500 }))
    await sender.send()
    await expect.poll(async () => (await sender.list()).messages[0]?.attempts).toBe(1)
    now += DAY
    await sender.settled(['held'])
  })

  it('[WHK15] show their address and secret to nobody', async () => {
    outside.answer(() => ({ status: 410 }))
    const message = await sender.idOf({ secret: SECRET })
    await sender.settled(['failed'])
    const api = await staff()
    const shown = [
      await sender.list(),
      (await api.get(`${path}/deliveries`)).body,
      (await api.get(`${path}/deliveries/${message}`)).body,
      (await api.get(`${path}/addresses`)).body,
      (await server.pool.query('select * from webhooks.plugin_address')).rows,
      (await server.pool.query('select * from webhooks.delivery')).rows,
      (await server.pool.query(`select * from kernel.audit where target = $1`, [id])).rows,
      (await server.pool.query(`select * from graphile_worker._private_jobs`)).rows,
    ].map((each) => JSON.stringify(each))
    for (const each of shown) {
      expect(each).not.toContain('token-that-nobody')
      expect(each).not.toContain(SECRET)
    }
    expect(shown[1]).toContain('chat.example.com')
  })

  it('[WHK16] are listed page by page and by status', async () => {
    const ids: string[] = []
    for (let each = 0; each < 3; each += 1) {
      ids.unshift(await sender.idOf())
      now += 1
    }
    await sender.settled(['delivered', 'delivered', 'delivered'])
    const page = await sender.list({ limit: 2 })
    expect([page.messages.map((each) => each.id), page.hasMore]).toEqual([ids.slice(0, 2), true])
    const last = await sender.list({ limit: 2, before: ids[1] })
    expect([last.messages.map((each) => each.id), last.hasMore]).toEqual([ids.slice(2), false])
    expect((await sender.list({ status: 'failed' })).messages).toEqual([])
    expect((await callerOf(`other-${mode}`).list()).messages).toEqual([])
    const items = (await (await staff()).get(`${path}/deliveries`)).body['items'] as { id: string }[]
    expect(items.map((each) => each.id)).toEqual(ids)
  })

  it('[WHK16] are sent again under their id, to another address too, and not while under way or paused', async () => {
    const message = await sender.idOf()
    await sender.settled(['delivered'])
    expect(await sender.replay({ id: message })).toEqual({ answer: { ok: true } })
    await until(2)
    await sender.settled(['delivered'])
    await sender.replay({ id: message, to: { address: 'https://chat.example.com/new', secret: SECRET } })
    await until(3)
    await sender.settled(['delivered'])
    expect(outside.received.map(({ path: to }) => to)).toEqual([
      '/hook/token-that-nobody-may-see',
      '/hook/token-that-nobody-may-see',
      '/new',
    ])
    expect(new Set(outside.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const refused = (reason: string) => ({ answer: { ok: false, reason } })
    const stranger = callerOf(`other-${mode}`)
    expect(await stranger.replay({ id: message })).toEqual(refused('unknown'))
    await server.pool.query(`update webhooks.delivery set status = 'pending'`)
    expect(await sender.replay({ id: message })).toEqual(refused('under-way'))
    await server.pool.query(`update webhooks.delivery set status = 'failed'`)
    await server.pool.query('update webhooks.plugin_address set paused_at = now()')
    expect(await sender.replay({ id: message })).toEqual(refused('paused'))
    const api = await staff()
    const again = async (plugin: string) => {
      const { status, body } = await api.post(`/api/webhooks/plugins/${plugin}/deliveries/${message}/replay`)
      return [status, body['error_code']]
    }
    expect(await again(id)).toEqual([409, 'WEBHOOKS_NOT_ACTIVE'])
    expect(await again(`other-${mode}`)).toEqual([404, 'NOT_FOUND'])
    await server.pool.query('update webhooks.plugin_address set paused_at = null')
    expect(await again(id)).toEqual([200, undefined])
    await until(4)
    await sender.settled(['delivered'])
  })

  it('[WHK17] of a test are sent once, to a paused address too, and blame it for nothing', async () => {
    await sender.send()
    await sender.settled(['delivered'])
    await server.pool.query('update webhooks.plugin_address set paused_at = now()')
    outside.answer(() => ({ status: 500 }))
    now += 1
    expect(await sender.test()).toMatchObject({ answer: { ok: true, status: 'pending' } })
    await sender.settled(['failed', 'delivered'])
    expect((await sender.list()).messages[0]).toMatchObject({
      event: 'webhooks.test',
      attempts: 1,
      nextAt: null,
    })
    const { body } = await (await staff()).get(`${path}/addresses`)
    expect(body['addresses']).toMatchObject([{ failingSince: null, pausedAt: expect.any(String) }])
  })

  it('[WHK18] go with the people that they name', async () => {
    const users = server.server.core.services.find(Users)
    const { person } = await server.signIn()
    await sender.send({ people: [person.id] })
    now += 1
    await sender.send({ people: [randomUUID()] })
    await sender.settled(['delivered', 'delivered'])
    await server.server.core.orm.transaction(async (tx) => {
      await users?.erase(tx, person.id)
      await server.server.core.events.emit(tx, userErased, { id: person.id })
    })
    await sender.settled(['delivered'])
  })

  it('[WHK18] go after the days of the settings, and then their addresses', async () => {
    await sender.send()
    await sender.settled(['delivered'])
    now += 29 * DAY
    await sender.send({ address: 'https://chat.example.com/later' })
    await sender.settled(['delivered', 'delivered'])
    now += DAY + 1
    await server.server.core.runner.forPlugin('webhooks').add('sweep', {})
    await sender.settled(['delivered'])
    const left = () => server.pool.query('select from webhooks.plugin_address')
    await expect.poll(async () => (await left()).rowCount).toBe(1)
  })

  it('[WHK18] are dropped while the plugin is off, and gone with its data', async () => {
    const leaver = `leaver-${mode}`
    const leaving = callerOf(leaver)
    outside.answer(() => ({ status: 500 }))
    await leaving.send()
    await expect.poll(async () => (await leaving.list()).messages[0]?.attempts).toBe(1)
    const { plugins: all } = server.server
    await all.disable(leaver, null)
    now += HOUR
    const api = await staff()
    const items = async () => (await api.get(`/api/webhooks/plugins/${leaver}/deliveries`)).body['items']
    await expect.poll(items).toMatchObject([{ status: 'failed', problem: 'DISABLED', attempts: 1 }])
    expect(outside.received).toHaveLength(1)
    const { core } = server.server
    await core.orm.transaction((tx) => core.events.emit(tx, pluginRemoved, { id: leaver, permissions: [] }))
    await expect.poll(items).toEqual([])
  })

  it('[WHK19] are taken up to a number that waits', async () => {
    await sender.send()
    await sender.settled(['delivered'])
    await server.pool.query(
      `insert into webhooks.delivery (id, address_id, plugin, key, event, body, people, status, created_at)
       select gen_random_uuid(), (select id from webhooks.plugin_address), $1, 'waiting-' || n, 'x', '{}', '{}', 'held', now()
       from generate_series(1, $2) n`,
      [id, MOST_WAITING - 1],
    )
    expect(await sender.send()).toMatchObject({ answer: { ok: true } })
    await server.pool.query(
      `update webhooks.delivery set status = 'held' where plugin = $1 and status <> 'held'`,
      [id],
    )
    expect(await sender.send()).toEqual({ answer: { ok: false, reason: 'too-many' } })
    expect(await callerOf(`other-${mode}`).send()).toMatchObject({ answer: { ok: true } })
  })
})

it('[WHK12] may go to a host of the own network that the manifest and admin.root name', async () => {
  const sender = callerOf('sender-process')
  await server.server.core.settings.write({ webhooks_private_hosts: 'chat.example.com' })
  try {
    expect(await sender.send({ address: 'https://chat.example.com:8443/' })).toMatchObject({
      answer: { ok: true },
    })
    expect((await sender.send({ address: 'https://other.example.com/' })).error).toMatch(/^E_HOST/)
    await sender.settled(['delivered'])
  } finally {
    await server.server.core.settings.write({ webhooks_private_hosts: '' })
  }
})

it('[WHK12] stay where the plugin no longer names their host', async () => {
  const sender = callerOf('sender-process')
  await sender.send()
  await sender.settled(['delivered'])
  await server.pool.query(`update webhooks.plugin_address set host = 'gone.example.com'`)
  const [done] = (await sender.list()).messages
  await sender.replay({ id: done?.id })
  await sender.settled(['failed'])
  expect((await sender.list()).messages[0]).toMatchObject({ problem: 'NOT_DECLARED' })
  expect(outside.received).toHaveLength(1)
})

it('[WHK15] fail where another SECRET_KEY sealed their address, until the plugin names it again', async () => {
  const sender = callerOf('sender-process')
  const message = await sender.idOf()
  await sender.settled(['delivered'])
  await server.pool.query(
    `update webhooks.plugin_address set address = 'sealed-by-another', mark = 'another'`,
  )
  await sender.replay({ id: message })
  await sender.settled(['failed'])
  expect((await sender.list()).messages[0]).toMatchObject({ problem: 'KEY_LOST' })
  await sender.replay({ id: message, to: { address: sender.address } })
  await sender.settled(['delivered'])
})

it('[WHK19] are in no service while webhooks are off', async () => {
  const spare = await startTestServer({ roots: rootsWith(plugins) })
  try {
    await spare.server.plugins.disable('webhooks', null, true)
    for (const mode of modes)
      expect(await callService(spare, `sender-${mode}`, 'list')).toEqual({ error: 'not there' })
  } finally {
    await spare.stop()
  }
})
