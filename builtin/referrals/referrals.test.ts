import { ReferralImport } from '@spawnpoint/contracts/referrals'
import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aRegistration } from '../auth/testing.ts'

const dayMs = 86_400_000

let server: TestServer
let now = Date.parse('2027-10-25T12:00:00Z')
const clock = { now: () => new Date(now) }

beforeAll(async () => {
  server = await startTestServer({ clock, env: { TRUST_PROXY: '1' } })
})
afterAll(() => server.stop())

const rules = {
  referrals_enabled: true,
  referrals_coins_per_referral: 35,
  referrals_coins_per_referral_redeemer: 15,
  referrals_wait_days: 2,
  referrals_active_days: 3,
  app_timezone: 'UTC',
}
beforeEach(() => server.server.core.settings.write(rules))

let count = 0
const anAddress = () => {
  count += 1
  return `203.0.${Math.floor(count / 250)}.${(count % 250) + 1}`
}

interface Visitor {
  readonly id: string
  readonly username: string
  readonly api: ApiClient
  readonly address: string
}

/** Signs up as a browser does. */
async function register(referral?: string, address = anAddress()): Promise<Visitor> {
  const api = server.anonymous()
  const body = aRegistration(referral === undefined ? {} : { referral })
  const answer = await api.post('/api/auth/register', body, { 'x-forwarded-for': address })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const person = await server.server.core.services.find(Users)?.findByLogin(body.username)
  return { id: person?.id ?? '', username: body.username, api, address }
}

const codeOf = async ({ api }: Visitor) => {
  const { body } = await api.post('/api/referrals/code')
  return (body['invite'] as { code: string }).code
}

const rowOf = async ({ id }: Visitor) => {
  const { rows } = await server.pool.query<{ state: string; reason: string | null; active_days: number }>(
    `select state, reason, active_days from referrals.referral where referred = $1`,
    [id],
  )
  return rows[0]
}

/** Invited, and the server has taken note of it. */
async function invite(by: Visitor, address?: string): Promise<Visitor> {
  const friend = await register(await codeOf(by), address)
  await expect.poll(() => rowOf(friend)).toMatchObject({ state: 'pending' })
  return friend
}

const addJob = (plugin: string, job: string) =>
  server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin, job, payload: {} }),
  ])

