import { Ledger } from '@spawnpoint/contracts/coins'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { createEarners, type Earner } from './testing.ts'

const vpn = '203.0.113.9'
const dayMs = 86_400_000

let server: TestServer
let earners: ReturnType<typeof createEarners>
let staff: ApiClient
let now = Date.parse('2027-05-04T09:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
  earners = createEarners(server)
  const { api } = await server.signIn({ permissions: ['admin.earning.holds.networks'] })
  await api.put('/api/anti-abuse/networks', { text: '203.0.113.0/24' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.pool.query('delete from kernel.rate')
  // A session does not outlive the days between two tests.
  staff = (await server.signIn({ permissions: ['admin.earning.holds.list', 'admin.earning.holds.decide'] }))
    .api
  await server.server.core.settings.write({
    firewall_block_vpn: true,
    firewall_block_alts: false,
    afk_enabled: true,
    afk_min_per_coin: 1,
    afk_coins_per_day: 3,
    referrals_wait_days: 0,
    referrals_active_days: 1,
    referrals_coins_per_referral: 35,
    referrals_coins_per_referral_redeemer: 15,
    app_timezone: 'UTC',
  })
})

const balanceOf = async ({ id }: Pick<Earner, 'id'>) => server.server.core.services.find(Ledger)?.balance(id)

const ownHolds = async ({ api }: Pick<Earner, 'api'>) =>
  (await api.get('/api/anti-abuse/own-holds')).body['holds'] as { id: string; coins: number }[]

async function decide(id: string, pay: boolean) {
  staff = (await server.signIn({ permissions: ['admin.earning.holds.decide'] })).api
  const { status, body } = await staff.post(`/api/anti-abuse/holds/${id}/decision`, { pay, note: 'Seen' })
  expect(status, JSON.stringify(body)).toBe(200)
}

async function runJob(plugin: string, job: string) {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin, job, payload: {} }),
  ])
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = $1 and payload ->> 'job' = $2`,
        [plugin, job],
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
}

describe('afk', () => {
  /** A page that stays open until so many coins were counted. */
  async function stay({ api }: Earner, ip: string, coins: number) {
    const headers = { 'x-forwarded-for': ip }
    type Counting = { nonce: string; dueInMs: number; coinsToday: number }
    const begun = await api.post('/api/afk/counting', { resume: null }, headers)
    let counting = begun.body as unknown as Counting
    for (let beats = 0; counting.coinsToday < coins && beats < 30; beats += 1) {
      now += counting.dueInMs
      const { body } = await api.post('/api/afk/heartbeats', { nonce: counting.nonce }, headers)
      counting = body as unknown as Counting
    }
    return counting
  }

  it('[ABU7] holds coins together, pays them at once, and counts them against the day', async () => {
    const who = await earners.earner()
    expect((await stay(who, vpn, 3)).coinsToday).toBe(3)
    const [own, ...more] = await ownHolds(who)
    expect([own?.coins, more, await balanceOf(who)]).toEqual([3, [], 0])
    expect((await stay(who, who.ip, 4)).coinsToday).toBe(3)
    await decide(own?.id ?? '', true)
    await runJob('afk', 'pay')
    expect(await balanceOf(who)).toBe(3)
  })

  it('[ABU7] does not pay canceled coins afterwards', async () => {
    const who = await earners.earner()
    await stay(who, vpn, 2)
    await decide((await ownHolds(who))[0]?.id ?? '', false)
    await runJob('afk', 'pay')
    expect((await stay(who, who.ip, 3)).coinsToday).toBe(3)
    expect(await balanceOf(who)).toBe(1)
  })
})

describe('referrals', () => {
  const stateOf = async ({ id }: Earner) => {
    const { rows } = await server.pool.query<{ state: string; reason: string | null }>(
      `select state, reason from referrals.referral where referred = $1`,
      [id],
    )
    return rows[0]
  }

  /** Invited from the given address, and checked by the job. */
  async function invite(ip: string) {
    const host = await earners.earner({}, '198.51.100.7')
    const { body } = await host.api.post('/api/referrals/code')
    const friend = await earners.earner({ referral: (body['invite'] as { code: string }).code }, ip)
    await expect.poll(() => stateOf(friend)).toMatchObject({ state: 'pending' })
    await runJob('referrals', 'check')
    return { host, friend }
  }

  it('[ABU11] of the own network are paid to both by a decision', async () => {
    const { host, friend } = await invite('198.51.100.7')
    expect(await stateOf(friend)).toEqual({ state: 'held', reason: 'same-address' })
    const [own] = await ownHolds(host)
    expect(own?.coins).toBe(35)
    expect(await ownHolds(friend)).toEqual([])
    const { items } = (await staff.get('/api/anti-abuse/holds')).body as { items?: object[] }
    expect(items?.[0]).toMatchObject({
      coins: 50,
      signs: [{ plugin: 'referrals', code: 'same-address', other: { username: friend.username } }],
    })
    await decide(own?.id ?? '', true)
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([35, 15])
    expect(await stateOf(friend)).toEqual({ state: 'paid', reason: null })
    await runJob('referrals', 'check')
    expect(await balanceOf(host)).toBe(35)
  })

  it('[ABU11] are canceled by a decision', async () => {
    const { host, friend } = await invite('198.51.100.7')
    await decide((await ownHolds(host))[0]?.id ?? '', false)
    expect(await stateOf(friend)).toEqual({ state: 'void', reason: null })
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([0, 0])
  })

  it('[ABU2] of a friend behind a VPN are held too', async () => {
    const { friend } = await invite(vpn)
    expect(await stateOf(friend)).toEqual({ state: 'held', reason: 'review' })
  })

  it('[PER31] of the own network are paid to those with user.permission.alt', async () => {
    const { api, person } = await server.signIn({ permissions: ['user.permission.alt'] })
    const { body } = await api.post('/api/referrals/code')
    const code = (body['invite'] as { code: string }).code
    const friend = await earners.earner({ referral: code }, '127.0.0.1')
    await expect.poll(() => stateOf(friend)).toMatchObject({ state: 'pending' })
    await runJob('referrals', 'check')
    expect(await stateOf(friend)).toMatchObject({ state: 'paid' })
    expect(await balanceOf(person)).toBe(35)
  })

  it('[ABU1] that were held before are handed over', async () => {
    const { host, friend } = await invite('198.51.100.7')
    await server.pool.query(`delete from anti_abuse.hold where user_id = $1`, [host.id])
    await server.pool.query(`update referrals.referral set handed_over = false where referred = $1`, [
      friend.id,
    ])
    now += dayMs
    await runJob('referrals', 'check')
    await decide((await ownHolds(host))[0]?.id ?? '', true)
    expect(await balanceOf(host)).toBe(35)
  })
})
