import { EconomyParts, type EconomyPart, type EconomyRule } from '@spawnpoint/contracts/coins'
import { defineSettings, memberOf } from '@spawnpoint/sdk/common'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { habitOf, meanBeforeCap, readHabits, type PopulationSample } from './server/simulated-habits.ts'
import { createSimulatedLedger } from './server/simulated-ledger.ts'
import { simulate } from './server/simulate.ts'

const hour = 3_600_000
const time = { type: 'time', kind: 'acme:stayed', msPerCoin: 60_000, coinsPerDay: 3 } as const
const task = {
  type: 'task',
  kind: 'acme:solved',
  coins: 10,
  perDay: 2,
  durationMs: 60_000,
  cooldownMs: hour,
} as const
const once = { type: 'once', kind: 'acme:joined', coins: 50, waitMs: 24 * hour, uses: 1 } as const
const invite = {
  type: 'invite',
  kind: 'acme:invited',
  coins: 35,
  coinsOfInvited: 15,
  waitMs: 48 * hour,
} as const
const purchase = { type: 'purchase', kind: 'acme:bought', price: 40, most: 2 } as const
const gift = { type: 'gift', kind: 'acme:given', least: 5, most: 20, feePercent: 10 } as const
const renewal = {
  type: 'renewal',
  kind: 'acme:renewed',
  price: 30,
  everyMs: 240 * hour,
  graceMs: 48 * hour,
  keepMs: 72 * hour,
} as const
const rules: readonly EconomyRule[] = [time, task, once, invite, purchase, gift, renewal]

const used = (kind: string, people: number, days: number, times: number, coins: number) => ({
  kind,
  people,
  days,
  times,
  coins,
})
const population: PopulationSample = {
  accounts: 400,
  balances: Array.from({ length: 40 }, (_, index) => index * 10),
  sampled: 100,
  usage: [
    used(time.kind, 50, 600, 1_200, 1_200),
    used(task.kind, 40, 400, 800, 8_000),
    used(purchase.kind, 30, 60, 60, 2_400),
    used(gift.kind, 10, 30, 30, 330),
  ],
}
const run = (under: readonly EconomyRule[], seed = 1, habits = readHabits(rules, population)) =>
  simulate({ rules: under, habits, population, days: 20, runs: 40, seed })
const kindOf = ({ kinds }: ReturnType<typeof run>, kind: string) => kinds.find((each) => each.kind === kind)