async function runJob(job: string) {
  await addJob('referrals', job)
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'referrals' and payload ->> 'job' = $1`,
        [job],
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
}

const runCheck = () => runJob('check')
const runForgetting = () => runJob('forget-addresses')

/** Plays on each of so many days, looked at by the job at the end of each. */
async function play(days: number, ...friends: readonly Visitor[]) {
  for (let day = 0; day < days; day += 1) {
    now += dayMs
    for (const { api, address } of friends)
      await api.get('/api/coins/balance', { 'x-forwarded-for': address })
    await runCheck()
  }
}

const balanceOf = async ({ api, address }: Visitor) =>
  (await api.get('/api/coins/balance', { 'x-forwarded-for': address })).body['balance']

describe('referrals', () => {
  it('[REF1] has one code and link for each account', async () => {
    const host = await register()
    const overview = await host.api.get('/api/referrals/overview')
    expect(overview.body).toMatchObject({ invite: null, reward: 35, rewardOfInvited: 15, joined: 0 })
    const answers = await Promise.all(Array.from({ length: 5 }, () => host.api.post('/api/referrals/code')))
    const codes = new Set(answers.map(({ body }) => JSON.stringify(body['invite'])))
    expect(codes.size).toBe(1)
    const code = await codeOf(host)
    expect((await host.api.get('/api/referrals/overview')).body['invite']).toEqual({
      code,
      link: `${server.config.origin}/auth/register?ref=${code}`,
    })
  })

  it('[REF2] pays both once the invited account is verified and was active, and once only', async () => {
    const host = await register()
    const friend = await invite(host)
    await play(2, friend)
    expect([await rowOf(friend), await balanceOf(host)]).toMatchObject([{ state: 'pending' }, 0])
    await play(1, friend)
    expect(await rowOf(friend)).toMatchObject({ state: 'paid' })
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([35, 15])
    await play(2, friend)
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([35, 15])
    const { body } = await host.api.get('/api/referrals/list')
    expect(body['items']).toMatchObject([{ username: friend.username, state: 'paid', coins: 35 }])
    expect((await host.api.get('/api/referrals/overview')).body).toMatchObject({
      joined: 1,
      open: 0,
      earned: 35,
    })
    expect((await friend.api.get('/api/referrals/list')).body['items']).toEqual([])
  })

  it('[REF9] ranks people by paid referrals', async () => {
    const host = await register()
    const [friend] = [await invite(host), await invite(host)]
    await play(3, friend)
    await addJob('leaderboard', 'count')
    const own = async () => {
      const given = { 'x-forwarded-for': host.address }
      const { body } = await host.api.get('/api/leaderboard?category=referrals', given)
      return (body['own'] as { value: number }).value
    }
    await expect.poll(own).toBe(1)
  })

  it('[REF2] pays what was promised when the account was created', async () => {
    const host = await register()
    const friend = await invite(host)
    await server.server.core.settings.write({
      referrals_coins_per_referral: 999,
      referrals_coins_per_referral_redeemer: 0,
    })
    await play(3, friend)
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([35, 15])
  })

  it.each([
    // Half past two comes twice in that night, and the day has 25 hours.
    ['clocks go back', ['2028-10-29T00:30:00Z', '2028-10-29T01:30:00Z', '2028-10-29T22:30:00Z'], 1],
    ['clocks go forward', ['2029-03-24T23:30:00Z', '2029-03-25T21:30:00Z', '2029-03-25T22:30:00Z'], 2],
    ['a year ends', ['2029-12-31T22:30:00Z', '2029-12-31T23:30:00Z'], 2],
  ])('[REF2] counts days of the time zone of the instance where %s', async (_title, moments, days) => {
    await server.server.core.settings.write({ app_timezone: 'Europe/Berlin' })
    now = Date.parse(moments[0] ?? '') - 60_000
    const friend = await invite(await register())
    for (const moment of moments) {
      now = Date.parse(moment)
      await friend.api.get('/api/coins/balance', { 'x-forwarded-for': friend.address })
      await runCheck()
    }
    expect((await rowOf(friend))?.active_days).toBe(days)
    // The tests after this one begin far from midnight.
    now += dayMs / 2
  })

  it('[REF2] takes a code in lower case', async () => {
    const host = await register()
    const friend = await register((await codeOf(host)).toLowerCase())
    await expect.poll(() => rowOf(friend)).toMatchObject({ state: 'pending' })
  })

  it('[REF5] expires after 90 days without enough activity', async () => {
    const host = await register()
    const friend = await invite(host)
    now += 91 * dayMs
    await runCheck()
    expect(await rowOf(friend)).toMatchObject({ state: 'expired' })
  })

  it('[REF6] keeps the row and forgets the person when either account is erased', async () => {
    const host = await register()
    const friend = await invite(host)
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.erase(tx, friend.id))
    await expect.poll(() => rowOf(friend)).toMatchObject({ state: 'void' })
    expect((await host.api.get('/api/referrals/list')).body['items']).toMatchObject([{ state: 'void' }])
    await play(4)
    expect(await balanceOf(host)).toBe(0)
  })

  it('[REF6] keeps addresses as keyed hashes, and no longer than a month', async () => {
    const friend = await invite(await register())
    const address = async () =>
      (
        await server.pool.query<{ address: string | null }>(
          `select address from referrals.referral where referred = $1`,
          [friend.id],
        )
      ).rows[0]?.address
    expect(await address()).toMatch(/^[\w-]{43}$/)
    now += 29 * dayMs
    await runForgetting()
    expect(await address()).not.toBeNull()
    now += 2 * dayMs
    await runForgetting()
    expect(await address()).toBeNull()
  })

  it('[REF6] keeps them as long as the setting says, also while referrals are off', async () => {
    const friend = await invite(await register())
    const { settings } = server.server.core
    await settings.write({ referrals_keep_address_days: 3, referrals_enabled: false })
    now += 4 * dayMs
    await runForgetting()
    const { rows } = await server.pool.query('select address from referrals.referral where referred = $1', [
      friend.id,
    ])
    expect(rows).toEqual([{ address: null }])
    await settings.write({ referrals_keep_address_days: 30, referrals_enabled: true })
  })
})

describe("an abuser's notebook", () => {
  /** A code that works, as a sign that everything before it has been looked at. */
  const settle = async () => invite(await register())

  it('[REF3] the own code: an account that exists cannot be invited any more', async () => {
    const host = await register()
    const body = aRegistration({ username: host.username, referral: await codeOf(host) })
    expect((await host.api.post('/api/auth/register', body)).body.error_code).toBe('AUTH_USERNAME_TAKEN')
    await settle()
    expect(await rowOf(host)).toBeUndefined()
  })

  it('[REF3] a row that names one account twice is refused by the database', async () => {
    const { id } = await register()
    await expect(
      server.pool.query(
        `insert into referrals.referral (referrer, referred, reward, reward_of_invited, created_at)
         values ($1, $1, 1, 1, now())`,
        [id],
      ),
    ).rejects.toThrow(/referral_of_another/)
  })

  it('[REF3] a circle: the invited cannot invite those who were there before', async () => {
    const first = await register()
    const second = await invite(first)
    const again = await server
      .anonymous()
      .post('/api/auth/register', aRegistration({ username: first.username, referral: await codeOf(second) }))
    expect(again.status).toBe(409)
    await settle()
    expect(await rowOf(first)).toBeUndefined()
  })

  it('[REF3] made-up, empty and foreign codes', async () => {
    const visitors = [await register('NOSUCHCO'), await register(''), await register("x' or '1'='1")]
    await settle()
    for (const visitor of visitors) expect(await rowOf(visitor)).toBeUndefined()
  })

  it('[REF4] a second account from the own address is held, with nothing lost', async () => {
    const host = await register()
    const friend = await invite(host, host.address)
    await play(3, friend)
    expect(await rowOf(friend)).toEqual({ state: 'held', reason: 'same-address', active_days: 3 })
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([0, 0])
    const { body } = await host.api.get('/api/referrals/list')
    expect(body['items']).toMatchObject([{ state: 'held', coins: 35 }])
    expect(JSON.stringify(body)).not.toContain('same-address')
  })

  it('[REF4] a second account that logs in from the own address later', async () => {
    const host = await register()
    const friend = await invite(host)
    const { api } = friend
    await api.post('/api/auth/logout', undefined, { 'x-forwarded-for': host.address })
    await server.server.core.services.find(Users)?.recordSeen(friend.id, host.address)
    now += dayMs
    await runCheck()
    for (let day = 0; day < 3; day += 1) {
      now += dayMs
      await server.server.core.services.find(Users)?.recordSeen(friend.id, host.address)
      await runCheck()
    }
    expect(await rowOf(friend)).toMatchObject({ state: 'held', reason: 'same-address' })
  })

  it('[REF4] many accounts from one other address', async () => {
    const host = await register()
    const place = anAddress()
    const friends = [await invite(host, place), await invite(host, place), await invite(host, place)]
    const honest = await invite(host)
    await play(3, ...friends, honest)
    for (const friend of friends)
      expect(await rowOf(friend)).toMatchObject({ state: 'held', reason: 'shared-address' })
    expect([await rowOf(honest), await balanceOf(host)]).toMatchObject([{ state: 'paid' }, 35])
  })

  it('[REF4] an account with another IPv6 address of the same network', async () => {
    const host = await register(undefined, '2001:db8:1:2::10')
    const friend = await invite(host, '2001:db8:1:2:ffff::99')
    await play(3, friend)
    expect(await rowOf(friend)).toMatchObject({ state: 'held', reason: 'same-address' })
  })

  it('[REF4] a suspended account on either side', async () => {
    const host = await register()
    const friend = await invite(host)
    await play(2, friend)
    await server.pool.query(`update users.account set banned_reason = 'cheating' where id = $1`, [host.id])
    await play(1, friend)
    expect(await rowOf(friend)).toMatchObject({ state: 'held', reason: 'suspended' })
    expect(await balanceOf(friend)).toBe(0)
  })

  it('[REF2] an address that is never verified', async () => {
    const host = await register()
    const friend = await invite(host)
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.update(tx, friend.id, { verifiedAt: null }))
    await play(5, friend)
    expect([await rowOf(friend), await balanceOf(host)]).toMatchObject([{ state: 'pending' }, 0])
  })

  it('[REF2] an account that is never used again, however old', async () => {
    const host = await register()
    const friend = await invite(host)
    now += 10 * dayMs
    for (let look = 0; look < 4; look += 1) await runCheck()
    expect([await rowOf(friend), await balanceOf(host)]).toMatchObject([
      { state: 'pending', active_days: 1 },
      0,
    ])
  })

  it('[REF2] many visits on one day are one day', async () => {
    const host = await register()
    const friend = await invite(host)
    now += 3 * dayMs
    for (let visit = 0; visit < 5; visit += 1) {
      now += 60_000 * 10
      await friend.api.get('/api/coins/balance', { 'x-forwarded-for': friend.address })
      await runCheck()
    }
    expect(await rowOf(friend)).toMatchObject({ state: 'pending', active_days: 1 })
  })

  it('[REF2] the same event twice, and the job many times at once', async () => {
    const host = await register()
    const friend = await invite(host)
    await play(2, friend)
    now += dayMs
    await friend.api.get('/api/coins/balance', { 'x-forwarded-for': friend.address })
    await Promise.all(Array.from({ length: 8 }, runCheck))
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual([35, 15])
  })

  it('[REF7] the switch: off takes no note of new accounts, pays nothing and answers nothing', async () => {
    const host = await register()
    const friend = await invite(host)
    const code = await codeOf(host)
    await play(2, friend)
    await server.server.core.settings.write({ referrals_enabled: false })
    const late = await register(code)
    for (const path of ['/api/referrals/overview', '/api/referrals/list'])
      expect((await host.api.get(path)).body.error_code).toBe('FEATURE_OFF')
    expect((await host.api.post('/api/referrals/code')).body.error_code).toBe('FEATURE_OFF')
    await play(1, friend)
    expect([await rowOf(friend), await balanceOf(host)]).toMatchObject([{ state: 'pending' }, 0])
    await server.server.core.settings.write({ referrals_enabled: true })
    await settle()
    expect(await rowOf(late)).toBeUndefined()
  })

  it('[REF30] referrals of another dashboard are shown and never paid, and none takes the place of one from here', async () => {
    const service = server.server.core.services.find(ReferralImport)
    if (!service) throw new Error('referrals is not running')
    const [host, friend, other] = [await register(), await register(), await register()]
    const own = await invite(other)
    const createdAt = new Date('2024-05-06T07:08:09Z')
    const add = (...referrals: readonly (readonly [Visitor, Visitor])[]) =>
      server.server.core.orm.transaction((tx) =>
        service.add(
          tx,
          referrals.map(([referrer, referred]) => ({
            referrer: referrer.id,
            referred: referred.id,
            createdAt,
          })),
        ),
      )
    expect(await service.findInvited([host.id, friend.id, own.id])).toEqual(new Set([own.id]))
    expect(await add([host, friend], [host, own])).toEqual(new Set([friend.id]))
    expect(await add([other, friend])).toEqual(new Set())
    expect(await service.findInvited([host.id, friend.id])).toEqual(new Set([friend.id]))
    const before = [await balanceOf(host), await balanceOf(friend)]
    await server.pool.query('update users.account set verified_at = now() where id = $1', [friend.id])
    await play(5, friend)
    expect([await balanceOf(host), await balanceOf(friend)]).toEqual(before)
    const { body } = await host.api.get('/api/referrals/list', { 'x-forwarded-for': host.address })
    expect(body['items']).toMatchObject([
      { user: friend.id, state: 'imported', coins: 0, at: createdAt.toISOString() },
    ])
    const overview = await host.api.get('/api/referrals/overview', { 'x-forwarded-for': host.address })
    expect(overview.body).toMatchObject({ joined: 1, open: 0, earned: 0 })
    expect(await rowOf(own)).toMatchObject({ state: 'pending' })
  })
})
