import type { DatabaseService } from '@spawnpoint/sdk/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startPanelEmulator, type PanelEmulator } from '../../../sdk/panel-emulator/start-panel-emulator.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../tests/support/database/create-test-database.ts'
import { productMigrations } from '../../../tests/support/database/product-migrations.ts'
import { createPanelClient } from './panel-client.ts'
import type { PanelClock } from './panel-clock.ts'
import { createSharedTurns } from './shared-turns.ts'

const hourMs = 3_600_000

let database: TestDatabase
let emulator: PanelEmulator
/** The clock of the database and, beside it, the one that nobody sets. */
let time = { database: 0, steady: 0 }

const pass = (ms: number) => {
  time.database += ms
  time.steady += ms
}
const clock: PanelClock = { now: () => time.steady, sleep: async (ms) => pass(ms) }
const standing: PanelClock = { now: clock.now, sleep: async () => {} }

beforeAll(async () => {
  database = await createTestDatabase({ migrationSets: await productMigrations() })
})
afterAll(() => database.drop())

beforeEach(async () => {
  time = { database: Date.parse('2027-03-01T10:00:00Z'), steady: 1_000_000 }
  await database.pool.query(
    'update panel.call_budget set due = 0, turns = 0, paused_at = 0, paused_until = 0',
  )
  emulator = await startPanelEmulator({ now: () => time.steady, rateLimit: 100_000 })
})
afterEach(() => emulator.close())

interface Over {
  readonly clock?: PanelClock
  readonly db?: Pick<DatabaseService, 'orm'>
  readonly patience?: () => Promise<null>
  readonly panel?: string
}

/** A process with a client of its own. */
const aProcess = (perMinute: number, over: Over = {}) =>
  createPanelClient({
    baseUrl: emulator.url,
    apiKey: emulator.apiKey,
    clientKey: emulator.clientKey,
    dialect: 'pterodactyl',
    clock: over.clock ?? clock,
    budgetPerMinute: perMinute,
    sharedTurns: (area) =>
      createSharedTurns({
        db: over.db ?? database,
        area,
        panel: over.panel ?? 'one',
        now: () => time.database,
        ...(over.patience && { patience: over.patience }),
      }),
  })

/** A database that can be taken away, refusing or silent. */
const aFragileDatabase = () => {
  let state: 'well' | 'refusing' | 'silent' = 'well'
  const execute = (...query: Parameters<typeof database.orm.execute>) => {
    if (state === 'refusing') return Promise.reject(new Error('away'))
    return state === 'silent' ? new Promise(() => {}) : database.orm.execute(...query)
  }
  return {
    db: { orm: { ...database.orm, execute } as unknown as DatabaseService['orm'] },
    patience: () => (state === 'silent' ? Promise.resolve(null) : new Promise<null>(() => {})),
    become(next: typeof state) {
      state = next
    },
  }
}

const times = () => emulator.calls.map(({ at }) => at)
const mostInAMinute = (all: number[]) =>
  Math.max(...all.map((start) => all.filter((at) => at >= start && at < start + 60_000).length))