describe('the rules of the simulator', () => {
  it('[COI26] pay time up to the cap of the day, and keep the rest for the next coin', () => {
    const ledger = createSimulatedLedger([time], 1)
    ledger.open(0)
    expect(ledger.time(0, time, 0, 0, 90_000)).toBe(90_000)
    expect(ledger.balances[0]).toBe(1)
    expect(ledger.time(0, time, 0, 0, 300_000)).toBe(90_000)
    expect(ledger.balances[0]).toBe(3)
    expect(ledger.time(0, time, 0, 1, 60_000)).toBe(60_000)
    expect(ledger.balances[0]).toBe(4)
  })

  it('[COI26] pay a task after its time, up to its limit a day and not before its cooldown is over', () => {
    const ledger = createSimulatedLedger([task], 1)
    ledger.open(0)
    const solve = (at: number, ms = 60_000) => ledger.task(0, task, 0, at, at + ms)
    expect(solve(0, 59_000)).toBe(false)
    expect(solve(0)).toBe(true)
    expect(solve(hour)).toBe(false)
    const next = ledger.taskEnd(0, task, 0, 0)
    expect(next).toBe(60_000 + hour + 60_000)
    expect(solve(next - 60_000)).toBe(true)
    expect(solve(6 * hour)).toBe(false)
    expect(solve(24 * hour)).toBe(true)
    expect(ledger.balances[0]).toBe(30)
  })

  it('[COI26] pay once after the wait, as long as rewards are left', () => {
    const ledger = createSimulatedLedger([once], 2)
    ledger.open(0)
    ledger.open(0)
    expect(ledger.once(0, once, 0, 0)).toBe(false)
    expect(ledger.once(0, once, 0, 23 * hour)).toBe(false)
    expect(ledger.once(0, once, 0, 24 * hour)).toBe(true)
    expect(ledger.once(0, once, 0, 72 * hour)).toBe(false)
    ledger.once(0, once, 1, 0)
    expect(ledger.once(0, once, 1, 48 * hour)).toBe(false)
    expect(ledger.supply()).toBe(50)
  })

  it('[COI26] take prices and fees only from those who have them, and within the bounds', () => {
    const ledger = createSimulatedLedger([purchase, gift, invite], 3)
    ledger.open(100)
    ledger.open(0)
    expect([1, 2, 3].map(() => ledger.buy(0, purchase, 0))).toEqual([true, true, false])
    expect(ledger.buy(0, purchase, 1)).toBe(false)
    expect([4, 21, 20].map((coins) => ledger.give(1, gift, 0, 1, coins))).toEqual([false, false, false])
    expect(ledger.give(1, gift, 0, 0, 5)).toBe(false)
    // A fee of 1.1 coins is 2 coins.
    expect(ledger.give(1, gift, 0, 1, 11)).toBe(true)
    expect([...ledger.balances]).toEqual([7, 11, 0])
    expect(ledger.supply()).toBe(18)
    expect(ledger.open(0)).toBe(2)
    expect(ledger.open(0)).toBeNull()
  })

  it('[COI26] pay both for an invitation, once, when the account has been there long enough', () => {
    const ledger = createSimulatedLedger([invite], 2)
    ledger.open(7)
    ledger.invite(0, invite, 0, ledger.open(0) ?? 0, 8 * hour)
    ledger.payInvitations(55 * hour)
    expect([...ledger.balances]).toEqual([7, 0])
    ledger.payInvitations(56 * hour)
    ledger.payInvitations(80 * hour)
    expect([...ledger.balances]).toEqual([42, 15])
    expect(ledger.supply()).toBe(57)
  })

  describe('of a renewal', () => {
    const begin = (coins: number) => {
      const ledger = createSimulatedLedger([renewal], 1)
      ledger.open(coins)
      ledger.renewals(0).begin(0, 1, 240 * hour)
      const on = (day: number) => ledger.renew(0, renewal, 0, day * 24 * hour)
      return { ledger, on }
    }

    it('[COI26] take the price on the last day, for a period that begins where the last one ends', () => {
      const { ledger, on } = begin(100)
      expect([8, 9, 10, 18, 19].map(on)).toEqual([null, true, null, null, true])
      expect(ledger.balances[0]).toBe(40)
    })

    it('[COI26] wait while it still runs, and count from its end', () => {
      const { ledger, on } = begin(0)
      expect([9, 10, 11].map(on)).toEqual([false, false, false])
      ledger.balances[0] = 60
      expect([11, 18, 19].map(on)).toEqual([true, null, true])
    })

    it('[COI26] begin anew after it stood still', () => {
      const { ledger, on } = begin(0)
      // Unpaid on the tenth day, stopped two days later.
      expect([10, 11, 12, 13].map(on)).toEqual([false, false, false, false])
      ledger.balances[0] = 60
      expect([14, 22, 23].map(on)).toEqual([true, null, true])
    })

    it('[COI26] take nothing any more once it is gone', () => {
      const { ledger, on } = begin(0)
      expect([10, 12, 15].map(on)).toEqual([false, false, false])
      ledger.balances[0] = 60
      expect(on(16)).toBeNull()
      expect(ledger.balances[0]).toBe(60)
    })
  })
})

