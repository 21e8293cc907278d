import { Users } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { findNextDay, readDay } from './server/day.ts'

const minute = 60_000

let server: TestServer
let now = Date.parse('2027-05-04T09:00:00Z')
const clock = { now: () => new Date(now) }
const advance = (ms: number) => void (now += ms)

beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.stop())

const rules = { afk_enabled: true, afk_min_per_coin: 1, afk_coins_per_day: 120, app_timezone: 'UTC' }
beforeEach(() => server.server.core.settings.write(rules))

interface Counting {
  readonly nonce: string
  readonly dueInMs: number
  readonly openMs: number
  readonly restMs: number
  readonly todayMs: number
  readonly totalMs: number
  readonly coinsToday: number
  readonly resumesAt: string | null
  readonly balance: number | null
}

const read = ({ status, body }: { status: number; body: object }): Counting => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Counting
}

const start = async (api: ApiClient, resume: string | null = null) =>
  read(await api.post('/api/afk/counting', { resume }))

const send = (api: ApiClient, nonce: string) => api.post('/api/afk/heartbeats', { nonce })

/** The heartbeat of a page that stays open: on time. */
const beat = async (api: ApiClient, { nonce, dueInMs }: Counting) => {
  advance(dueInMs)
  return read(await send(api, nonce))
}

/** A page that stays open for at least so long. */
async function stay(api: ApiClient, ms: number, from?: Counting): Promise<Counting> {
  let at = from ?? (await start(api))
  let left = ms
  while (left > 0) {
    left -= at.dueInMs
    at = await beat(api, at)
  }
  return at
}

const balanceOf = async (api: ApiClient) => Number((await api.get('/api/coins/balance')).body['balance'])

const runJob = (plugin: string, name: string) =>
  server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin, job: name, payload: {} }),
  ])

describe('counting', () => {
  it('[AFK1] counts by the clock of the server and pays each coin through the ledger', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    const began = now
    let at = first
    for (let each = 0; each < 12; each += 1) at = await beat(api, at)
    const coins = Math.floor((now - began) / minute)
    expect(coins).toBeGreaterThanOrEqual(4)
    expect(at).toMatchObject({ totalMs: now - began, todayMs: now - began, coinsToday: coins })
    expect(at.restMs).toBe((now - began) % minute)
    expect(await balanceOf(api)).toBe(coins)
    const { items } = (await api.get('/api/coins/statement')).body as unknown as { items: object[] }
    expect(items).toHaveLength(coins)
    expect(items[0]).toMatchObject({ kind: 'afk:earned', amount: 1, balance: coins })
  })

  it('[AFK1] pays by the setting of the moment, and one coin a heartbeat at most', async () => {
    await server.server.core.settings.write({ afk_min_per_coin: 10 })
    const { api } = await server.signIn()
    const at = await stay(api, 8 * minute)
    expect(await balanceOf(api)).toBe(0)
    await server.server.core.settings.write({ afk_min_per_coin: 1 })
    const next = await beat(api, at)
    expect(next).toMatchObject({ balance: 1, coinsToday: 1 })
    expect(next.restMs).toBeLessThan(minute)
  })

  it('[AFK2] goes on over a reload, under a new nonce and with the heartbeat that was due', async () => {
    const { api } = await server.signIn()
    const before = await start(api)
    const began = now
    advance(before.dueInMs - 5000)
    const after = await start(api, before.nonce)
    expect(after).toMatchObject({ dueInMs: 5000, openMs: now - began })
    expect(after.nonce).not.toBe(before.nonce)
    expect((await beat(api, after)).totalMs).toBe(now - began)
    expect((await send(api, before.nonce)).body.error_code).toBe('AFK_ELSEWHERE')
  })

  it('[AFK2] answers a repeated heartbeat like the first, whose answer was lost', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    const second = await beat(api, first)
    advance(3000)
    const again = read(await send(api, first.nonce))
    expect(again).toMatchObject({ nonce: second.nonce, totalMs: second.totalMs, openMs: 3000 })
  })

  it('[AFK6] pays later what was counted right before the process ended', async () => {
    const { api, person } = await server.signIn()
    await stay(api, 2 * minute)
    const paid = await balanceOf(api)
    await server.pool.query(`update afk.counter set coins = coins + 3 where user_id = $1`, [person.id])
    await runJob('afk', 'pay')
    await expect.poll(() => balanceOf(api)).toBe(paid + 3)
    await start(api)
    expect(await balanceOf(api)).toBe(paid + 3)
  })

  it('[AFK10] ranks people by counted minutes', async () => {
    const { api } = await server.signIn()
    const { totalMs } = await stay(api, 3 * minute)
    await runJob('leaderboard', 'count')
    const own = async () =>
      ((await api.get('/api/leaderboard?category=minutes_afk')).body['own'] as { value: number }).value
    await expect.poll(own).toBe(Math.floor(totalMs / minute))
  })

  it('[AFK7] forgets the counter of an erased account', async () => {
    const { person, api } = await server.signIn()
    await start(api)
    const users = server.server.core.services.find(Users)
    await server.server.core.orm.transaction(async (tx) => users?.erase(tx, person.id))
    const rows = async () =>
      (await server.pool.query(`select from afk.counter where user_id = $1`, [person.id])).rowCount
    await expect.poll(rows).toBe(0)
  })
})

