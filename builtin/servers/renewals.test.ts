import { Ledger } from '@spawnpoint/contracts/coins'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
let host: HostingServer
// Ahead of the wall clock, since jobs are run by that one.
let now = Date.now()

beforeAll(async () => {
  host = await startHostingServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => host.stop())

const settings = {
  server_renew_enabled: true,
  server_renew_cost: 100,
  server_renew_days: 30,
  server_renew_grace_days: 3,
  server_renew_delete_days: 7,
  server_renew_send_mail: true,
  smtp_enabled: true,
  smtp_host: '127.0.0.1',
  smtp_port: 1,
  smtp_from: 'host@example.com',
}

type Row = Record<string, unknown> & { id: string; status: string; expiresAt: string | null }
type Renewal = { expiresAt: string; newExpiresAt: string; cost: number; balance: number; state: string }

const own = async (api: ApiClient) => (await api.get('/api/servers')).body['servers'] as Row[]

/** Lets the job look at all renewals. */
async function run() {
  await host.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'servers', job: 'renewals', payload: {} }),
  ])
  await until('the renewals were looked at', async () => {
    const { rowCount } = await host.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'servers' and payload ->> 'job' in ('renewals', 'suspension', 'delete')`,
    )
    return rowCount === 0
  })
}

beforeEach(async () => {
  await host.server.core.settings.write(settings)
  await run()
})

it('[SRV49] the wizard is told what each renewal costs, and nothing while servers are not renewed', async () => {
  const { api } = await host.signIn()
  const read = async () => (await api.get('/api/servers/options')).body['renewal']
  expect(await read()).toEqual({ cost: 100, days: 30 })
  await host.server.core.settings.write({ ...settings, server_renew_enabled: false })
  expect(await read()).toBeNull()
})

/** Time goes by; whoever is logged in stays so. */
const advance = async (ms: number) => {
  now += ms
  await host.pool.query('update kernel.session set created_at = $1, last_seen_at = $1', [new Date(now)])
  await run()
}

const pass = async (days: number, every = 1) => {
  for (let day = 0; day < days; day += every) await advance(every * dayMs)
}

const give = (user: string, amount: number) =>
  host.server.core.orm.transaction((tx) =>
    host.service(Ledger).earn(tx, {
      scope: 'test',
      key: randomUUID(),
      kind: 'test:given',
      user,
      from: 'earnings',
      amount,
    }),
  )

const aCustomer = async (coins = 0) => {
  const { api, person } = await host.signIn()
  await api.post('/api/servers', host.anOrder())
  const server = await until('the server is there', async () => (await own(api))[0])
  if (coins > 0) await give(person.id, coins)
  const onPanel = () =>
    host.panel.state.servers.find(({ uuid }) => uuid.startsWith(String(server['identifier'])))
  const path = `/api/servers/${server.id}/renewal`
  const read = async () => (await api.get(path)).body as unknown as Renewal
  const renew = async (over: object = {}) => {
    const { expiresAt, cost } = await read()
    return api.post(path, { requestKey: randomUUID(), expiresAt, cost, ...over })
  }
  const balance = () => host.service(Ledger).balance(person.id)
  const auto = (autoRenew: boolean) => api.put(`/api/servers/${server.id}/auto-renewal`, { autoRenew })
  return { api, person, server, onPanel, read, renew, balance, auto, path }
}

const kindsOf = async (server: string) =>
  (
    await host.pool.query<{ kind: string }>(
      `select kind from servers.history where server = $1 and kind not in ('ordered', 'built') order by at, id`,
      [server],
    )
  ).rows.map(({ kind }) => kind)

const emailsOf = async (user: string) =>
  (
    await host.pool.query<{ subject: string }>(
      'select subject from mail.email where user_id = $1 order by created_at, id',
      [user],
    )
  ).rows.map(({ subject }) => subject)

const daysUntil = (expiresAt: string | null) => (Date.parse(expiresAt ?? '') - now) / dayMs

describe('renewing', () => {
  it('[SRV49] charges and extends at once, and says what it costs before', async () => {
    const { read, renew, balance, server } = await aCustomer(250)
    const before = await read()
    expect(before).toMatchObject({ cost: 100, balance: 250, state: 'running' })
    expect(Math.round(daysUntil(before.expiresAt))).toBe(30)
    const { status, body } = await renew()
    expect(status).toBe(200)
    expect(body).toMatchObject({ expiresAt: before.newExpiresAt, balance: 150 })
    expect(await balance()).toBe(150)
    expect(await kindsOf(server.id)).toEqual(['renewed'])
  })

  it('[SRV49] charges once for two clicks and for many tabs', async () => {
    const { api, path, read, balance } = await aCustomer(1_000)
    const { expiresAt, cost } = await read()
    const key = randomUUID()
    const keys = [key, key, ...Array.from({ length: 8 }, () => randomUUID())]
    const answers = await Promise.all(
      keys.map((requestKey) => api.post(path, { requestKey, expiresAt, cost })),
    )
    const codes = answers.flatMap(({ body }) => body.error_code ?? [])
    expect(new Set(codes)).toEqual(new Set(['SERVERS_ALREADY_RENEWED']))
    expect(await balance()).toBe(900)
    expect(Math.round(daysUntil((await read()).expiresAt))).toBe(60)
    const winner = answers.findIndex(({ status }) => status === 200)
    const again = await api.post(path, { requestKey: keys[winner], expiresAt, cost })
    expect(again.status).toBe(200)
    expect(await balance()).toBe(900)
  })

  it('[SRV49] refuses too few coins, another price, a stranger and an unknown server', async () => {
    const { renew, balance, read, path, server } = await aCustomer(40)
    const before = await read()
    expect((await renew()).body).toMatchObject({
      error_code: 'SERVERS_INSUFFICIENT_COINS',
      details: { required: 100, available: 40 },
    })
    expect((await renew({ cost: 1 })).body.error_code).toBe('SERVERS_RENEWAL_CHANGED')
    expect(await balance()).toBe(40)
    expect(await read()).toMatchObject({ expiresAt: before.expiresAt })
    const other = await aCustomer(500)
    const stolen = { requestKey: randomUUID(), expiresAt: before.expiresAt, cost: 100 }
    expect((await other.api.post(path, stolen)).status).toBe(404)
    expect((await other.api.get(path)).status).toBe(404)
    expect((await other.api.put(`/api/servers/${server.id}/auto-renewal`, { autoRenew: true })).status).toBe(
      404,
    )
  })
})

describe('an expiring server', () => {
  it('[SRV50] is announced, suspended and deleted, once each with email and history', async () => {
    const { api, person, server, onPanel } = await aCustomer()
    await pass(34)
    expect(onPanel()?.status).toBe('suspended')
    expect((await own(api))[0]).toMatchObject({ status: 'suspended', suspendedForExpiry: true })
    await pass(8)
    await until('the panel has let go of it', async () => onPanel() === undefined)
    expect(await kindsOf(server.id)).toEqual([
      'reminded',
      'reminded',
      'reminded',
      'expired',
      'expiry-suspended',
      'expiry-deleted',
    ])
    expect(await emailsOf(person.id)).toEqual([
      '“Survival” expires in 7 days',
      '“Survival” expires in 3 days',
      '“Survival” expires in 1 day',
      '“Survival” has expired',
      '“Survival” was suspended',
      '“Survival” was deleted',
    ])
    // The same without a mail server.
    const { rows } = await host.pool.query<{ kind: string }>(
      `select kind from notifications.notification where person = $1 and kind like 'expir%' order by created_at`,
      [person.id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'expiring',
      'expiring',
      'expiring',
      'expired',
      'expiry-suspended',
      'expiry-deleted',
    ])
  })

  it('[SRV51] gets every notice and its whole time after the job was away for long', async () => {
    const { server, onPanel, person } = await aCustomer()
    await advance(90 * dayMs)
    expect(await kindsOf(server.id)).toEqual(['expired'])
    expect(onPanel()?.status).not.toBe('suspended')
    await advance(60 * dayMs)
    await run()
    expect(await kindsOf(server.id)).toEqual(['expired', 'expiry-suspended'])
    await advance(6 * dayMs)
    expect(onPanel()?.status).toBe('suspended')
    await advance(2 * dayMs)
    expect(await kindsOf(server.id)).toEqual(['expired', 'expiry-suspended', 'expiry-deleted'])
    expect(await emailsOf(person.id)).toHaveLength(3)
  })

  it('[SRV52] runs again once it is renewed, even where the panel was silent', async () => {
    const { server, onPanel, renew, api, read } = await aCustomer(100)
    await pass(34, 2)
    await until('it stands still', async () => onPanel()?.status === 'suspended')
    now += 1_000
    const lift = host.panel.fault({ kind: 'down', path: '/servers' })
    expect((await renew()).status).toBe(200)
    expect((await own(api))[0]).toMatchObject({ suspendedForExpiry: false })
    expect(Math.round(daysUntil((await read()).expiresAt))).toBe(30)
    lift()
    await until('the panel has it running again', async () => onPanel()?.status === null)
    await until('the list says so', async () => (await own(api))[0]?.status === 'active')
    expect((await kindsOf(server.id)).at(-1)).toBe('renewed')
  })

  it('[SRV53] waits while staff have suspended it, and is told anew afterwards', async () => {
    const { server, person } = await aCustomer()
    const { api: editor } = await host.signIn({ permissions: ['admin.servers.edit'] })
    const path = `/api/servers/of/${person.id}/${server.id}/suspension`
    await editor.put(path, { suspended: true, reason: 'Abuse report 17' })
    await pass(60, 10)
    expect(await kindsOf(server.id)).toEqual(['suspended'])
    await editor.put(path, { suspended: false, reason: 'Cleared up' })
    await pass(2)
    expect((await kindsOf(server.id)).slice(1)).toEqual(['unsuspended', 'expired'])
  })
})

it('[SRV46] [SRV51] whoever gets an expired server hears of it, has its whole time, and has switched nothing on', async () => {
  const { server, auto, onPanel } = await aCustomer()
  await auto(true)
  await pass(37)
  expect(onPanel()?.status).toBe('suspended')
  const [receiver, staff] = [
    await host.signIn(),
    await host.signIn({ permissions: ['admin.servers.list', 'admin.servers.edit'] }),
  ]
  await give(receiver.person.id, 1000)
  const given = await staff.api.put(`/api/servers/all/${server.id}/owner`, {
    owner: receiver.person.id,
    reason: 'Sold to a friend',
  })
  expect(given.status).toBe(200)
  await until('it is theirs', async () => (await own(receiver.api))[0]?.id === server.id)
  expect((await receiver.api.get(`/api/servers/${server.id}/renewal`)).body).toMatchObject({
    autoRenew: false,
  })
  const { items } = (await receiver.api.get(`/api/servers/${server.id}/history`)).body as { items: object[] }
  expect(items[0]).toMatchObject({ kind: 'transferred', by: 'staff' })
  expect(await emailsOf(receiver.person.id)).toEqual(['“Survival” was suspended'])
  // Without the transfer it would have been deleted in three days.
  await pass(5)
  expect(onPanel()).toBeDefined()
  await pass(4)
  await until('the panel has let go of it', async () => onPanel() === undefined)
  expect(await host.service(Ledger).balance(receiver.person.id)).toBe(1000)
})

describe('an automatic renewal', () => {
  it('[SRV54] pays on the last day, without reminders', async () => {
    const { server, auto, balance, person, read } = await aCustomer(150)
    expect((await auto(true)).body).toMatchObject({ autoRenew: true })
    await pass(28)
    expect(await balance()).toBe(150)
    await pass(1)
    expect(await balance()).toBe(50)
    expect(Math.round(daysUntil((await read()).expiresAt))).toBe(31)
    expect(await kindsOf(server.id)).toEqual(['renewed'])
    expect(await emailsOf(person.id)).toEqual(['“Survival” was renewed'])
  })

  it('[SRV54] says once that coins are missing, and pays when they come', async () => {
    const { server, auto, balance, person } = await aCustomer(60)
    await auto(true)
    await pass(29)
    for (let hour = 0; hour < 3; hour += 1) {
      await advance(hourMs)
    }
    const short = (await emailsOf(person.id)).filter((subject) => subject.startsWith('Not enough coins'))
    expect(short).toHaveLength(1)
    expect(await balance()).toBe(60)
    await give(person.id, 40)
    await advance(2 * hourMs)
    expect(await balance()).toBe(0)
    expect((await kindsOf(server.id)).at(-1)).toBe('renewed')
  })
})

it('[SRV92] pays for itself while the owner renews by hand: neither waits for the other in a circle', async () => {
  const { server, auto, balance, person } = await aCustomer(150)
  await auto(true)
  await pass(28)
  now += dayMs
  // As a renewal by hand does: first the coins, then the server.
  const byHand = await host.pool.connect()
  try {
    await byHand.query('begin')
    await byHand.query('select from coins.account where id = $1 for update', [person.id])
    const done = run()
    await until('the automatic renewal waits for the coins', async () => {
      const { rowCount } = await host.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount === 1
    })
    await byHand.query('update servers.server set updated_at = updated_at where id = $1', [server.id])
    await byHand.query('commit')
    await done
  } finally {
    byHand.release()
  }
  expect(await balance()).toBe(50)
  expect((await kindsOf(server.id)).at(-1)).toBe('renewed')
})

const notificationsOf = async (user: string) =>
  (
    await host.pool.query<{ kind: string; link: string }>(
      `select kind, link from notifications.notification where person = $1 and kind = 'renewal-failed' order by created_at, id`,
      [user],
    )
  ).rows

describe('an automatic renewal that is refused', () => {
  const freeze = (user: string, at: string) =>
    host.pool.query(`update coins.account set frozen_at = ${at} where id = $1`, [user])

  it('[SRV54] tells the owner once that the coins cannot be used, and pays when they can', async () => {
    const { server, auto, balance, person } = await aCustomer(500)
    await auto(true)
    await freeze(person.id, 'now()')
    await pass(29)
    for (let hour = 0; hour < 3; hour += 1) await advance(hourMs)
    expect((await kindsOf(server.id)).filter((kind) => kind === 'renewal-refused')).toHaveLength(1)
    expect(await notificationsOf(person.id)).toEqual([
      { kind: 'renewal-failed', link: `/server/${server.id}/renew` },
    ])
    const refused = (await emailsOf(person.id)).filter((subject) => subject.startsWith("We couldn't renew"))
    expect(refused).toHaveLength(1)
    expect(await balance()).toBe(500)
    await freeze(person.id, 'null')
    await advance(2 * hourMs)
    expect(await balance()).toBe(400)
    expect((await kindsOf(server.id)).at(-1)).toBe('renewed')
  })

  it('[SRV54] tells another reason too, and a new period anew', async () => {
    const { auto, person, server } = await aCustomer(20)
    await auto(true)
    await pass(29)
    expect(await notificationsOf(person.id)).toHaveLength(1)
    await freeze(person.id, 'now()')
    await pass(1)
    // Frozen is looked at before what is left.
    expect((await kindsOf(server.id)).filter((kind) => /short|refused/.test(kind))).toEqual([
      'short-of-coins',
      'renewal-refused',
    ])
    await freeze(person.id, 'null')
    await give(person.id, 80)
    await advance(2 * hourMs)
    expect((await kindsOf(server.id)).at(-1)).toBe('renewed')
    await pass(30)
    expect((await kindsOf(server.id)).filter((kind) => kind === 'short-of-coins')).toHaveLength(2)
    expect(await notificationsOf(person.id)).toHaveLength(3)
  })

  it('[SRV54] sends no email to an owner who turned it off, but notifies', async () => {
    const { auto, person, api } = await aCustomer()
    await api.patch('/api/notifications/preferences', {
      plugin: 'servers',
      kind: 'renewal-failed',
      email: false,
    })
    await auto(true)
    await pass(29)
    expect(await notificationsOf(person.id)).toHaveLength(1)
    expect((await emailsOf(person.id)).filter((subject) => subject.startsWith('Not enough'))).toEqual([])
  })
})

describe('the switch', () => {
  const turn = async (on: boolean) => {
    await host.server.core.settings.write({ server_renew_enabled: on })
    await run()
  }

  it('[SRV55] nothing expires while renewals are off, and everyone gets a whole period first', async () => {
    const { api, server, path, onPanel } = await aCustomer()
    await pass(34, 2)
    await until('it stands still', async () => onPanel()?.status === 'suspended')
    await turn(false)
    await advance(dayMs)
    await until('it runs again', async () => onPanel()?.status === null)
    expect((await own(api))[0]).toMatchObject({ expiresAt: null })
    expect((await api.get(path)).status).not.toBe(200)
    const before = await kindsOf(server.id)
    await pass(60, 20)
    expect(await kindsOf(server.id)).toEqual(before)
    await turn(true)
    expect(Math.round(daysUntil((await own(api))[0]?.expiresAt ?? null))).toBe(30)
    expect(await kindsOf(server.id)).toEqual(before)
  })

  it('[SRV115] switched off for less than a day, periods go on where they were', async () => {
    const stopped = await aCustomer()
    await pass(34, 2)
    await until('it stands still', async () => stopped.onPanel()?.status === 'suspended')
    const running = await aCustomer()
    const look = async () => ({
      stopped: (await stopped.api.get(stopped.path)).body as unknown as Renewal & { next: { at: string } },
      running: (await running.read()).expiresAt,
      histories: [await kindsOf(stopped.server.id), await kindsOf(running.server.id)],
      panel: [stopped.onPanel()?.status, running.onPanel()?.status],
    })
    const before = await look()
    await turn(false)
    expect((await own(running.api))[0]).toMatchObject({ expiresAt: null })
    expect((await own(stopped.api))[0]).toMatchObject({ expiresAt: null, suspendedForExpiry: true })
    await advance(23 * hourMs)
    await turn(true)
    const after = await look()
    // The deletion waits as long, since no renewal was possible meanwhile.
    const later = new Date(Date.parse(before.stopped.next.at) + 23 * hourMs).toISOString()
    const next = { ...before.stopped.next, at: later }
    expect(after).toMatchObject({
      ...before,
      stopped: { ...before.stopped, next, newExpiresAt: expect.any(String) },
    })
    // The whole day begins with each pause.
    await turn(false)
    await advance(23 * hourMs)
    expect(stopped.onPanel()?.status).toBe('suspended')
  })
})

describe('the coins that a renewal costs', () => {
  const plugins = '/api/plugin-manager/plugins'
  const turn = async (on: boolean) => {
    // Days go by, in which a session ends.
    const { api } = await host.signIn({ permissions: ['admin.plugins.list', 'admin.plugins.edit'] })
    const answer = await api.post(`${plugins}/coins/${on ? 'enable' : 'disable'}`, { withDependants: true })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await run()
  }
  afterEach(() => turn(true))

  it('[SRV115] switched off for less than a day, nothing expires, and all goes on where it was', async () => {
    const stopped = await aCustomer()
    await pass(34, 2)
    await until('it stands still', async () => stopped.onPanel()?.status === 'suspended')
    const next = async () =>
      ((await stopped.api.get(stopped.path)).body as unknown as { next: { at: string } }).next.at
    const [before, kinds] = [await next(), await kindsOf(stopped.server.id)]
    await turn(false)
    expect((await own(stopped.api))[0]).toMatchObject({ expiresAt: null, suspendedForExpiry: true })
    expect((await stopped.api.get(stopped.path)).status).not.toBe(200)
    await advance(23 * hourMs)
    await turn(true)
    expect(Date.parse(await next()) - Date.parse(before)).toBe(23 * hourMs)
    expect([stopped.onPanel()?.status, await kindsOf(stopped.server.id)]).toEqual(['suspended', kinds])
    await give(stopped.person.id, 100)
    expect((await stopped.renew()).status).toBe(200)
    await until('it runs again', async () => stopped.onPanel()?.status === null)
  })

  it('[SRV55] switched off for a day, what stood still runs again, and each gets a whole period afterwards', async () => {
    const stopped = await aCustomer()
    await pass(34, 2)
    await until('it stands still', async () => stopped.onPanel()?.status === 'suspended')
    await turn(false)
    await advance(dayMs)
    await until('it runs again', async () => stopped.onPanel()?.status === null)
    expect((await own(stopped.api))[0]).toMatchObject({ expiresAt: null, suspendedForExpiry: false })
    await turn(true)
    expect(Math.round(daysUntil((await own(stopped.api))[0]?.expiresAt ?? null))).toBe(30)
  })
})

it('[SRV56] tells the owner what happened and who did it, and nobody else', async () => {
  const { api, person, server, renew } = await aCustomer(100)
  now += 1_000
  await renew()
  const { api: editor, person: editorPerson } = await host.signIn({ permissions: ['admin.servers.edit'] })
  now += 1_000
  await editor.put(`/api/servers/of/${person.id}/${server.id}/suspension`, {
    suspended: true,
    reason: 'Abuse report 17',
  })
  const { body } = await api.get(`/api/servers/${server.id}/history`)
  const items = body['items'] as { kind: string; by: string }[]
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'suspended', by: 'staff', reason: 'Abuse report 17' },
    { kind: 'renewed', by: 'you', coins: 100 },
  ])
  // Both in the same instant, since the clock stands still.
  expect(
    items
      .slice(2)
      .map(({ kind, by }) => `${kind} by ${by}`)
      .sort(),
  ).toEqual(['built by system', 'ordered by you'])
  expect((await editor.get(`/api/servers/${server.id}/history`)).status).toBe(404)
  const { api: agent } = await host.signIn({ permissions: ['admin.servers.list'] })
  const all = (await agent.get(`/api/servers/all/${server.id}/history`)).body['items'] as {
    person: { username: string } | null
  }[]
  expect(all.map((entry) => entry.person?.username ?? null)).toContain(person.username)
  expect(all.slice(0, 2)).toMatchObject([
    { kind: 'suspended', by: 'staff', person: { username: editorPerson.username } },
    { kind: 'renewed', by: 'staff', person: { username: person.username }, coins: 100 },
  ])
  expect((await api.get(`/api/servers/all/${server.id}/history`)).status).toBe(403)
})
