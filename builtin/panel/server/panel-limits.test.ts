import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startPanelEmulator, type PanelEmulator } from '../../../sdk/panel-emulator/start-panel-emulator.ts'
import { createPanelClient, type PanelClientOptions } from './panel-client.ts'

const createTestClock = () => {
  let time = 1_000_000
  return {
    now: () => time,
    advance(ms: number) {
      time += ms
    },
    // Time stands still but for those who wait: each wait ends at once, at its due time.
    sleep: async (ms: number) => {
      time += ms
    },
  }
}

let emulator: PanelEmulator
let clock: ReturnType<typeof createTestClock>

const connect = (over: Partial<PanelClientOptions> = {}) =>
  createPanelClient({
    baseUrl: emulator.url,
    apiKey: emulator.apiKey,
    dialect: 'pterodactyl',
    clock,
    ...over,
  })

beforeEach(async () => {
  clock = createTestClock()
  emulator = await startPanelEmulator({ now: clock.now })
})
afterEach(() => emulator.close())

const mostInAMinute = (times: number[]) =>
  Math.max(...times.map((start) => times.filter((at) => at >= start && at < start + 60_000).length))

describe('limits of the panel', () => {
  it('[PAN20] a clock of the machine that is set back keeps no call waiting', async () => {
    const panel = createPanelClient({
      baseUrl: emulator.url,
      apiKey: emulator.apiKey,
      dialect: 'pterodactyl',
    })
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2100-01-01'))
    await panel.listLocations()
    now.mockRestore()
    expect(await panel.listLocations()).toHaveLength(2)
  })

  it('[PAN6] no minute holds more calls than the budget', async () => {
    const panel = connect({ budgetPerMinute: 30 })
    for (let call = 0; call < 100; call += 1) await panel.getEgg(1, 1)
    expect(emulator.calls).toHaveLength(100)
    expect(mostInAMinute(emulator.calls.map(({ at }) => at))).toBeLessThanOrEqual(30)
  })

  it('[PAN6] R057: a crowd is told when to come again instead of waiting long', async () => {
    const panel = connect({ budgetPerMinute: 10, clock: { now: clock.now, sleep: async () => {} } })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => panel.getEgg(1, 1)))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.reason).toMatchObject({ reason: 'rate-limited', retryAfterMs: expect.any(Number) })
    expect(emulator.calls.length).toBe(20 - refused.length)
  })

  it('[PAN6] R057: leaves the panel alone for as long as Retry-After says', async () => {
    const panel = connect()
    emulator.fault({ kind: 'status', status: 429, retryAfter: 30, times: 1 })
    await expect(panel.getEgg(1, 1)).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 30_000 })
    clock.advance(29_000)
    await expect(panel.getEgg(1, 1)).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 1000 })
    expect(emulator.calls).toHaveLength(1)
    clock.advance(1000)
    expect(await panel.getEgg(1, 1)).toMatchObject({ id: 1 })
  })

  it('[PAN6] understands the limit that the panel itself sets', async () => {
    await emulator.close()
    emulator = await startPanelEmulator({ now: clock.now, rateLimit: 1 })
    const panel = connect()
    await panel.getEgg(1, 1)
    await expect(panel.getEgg(1, 1)).rejects.toMatchObject({ reason: 'rate-limited', retryAfterMs: 60_000 })
  })

  it('[PAN7] R061: stops calling after three refusals of the key, says so once, and tries again later', async () => {
    const said: boolean[] = []
    const panel = connect({ onKeyRefused: (refused) => said.push(refused) })
    const lift = emulator.fault({ kind: 'status', status: 401 })
    for (let call = 0; call < 5; call += 1)
      await expect(panel.getEgg(1, 1)).rejects.toMatchObject({ reason: 'unauthorized' })
    expect(emulator.calls).toHaveLength(3)
    lift()
    clock.advance(299_999)
    await expect(panel.getEgg(1, 1)).rejects.toMatchObject({ reason: 'unauthorized' })
    expect(emulator.calls).toHaveLength(3)
    clock.advance(1)
    expect(await panel.getEgg(1, 1)).toMatchObject({ id: 1 })
    expect(said).toEqual([true, false])
  })

  it('[PAN7] a health check looks at the panel although the key was refused', async () => {
    const panel = connect({ apiKey: 'ptla_revoked' })
    for (let call = 0; call < 3; call += 1) await panel.getEgg(1, 1).catch(() => null)
    expect(await panel.health()).toMatchObject({ ok: false, reason: 'unauthorized' })
    expect(emulator.calls).toHaveLength(4)
  })
})