describe('the call budget of several processes', () => {
  it('[PAN34] no minute holds more calls of all processes than the budget', async () => {
    const processes = [aProcess(30), aProcess(30), aProcess(30)]
    for (let call = 0; call < 100; call += 1) await processes[call % 3]?.getEgg(1, 1)
    expect(times()).toHaveLength(100)
    expect(mostInAMinute(times())).toBeLessThanOrEqual(30)
  })

  it('[PAN34] a crowd in several processes gets no more turns than one in a single process', async () => {
    const processes = [aProcess(10, { clock: standing }), aProcess(10, { clock: standing })]
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, call) => processes[call % 2]?.getEgg(1, 1)),
    )
    const refused = results.filter((result) => result.status === 'rejected')
    // Two at once and one that waits seven and a half seconds.
    expect([emulator.calls.length, refused.length]).toEqual([3, 37])
    expect(refused[0]?.reason).toMatchObject({ reason: 'rate-limited', retryAfterMs: expect.any(Number) })
  })

  it('[PAN34] Retry-After silences all processes for that long', async () => {
    const [told, other] = [aProcess(30), aProcess(30)]
    emulator.fault({ kind: 'status', status: 429, retryAfter: 30, times: 1 })
    await expect(told.getEgg(1, 1)).rejects.toMatchObject({ retryAfterMs: 30_000 })
    pass(10_000)
    await expect(other.getEgg(1, 1)).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 20_000 })
    pass(19_999)
    await expect(other.getEgg(1, 1)).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 1 })
    expect(emulator.calls).toHaveLength(1)
    pass(1)
    expect(await other.getEgg(1, 1)).toMatchObject({ id: 1 })
  })

  it('[PAN34] Retry-After that comes while another process waits for its turn holds that call back', async () => {
    const ready = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const slow: PanelClock = {
      now: clock.now,
      sleep: async () => {
        ready.resolve()
        await go.promise
      },
    }
    const [told, waiting] = [aProcess(30), aProcess(30, { clock: slow })]
    // So many go out at once; the next has to wait.
    for (let call = 0; call < 6; call += 1) await told.getEgg(1, 1)
    const late = waiting.getEgg(1, 1)
    await ready.promise
    emulator.fault({ kind: 'status', status: 429, retryAfter: 30, times: 1 })
    await expect(told.getEgg(1, 1)).rejects.toMatchObject({ retryAfterMs: 30_000 })
    const before = emulator.calls.length
    go.resolve()
    await expect(late).rejects.toMatchObject({ reason: 'rate-limited' })
    expect(emulator.calls).toHaveLength(before)
  })

  it('[PAN34] a shorter Retry-After takes nothing from a longer one, and each panel and API has its own', async () => {
    const [one, other] = [aProcess(30), aProcess(30)]
    const told = (retryAfter: number) => emulator.fault({ kind: 'status', status: 429, retryAfter, times: 1 })
    told(60)
    await one.getEgg(1, 1).catch(() => null)
    const turns = createSharedTurns({
      db: database,
      area: 'application',
      panel: 'one',
      now: () => time.database,
    })
    await turns.pause(5_000)
    expect(await turns.pausedMs()).toBe(60_000)
    await expect(other.getEgg(1, 1)).rejects.toMatchObject({ retryAfterMs: 60_000 })
    expect(await aProcess(30, { panel: 'another' }).getEgg(1, 1)).toMatchObject({ id: 1 })
    expect(
      await other.live?.usage('11111111-2222-4333-8444-555555555555').catch((error) => error.reason),
    ).not.toBe('rate-limited')
  })

  it('[PAN20] a clock of the database that is set back ends the pause of the other processes', async () => {
    const [told, other] = [aProcess(30), aProcess(30)]
    emulator.fault({ kind: 'status', status: 429, retryAfter: 30, times: 1 })
    await told.getEgg(1, 1).catch(() => null)
    time.database -= hourMs
    expect(await other.getEgg(1, 1)).toMatchObject({ id: 1 })
    await expect(told.getEgg(1, 1)).rejects.toMatchObject({ reason: 'rate-limited' })
  })

  it('[PAN34] the two APIs have a budget each', async () => {
    const process = aProcess(10, { clock: standing })
    const calls = Array.from({ length: 3 }, () => [
      process.getEgg(1, 1),
      process.live?.usage('11111111-2222-4333-8444-555555555555').catch(() => null),
    ])
    await Promise.all(calls.flat())
    expect(emulator.calls).toHaveLength(6)
  })

  it('[PAN34] calls that come together ask the database once or twice', async () => {
    let asked = 0
    const execute = (...query: Parameters<typeof database.orm.execute>) => {
      asked += 1
      return database.orm.execute(...query)
    }
    const process = aProcess(100, { db: { orm: { execute } as unknown as DatabaseService['orm'] } })
    await Promise.all(Array.from({ length: 15 }, () => process.getEgg(1, 1)))
    expect(emulator.calls).toHaveLength(15)
    expect(asked).toBeLessThanOrEqual(2)
  })

  it.each(['refusing', 'silent'] as const)(
    '[PAN34] each goes on with its share while the database is %s',
    async (state) => {
      const [busy, calm] = [aFragileDatabase(), aFragileDatabase()]
      const [busyOne, calmOne] = [aProcess(30, busy), aProcess(30, calm)]
      for (let round = 0; round < 5; round += 1) {
        for (let call = 0; call < 3; call += 1) await busyOne.getEgg(1, 1)
        await calmOne.getEgg(1, 1)
      }
      busy.become(state)
      calm.become(state)
      pass(120_000)
      const counts = []
      for (const process of [busyOne, calmOne]) {
        const from = time.steady
        while (time.steady < from + 60_000)
          await process.getEgg(1, 1).catch(({ retryAfterMs }) => pass(Math.max(1, retryAfterMs)))
        counts.push(times().filter((at) => at >= from && at < from + 60_000).length)
      }
      const [many = 0, few = 0] = counts
      expect(few).toBeGreaterThan(0)
      expect(many).toBeGreaterThan(few)
      expect(many + few).toBeLessThanOrEqual(30)
    },
  )

  it('[PAN20] a clock of the database that is set back keeps no call waiting longer than a turn may be away', async () => {
    const process = aProcess(30)
    for (let call = 0; call < 20; call += 1) await process.getEgg(1, 1)
    time.database -= hourMs
    pass(2_500)
    await process.getEgg(1, 1)
    pass(30_000)
    const before = emulator.calls.length
    for (let call = 0; call < 5; call += 1) await process.getEgg(1, 1)
    expect(emulator.calls).toHaveLength(before + 5)
  })

  it('[PAN20] a clock of the database that is set forward lets no process call more than its own budget', async () => {
    const process = aProcess(30)
    for (let call = 0; call < 100; call += 1) {
      await process.getEgg(1, 1)
      time.database += hourMs
    }
    expect(mostInAMinute(times())).toBeLessThanOrEqual(30)
  })
})