describe('a simulation', () => {
  it('[COI25] is the same for the same seed, and another for another', () => {
    expect(run(rules)).toEqual(run(rules))
    expect(run(rules, 2)).not.toEqual(run(rules))
  })

  it('[COI25] begins with the balances of today and books what its kinds say', () => {
    const { supply, kinds, median } = run(rules)
    const opening = population.balances.reduce((sum, each) => sum + each, 0) * 10
    const net = kinds.reduce((sum, { issued, removed }) => sum + issued - removed, 0)
    const last = supply.middle.at(-1) ?? 0
    expect(Math.abs(last - (opening + net))).toBeLessThan(0.02 * last)
    for (const [day, middle] of supply.middle.entries()) {
      expect(supply.low[day]).toBeLessThanOrEqual(middle)
      expect(supply.high[day]).toBeGreaterThanOrEqual(middle)
    }
    expect(median.middle[0]).toBeGreaterThan(100)
  })

  it('[COI25] repeats what people did in the last 30 days', () => {
    // 100 of 400 accounts were read: 8,000 coins of tasks in 30 days are 32,000 of all.
    const tasks = kindOf(run([task]), task.kind)
    expect((tasks?.issued ?? 0) / ((32_000 * 20) / 30)).toBeCloseTo(1, 0)
    const bought = kindOf(run([{ ...purchase, most: 1_000, price: 1 }]), purchase.kind)
    expect((bought?.removed ?? 0) / ((240 * 20) / 30)).toBeCloseTo(1, 0)
  })

  it('[COI25] repeats renewals, and asks for them more often in shorter periods', () => {
    const rich = { ...population, balances: population.balances.map(() => 1_000_000) }
    const monthly = { ...renewal, everyMs: 720 * hour }
    const fortnightly = { ...renewal, everyMs: 360 * hour }
    const paid = (under: EconomyRule, times: number, today: EconomyRule = monthly) => {
      const usage = [used(renewal.kind, 40, times, times, times * 30)]
      const habits = readHabits([today], { ...rich, usage })
      const { kinds } = simulate({ rules: [under], habits, population: rich, days: 60, runs: 20, seed: 1 })
      return (kinds[0]?.removed ?? 0) / 30
    }
    // 40 of 100 read accounts pay once in 30 days: 160 of 400, and twice in 60 days.
    expect(paid(monthly, 40) / 320).toBeCloseTo(1, 0)
    expect(paid(fortnightly, 40) / 640).toBeCloseTo(1, 0)
    expect(paid(monthly, 120) / 960).toBeCloseTo(1, 0)
    // In 30 days each of them has paid twice for one.
    expect(paid(fortnightly, 80, fortnightly) / 640).toBeCloseTo(1, 0)
  })

  it('[COI25] moves nothing else when one rule changes', () => {
    const before = run([time, task, once])
    const after = run([time, { ...task, coins: 20 }, once])
    expect(kindOf(after, time.kind)).toEqual(kindOf(before, time.kind))
    expect(kindOf(after, once.kind)).toEqual(kindOf(before, once.kind))
    expect(kindOf(after, task.kind)?.issued).toBe(2 * (kindOf(before, task.kind)?.issued ?? 0))
    expect(kindOf(run([task, once]), task.kind)).toEqual(kindOf(before, task.kind))
  })

  it('[COI25] expects people who reached a cap to stay longer without it', () => {
    const cap = 120
    for (const mean of [10, 60, 100]) {
      const before = meanBeforeCap(mean, cap)
      expect(before).toBeGreaterThanOrEqual(mean)
      expect(before * (1 - Math.exp(-cap / before))).toBeCloseTo(mean, 3)
    }
    expect(meanBeforeCap(cap, cap)).toBe(3 * cap)
  })

  it('[COI25] shares one kind among its rules, and assumes a habit where there is none', () => {
    const habits = readHabits([task, task, invite], {
      ...population,
      usage: [used(task.kind, 10, 100, 400, 4_000), used(invite.kind, 20, 20, 20, 500)],
    })
    expect(habitOf(habits, task)).toMatchObject({ share: 0.1, amount: 2 })
    expect(habitOf(habits, invite).share).toBe(0.1)
    expect(habits.has(time.kind)).toBe(false)
    expect(habitOf(habits, time).share).toBeGreaterThan(0)
  })
})

