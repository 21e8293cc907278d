import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { readDemoConfig, runDemo } from '../../kernel/cli/demo/run-demo.ts'
import { findPublishedDevEndpoint } from '../../sdk/package/published-dev-endpoint.ts'
import { createTestDatabase } from '../support/database/create-test-database.ts'
import { createApiClient } from '../support/server/api-client.ts'
import { startTestServer } from '../support/server/start-test-server.ts'
import { soak } from '../support/soak.ts'

const origin = 'http://127.0.0.1:5173'
const secretKey = randomBytes(32).toString('base64')

/** A place for a demonstration, and what is printed when it starts there. */
async function createPlace() {
  const database = await createTestDatabase({ migrationSets: [] })
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-demo-'))
  const config = readConfig({
    PORT: '0',
    APP_URL: origin,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    PLUGIN_DEV: '1',
  })
  return {
    config,
    async start() {
      const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
      try {
        const { server, offer, stop } = await runDemo({ config })
        const links = () => {
          print.mockClear()
          offer()
          const lines = print.mock.calls.map(([line]) => String(line))
          return new Map(
            lines.map((line) => /as (.+): \S+?(\/api\S+)$/.exec(line)?.slice(1, 3) as [string, string]),
          )
        }
        const printed = print.mock.calls.map(([line]) => String(line))
        return { server, stop, printed, url: `http://127.0.0.1:${server.port}`, links: links() }
      } finally {
        print.mockRestore()
      }
    },
    async remove() {
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

type Place = Awaited<ReturnType<typeof createPlace>>
type Started = Awaited<ReturnType<Place['start']>>

const summarise = async ({ server }: Started) => {
  const { rows } = await server.core.pool.query(
    `select username, balance, (select count(*) from coins.entry e where e.account = u.id) as lines
     from users.account u left join coins.account on coins.account.id = u.id order by username`,
  )
  return rows
}

describe('the demonstration', () => {
  let place: Place
  let demo: Started
  const signIn = async (role: string) => {
    const api = createApiClient(demo.url, origin, '')
    const answer = await api.post(demo.links.get(role) ?? '')
    return { api, answer }
  }

  beforeAll(async () => {
    place = await createPlace()
    demo = await place.start()
  })
  afterAll(async () => {
    await demo.stop()
    await place.remove()
  })

  it('signs in a customer who has coins, a history of them, and servers in several states', async () => {
    const { api, answer } = await signIn('customer')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    const { body } = await api.get('/api/coins/statement')
    const kinds = (body['items'] as { kind: string }[]).map(({ kind }) => kind)
    expect(kinds).toEqual(
      expect.arrayContaining(['coins:adjusted', 'redeem-codes:redeemed', 'store:ram', 'store:server_slot']),
    )
    expect((await api.get('/api/servers')).body).toMatchObject({
      servers: [{ status: 'active' }, { status: 'active' }],
      queued: [{ status: 'pending', reason: 'LOCATION_CLOSED' }],
    })
    expect((await api.get('/api/user/session')).body).toMatchObject({ permissions: [] })
  })

  it('[TOOL18] takes plugins that are being written, where that is asked for', () => {
    expect(findPublishedDevEndpoint(place.config.dataDir)).not.toBeNull()
    expect(demo.printed.join('\n')).toContain(`spawnpoint-plugin dev --data ${place.config.dataDir}`)
  })

  it('signs in a support agent, who opens users, servers, builds and tickets and no more', async () => {
    const { api } = await signIn('support agent')
    const { body } = await api.get('/api/user/session')
    expect(body['permissions']).toEqual([
      'admin.dashboard.view',
      'admin.server.queue.create',
      'admin.server.queue.list',
      'admin.server.queue.logs.view',
      'admin.server.queue.view',
      'admin.servers.list',
      'admin.tickets.compensate',
      'admin.tickets.list',
      'admin.tickets.view',
      'admin.users.list',
    ])
    expect((await api.get('/api/users')).body).toMatchObject({ total: 47 })
    expect((await api.get('/api/roles')).status).toBe(403)
  })

  it('signs in an admin who sees a failed build with its log, a banned customer, and who did what', async () => {
    const { api } = await signIn('admin')
    expect((await api.get('/api/server-queue/counts')).body).toMatchObject({
      pending: 6,
      building: 0,
      failed: 3,
    })
    const ofStatus = async (status: string) =>
      (await api.get(`/api/server-queue?filter=status:${status}`)).body['items'] as readonly {
        readonly id: string
        readonly createdAt: string
        readonly memory: number
      }[]
    const failed = await ofStatus('failed')
    // Not all at once, and of a size that a retry finds room for.
    const hours = [...failed, ...(await ofStatus('pending'))].map(({ createdAt }) => createdAt.slice(0, 13))
    expect(new Set(hours).size).toBeGreaterThan(4)
    expect(failed.map(({ memory }) => memory)).toEqual([4096, 4096, 4096])
    const { log } = (await api.get(`/api/server-queue/${failed[0]?.id}`)).body
    expect(log).toContainEqual(expect.objectContaining({ step: 'failed', reason: 'PANEL_FULL' }))
    expect((await api.get('/api/users?filter=banned:true')).body).toMatchObject({
      items: [{ username: 'yusuf' }],
    })
    const settings = (await api.get('/api/settings')).body['settings']
    expect(settings).toContainEqual(
      expect.objectContaining({
        key: 'store_enabled',
        value: true,
        lastChange: expect.objectContaining({ by: 'marta' }),
      }),
    )
    // A user signed in by a link can reauthenticate too.
    const told = /password again, it is (\S{16})$/
    const password = demo.printed.map((line) => told.exec(line)?.[1]).find(Boolean)
    const prove = (given: string) => api.post('/api/auth/reauthenticate', { password: given })
    expect((await prove('something else')).status).toBe(400)
    expect((await prove(password ?? '')).status).toBe(200)
  })

  it('offers no link that creates an administrator, since it brings one', () => {
    expect(demo.printed).toContain(`The demonstration is ready: open ${origin}`)
    expect(demo.printed.join()).not.toMatch(/setup=/)
  })

  it('has a history of 90 days: no transaction before its account, most days with some, balances in order', async () => {
    const { rows } = await demo.server.core.pool.query(
      `select t.id, t.created_at as at, u.created_at as joined, e.balance, e.amount, e.account
       from coins.transfer t join coins.entry e on e.transfer = t.id join users.account u on u.id = e.account order by t.id`,
    )
    const moments = rows.map(({ at }) => at as Date)
    expect(moments).toEqual(moments.toSorted((a, b) => a.getTime() - b.getTime()))
    expect(rows.filter(({ at, joined }) => at < joined)).toEqual([])
    const days = new Set(moments.map((at) => at.toISOString().slice(0, 10)))
    expect(days.size).toBeGreaterThan(45)
    const audited = await demo.server.core.pool.query(
      `select count(distinct at::date)::int as days from kernel.audit`,
    )
    expect(audited.rows[0]?.days).toBeGreaterThan(30)
  })

  it('dates referrals, codes and held earnings to its past, and has counted the leaderboard', async () => {
    const { rows } = await demo.server.core.pool.query<{ name: string; rows: number; days: number }>(
      `select 'referrals' as name, count(*)::int as rows, count(distinct created_at::date)::int as days
         from referrals.referral where created_at < now() - interval '1 hour'
       union all select 'codes', count(*)::int, count(distinct created_at::date)::int
         from redeem_codes.redeem_code where created_at < now() - interval '90 days'
       union all select 'holds', count(*)::int, count(distinct created_at::date)::int
         from anti_abuse.hold where created_at < now() - interval '1 hour'
       union all select 'boards', count(*)::int, sum(listed)::int
         from leaderboard.board where counted_at > now() - interval '1 hour'`,
    )
    for (const { name, rows: found, days } of rows)
      expect([name, found > 3, days > 2]).toEqual([name, true, true])
  })

  it('has the build log in the order of time', async () => {
    const { rows } = await demo.server.core.pool.query<{ mixed: number; lines: number }>(
      `select count(*) filter (where at < before)::int as mixed, count(*)::int as lines
         from (select at, lag(at) over (order by id) as before from server_queue.log) lines`,
    )
    expect(rows[0]?.lines).toBeGreaterThan(20)
    expect(rows[0]?.mixed).toBe(0)
  })

  it('leaves the sum of all coins at zero', async () => {
    const { rows } = await demo.server.core.pool.query(
      'select sum(amount)::int as sum, count(*)::int from coins.entry',
    )
    expect(rows).toEqual([{ sum: 0, count: expect.any(Number) }])
    expect(rows[0]?.count).toBeGreaterThan(100)
  })

  it('shows a link before it is used, uses it up once, and not for a foreign page', async () => {
    await restart()
    const nobody = createApiClient(demo.url, origin, '')
    const link = demo.links.get('admin') ?? ''
    for (const _look of [1, 2]) expect((await nobody.get(link)).body['text']).toContain('Continue as marta')
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await nobody.post(link, undefined, foreign)).status).toBe(403)
    expect((await nobody.post(link)).status).toBe(303)
    expect((await nobody.post(link)).status).toBe(404)
    const gone = await nobody.get(link)
    expect([gone.status, String(gone.body['text'])]).toEqual([
      404,
      expect.stringContaining('no longer works'),
    ])
    const left = String((await nobody.get(demo.links.get('customer') ?? '')).body['text'])
    expect([left.match(/<form/g)?.length, left.includes('Continue as priya')]).toEqual([2, true])
  })

  it('is not filled twice', async () => {
    const before = await summarise(demo)
    await restart()
    expect(await summarise(demo)).toEqual(before)
  })

  // Filling it again takes as long as all others.
  it.each(soak(['another'], []))('is the same in %s run', async () => {
    const other = await createPlace()
    const again = await other.start()
    expect(await summarise(again)).toEqual(await summarise(demo))
    await again.stop()
    await other.remove()
  })

  async function restart() {
    await demo.stop()
    demo = await place.start()
    return demo
  }
})

describe('without the demonstration', () => {
  it('there is no door for its links, whoever asks', async () => {
    const server = await startTestServer()
    const path = `/api/system/demo/${'a'.repeat(43)}`
    const { api } = await server.signIn({ role: 'Administrator' })
    for (const each of [server.anonymous(), api])
      for (const { status } of [await each.get(path), await each.post(path)]) expect(status).toBe(404)
    const app = server.server.dispatcher.mounted().find(({ id }) => id === 'kernel')?.app
    expect(app?.hasRoute({ method: 'POST', url: '/api/system/demo/:token' })).toBe(false)
    await server.stop()
  })

  it.each([{ NODE_ENV: 'production' }, { DATABASE_URL: 'postgres://panel@db/panel' }])(
    'none starts where real people may be: %o',
    (env) => {
      expect(() => readDemoConfig(env)).toThrow(/run npm start\.$/)
    },
  )

  it('none starts at an address where the access check lets nobody in', () => {
    expect(() => readDemoConfig({ PORT: '5200' })).toThrow(/listen on port 5173/)
    expect(readDemoConfig({}).origin).toBe('http://127.0.0.1:5173')
  })

  it('none fills a database that has people in it', async () => {
    const place = await createPlace()
    const server = await startTestServer({
      env: { DATABASE_URL: place.config.databaseUrl ?? '', SECRET_KEY: secretKey },
    })
    await server.signIn()
    await server.stop()
    await expect(place.start()).rejects.toThrow(/has people in it and is no finished demonstration/)
    await place.remove()
  })
})