describe('days', () => {
  const settings = (app_timezone: string) => ({ read: () => ({ app_timezone }) }) as never

  it.each([
    // Clocks go forward on 28 March 2027 in Berlin and back on 31 October: days of 23 and 25 hours.
    ['Europe/Berlin', '2027-03-28T00:30:00Z', '2027-03-28', '2027-03-28T22:00:00.000Z'],
    ['Europe/Berlin', '2027-10-30T22:30:00Z', '2027-10-31', '2027-10-31T23:00:00.000Z'],
    ['America/New_York', '2028-01-01T04:59:59Z', '2027-12-31', '2028-01-01T05:00:00.000Z'],
    ['Asia/Tokyo', '2027-12-31T15:00:00Z', '2028-01-01', '2028-01-01T15:00:00.000Z'],
    ['UTC', '2028-02-28T23:59:59Z', '2028-02-28', '2028-02-29T00:00:00.000Z'],
  ])('[AFK5] has the day of the time zone %s at %s', (zone, at, day, next) => {
    expect(readDay(settings(zone), new Date(at))).toBe(day)
    expect(findNextDay(settings(zone), new Date(at)).toISOString()).toBe(next)
  })

  it.each([
    ['forward', '2028-03-26T00:58:00Z'],
    ['back', '2028-10-29T00:58:00Z'],
  ])('[AFK5] counts the time that passes while clocks go %s, within the one day', async (_way, at) => {
    await server.server.core.settings.write({ afk_coins_per_day: 3, app_timezone: 'Europe/Berlin' })
    now = Date.parse(at)
    const { api } = await server.signIn()
    const { coinsToday, totalMs } = await stay(api, 2 * 60 * minute)
    expect(coinsToday).toBe(3)
    expect(totalMs).toBeLessThan(4 * minute)
    expect(await balanceOf(api)).toBe(3)
  })

  it('[AFK5] stops at the coins of the day and goes on by itself on the next, which has its own', async () => {
    await server.server.core.settings.write({ afk_coins_per_day: 2, app_timezone: 'Europe/Berlin' })
    now = Date.parse('2027-12-31T22:50:00Z')
    const { api } = await server.signIn()
    const capped = await stay(api, 5 * minute)
    expect(capped).toMatchObject({ coinsToday: 2, resumesAt: '2027-12-31T23:00:00.000Z', openMs: 0 })
    expect(capped.totalMs).toBeLessThan(3 * minute)
    const next = await stay(api, Date.parse('2027-12-31T23:10:00Z') - now, capped)
    expect(next.coinsToday).toBe(2)
    expect(await balanceOf(api)).toBe(4)
  })
})