describe('the calls', () => {
  let server: TestServer
  let api: ApiClient
  beforeAll(async () => {
    server = await startTestServer()
    api = (await server.signIn({ permissions: ['admin.economy.view'] })).api
    await server.server.core.settings.write({ store_enabled: true })
  })
  afterAll(() => server.stop())

  interface Reply {
    readonly days: number
    readonly runs: number
    readonly accounts: number
    readonly assumed: readonly string[]
    readonly today: { readonly kinds: readonly { kind: string; issued: number; removed: number }[] }
    readonly changed: Reply['today'] | null
  }
  const post = (changes: object, seed = 1) => api.post('/api/coins/simulations', { changes, seed })
  const read = ({ status, body }: { status: number; body: object }): Reply => {
    expect(status, JSON.stringify(body)).toBe(200)
    return body as Reply
  }

  it('[COI27] lets staff change the numbers and switches that plugins offer, and no other setting', async () => {
    const { api: customer } = await server.signIn()
    expect((await customer.get('/api/coins/simulations/settings')).status).toBe(403)
    expect((await customer.post('/api/coins/simulations', { changes: {} })).status).toBe(403)
    const { settings } = (await api.get('/api/coins/simulations/settings')).body as unknown as {
      settings: { key: string }[]
    }
    expect(settings).toContainEqual({
      key: 'afk_min_per_coin',
      plugin: 'afk',
      value: 1,
      min: 1,
      max: 1440,
    })
    expect(settings.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['store_enabled', 'coins_share_fee', 'l4r_shareus_daily_limit', 'j4r_enabled']),
    )
    for (const changes of [{ app_name: true }, { afk_min_per_coin: 0 }, { l4r_shareus_api_key: 1 }]) {
      const { status, body } = await post(changes)
      expect([status, body.error_code]).toEqual([400, 'COINS_SIMULATION_SETTING'])
    }
  })

  async function give(kind: string, amount: number) {
    const { person } = await server.signIn()
    await server.pool.query(
      `select coins.post('test', gen_random_uuid()::text, $1, '', '', $2::uuid[], $3::bigint[])`,
      [kind, ['00000000-0000-4000-8000-000000000001', person.id], [-amount, amount]],
    )
  }

  it('[COI27] runs 1,000 times 90 days in a thread, compares a change with today and saves nothing', async () => {
    for (let each = 0; each < 30; each += 1) await give('acme:started', 10 * (each + 1))
    const pending = Promise.all([post({ afk_coins_per_day: 1 }), post({})])
    // The server answers meanwhile.
    expect((await api.get('/api/coins/economy')).status).toBe(200)
    const [one, other] = await pending
    // The second of two at once is refused.
    expect([one?.status, other?.status].toSorted()).toEqual([200, 409])
    const first = read(await post({ afk_coins_per_day: 1 }))
    expect(first).toMatchObject({ days: 90, runs: 1_000, from: expect.stringMatching(/^20/) })
    const minted = ({ kinds }: Reply['today']) => kinds.find(({ kind }) => kind === 'afk:earned')?.issued ?? 0
    expect(minted(first.today)).toBeGreaterThan(0)
    expect(first.changed && minted(first.changed)).toBeLessThan(minted(first.today))
    expect(first.assumed).toContain('afk:earned')
    expect(first.accounts).toBeGreaterThan(0)
    const again = read(await post({ afk_coins_per_day: 1 }))
    expect(again).toEqual(first)
    const alone = read(await post({}))
    expect(alone).toMatchObject({ today: first.today, changed: null })
    expect((await api.get('/api/coins/simulations/settings')).body['settings']).toContainEqual(
      expect.objectContaining({ key: 'afk_coins_per_day', value: 120 }),
    )
  })

  it('[COI27] takes rules from any plugin that declares them, and reads usage from the ledger', async () => {
    const extra = defineSettings({
      acme_reward: { schema: z.number().int().min(0), default: 5, audience: 'server', group: 'earn' },
    })
    const part: EconomyPart = {
      settings: extra,
      rules: () => [{ type: 'once', kind: 'acme:welcome', coins: 5, waitMs: 0, uses: null }],
    }
    const { core } = server.server
    const undo = core.services.provide('acme', memberOf(EconomyParts, 'acme'), part)
    await give('afk:earned', 60)
    const { assumed, today } = read(await post({}))
    expect(assumed).not.toContain('afk:earned')
    expect(today.kinds.map(({ kind }) => kind)).toContain('acme:welcome')
    undo()
  })
})