// Each of these earns what one honest page earns in the same time, or less.
describe("an abuser's notebook", () => {
  const expectAtMost = async (api: ApiClient, began: number) =>
    expect(await balanceOf(api)).toBeLessThanOrEqual(Math.floor((now - began) / minute))

  it('[AFK3] two tabs: the newer one counts, and the older one learns so', async () => {
    const { api } = await server.signIn()
    const began = now
    const older = await start(api)
    advance(older.dueInMs / 2)
    const newer = await start(api)
    advance(older.dueInMs / 2)
    expect((await send(api, older.nonce)).body.error_code).toBe('AFK_ELSEWHERE')
    const { totalMs } = await stay(api, 5 * minute, { ...newer, dueInMs: newer.dueInMs - older.dueInMs / 2 })
    expect(totalMs).toBe(now - began - older.dueInMs / 2)
    await expectAtMost(api, began)
  })

  it('[AFK3] two sessions: neither continues the other, nor counts beside it', async () => {
    const name = `twice${now}`
    const { api, person } = await server.signIn({ username: name })
    const other = await server.signInAgain(person.id)
    const began = now
    const mine = await start(api)
    expect((await send(other, mine.nonce)).body.error_code).toBe('AFK_ELSEWHERE')
    const theirs = await start(other, mine.nonce)
    expect(theirs.openMs).toBe(0)
    advance(theirs.dueInMs)
    expect((await send(api, mine.nonce)).body.error_code).toBe('AFK_ELSEWHERE')
    const counted = read(await send(other, theirs.nonce))
    expect(counted.totalMs).toBe(now - began)
  })

  it('[AFK3] two sessions that take the counter from each other all the time', async () => {
    const { api, person } = await server.signIn()
    const other = await server.signInAgain(person.id)
    const began = now
    for (let round = 0; round < 4; round += 1) {
      await beat(api, await start(api))
      await beat(other, await start(other))
    }
    await expectAtMost(api, began)
  })

  it('[AFK3] a script that sends a heartbeat every other second', async () => {
    const { api } = await server.signIn()
    let { nonce } = await start(api)
    const began = now
    let last: Counting | null = null
    for (let second = 0; second < 130; second += 2) {
      advance(2000)
      last = read(await send(api, nonce))
      nonce = last.nonce
    }
    expect((last?.totalMs ?? 0) + (last?.openMs ?? 0)).toBe(now - began)
    await expectAtMost(api, began)
  })

  it('[AFK3] a nonce used again', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    const second = await beat(api, first)
    for (let again = 0; again < 5; again += 1) {
      advance(1000)
      expect(read(await send(api, first.nonce)).totalMs).toBe(second.totalMs)
    }
    await beat(api, { ...second, dueInMs: second.dueInMs - 5000 })
    expect((await send(api, first.nonce)).body.error_code).toBe('AFK_ELSEWHERE')
  })

  it('[AFK3] a made-up nonce, and one of another account', async () => {
    const { api } = await server.signIn()
    const { api: other } = await server.signIn()
    await start(api)
    const theirs = await start(other)
    advance(theirs.dueInMs)
    for (const nonce of [crypto.randomUUID(), theirs.nonce])
      expect((await send(api, nonce)).body.error_code).toBe('AFK_ELSEWHERE')
    expect((await start(api, theirs.nonce)).totalMs).toBe(0)
  })

  it('[AFK3] an early heartbeat', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    advance(first.dueInMs - 1001)
    const early = read(await send(api, first.nonce))
    expect(early).toMatchObject({ nonce: first.nonce, totalMs: 0, dueInMs: 1001 })
  })

  it('[AFK3] a late heartbeat: a night away counts nothing, and counting starts again', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    advance(first.dueInMs + 15_001)
    const late = read(await send(api, first.nonce))
    expect(late.totalMs).toBe(0)
    advance(8 * 60 * minute)
    const morning = read(await send(api, late.nonce))
    expect(morning).toMatchObject({ totalMs: 0, openMs: 0 })
    expect((await beat(api, morning)).totalMs).toBe(morning.dueInMs)
  })

  it('[AFK3] a resumed page that was away for too long', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    advance(first.dueInMs + 15_001)
    expect(await start(api, first.nonce)).toMatchObject({ totalMs: 0, openMs: 0 })
  })

  it('[AFK3] numbers and times of the browser: the call has no place for them', async () => {
    const { api } = await server.signIn()
    const { nonce, dueInMs } = await start(api)
    advance(dueInMs)
    for (const extra of [{ totalMs: 9e9 }, { now: '2099-01-01' }, { minutes: 600 }, { coins: 5 }])
      expect((await api.post('/api/afk/heartbeats', { nonce, ...extra })).body.error_code).toBe('VALIDATION')
    expect((await api.post('/api/afk/heartbeats', { nonce: null })).status).toBe(400)
    const date = { date: 'Fri, 31 Dec 2099 23:59:59 GMT' }
    expect(read(await api.post('/api/afk/heartbeats', { nonce }, date)).totalMs).toBe(dueInMs)
  })

  it('[AFK3] the clock of the server set back, and forward', async () => {
    const { api } = await server.signIn()
    const first = await start(api)
    advance(-3_600_000)
    expect(read(await send(api, first.nonce)).totalMs).toBe(0)
    advance(2 * 3_600_000)
    expect(read(await send(api, first.nonce)).totalMs).toBe(0)
    advance(-3_600_000)
  })

  it('[AFK4] twenty heartbeats at once count once and pay once', async () => {
    const { api } = await server.signIn()
    let at = await start(api)
    const began = now
    for (let round = 0; round < 6; round += 1) {
      advance(at.dueInMs)
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(api, at.nonce)))
      const all = answers.map(read)
      expect(new Set(all.map(({ nonce, totalMs }) => `${nonce} ${totalMs}`)).size).toBe(1)
      at = all[0] ?? at
      expect(at.totalMs).toBe(now - began)
    }
    expect(await balanceOf(api)).toBe(Math.floor((now - began) / minute))
  })

  it('[AFK4] the last coin of the day, asked for twenty times at once', async () => {
    await server.server.core.settings.write({ afk_coins_per_day: 1 })
    const { api } = await server.signIn()
    let at = await start(api)
    for (let round = 0; round < 4; round += 1) {
      advance(at.dueInMs)
      const answers = await Promise.all(Array.from({ length: 20 }, () => send(api, at.nonce)))
      at = answers.map(read)[0] ?? at
    }
    expect(at.coinsToday).toBe(1)
    expect(await balanceOf(api)).toBe(1)
  })

  it('[AFK5] a time zone that goes back a day brings no second day', async () => {
    await server.server.core.settings.write({ afk_coins_per_day: 1, app_timezone: 'Asia/Tokyo' })
    now = Date.parse('2028-03-01T16:00:00Z')
    const { api } = await server.signIn()
    const at = await stay(api, 3 * minute)
    await server.server.core.settings.write({ app_timezone: 'America/Los_Angeles' })
    await stay(api, 3 * minute, at)
    await stay(api, 3 * minute)
    expect(await balanceOf(api)).toBe(1)
  })

  it('[AFK5] more coins a day, set while the limit is reached, count no time from before', async () => {
    await server.server.core.settings.write({ afk_coins_per_day: 1 })
    const { api } = await server.signIn()
    const at = await stay(api, 30 * minute)
    await server.server.core.settings.write({ afk_coins_per_day: 50 })
    expect((await beat(api, at)).totalMs).toBe(at.totalMs + at.dueInMs)
  })

  it('[AFK8] the switch: off ends counting at once, and on again counts nothing of the time between', async () => {
    const { api } = await server.signIn()
    const { nonce, dueInMs } = await start(api)
    await server.server.core.settings.write({ afk_enabled: false })
    expect((await send(api, nonce)).body.error_code).toBe('FEATURE_OFF')
    expect((await api.post('/api/afk/counting', { resume: nonce })).body.error_code).toBe('FEATURE_OFF')
    const open = async () =>
      (await server.pool.query(`select from afk.counter where nonce is not null`)).rowCount
    await expect.poll(open).toBe(0)
    await server.server.core.settings.write({ afk_enabled: true })
    advance(dueInMs)
    expect((await send(api, nonce)).body.error_code).toBe('AFK_ENDED')
    expect(await start(api, nonce)).toMatchObject({ totalMs: 0, openMs: 0 })
  })

  it('[AFK8] a suspended account, and nobody', async () => {
    const { api, person } = await server.signIn()
    const { nonce, dueInMs } = await start(api)
    await server.server.core.orm.transaction((tx) => server.server.core.sessions.ban(tx, person.id, true))
    advance(dueInMs)
    const answers = await vi.waitUntil(async () => {
      const refused = [await send(api, nonce), await api.post('/api/afk/counting', { resume: nonce })]
      return refused.every(({ status }) => status === 401) && refused
    })
    expect(answers).toHaveLength(2)
    expect((await server.anonymous().post('/api/afk/heartbeats', { nonce })).status).toBe(401)
  })
})
