import { EconomyParts, type EconomyRule } from '@spawnpoint/contracts/coins'
import { LinkProviders } from '@spawnpoint/contracts/links'
import { memberOf } from '@spawnpoint/sdk/common'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../support/server/api-client.ts'
import { startTestServer, type TestServer } from '../support/server/start-test-server.ts'
import { soak } from '../support/soak.ts'
import { runOnce, type Act } from '../../builtin/coins/server/simulate.ts'
import type { Habit } from '../../builtin/coins/server/simulated-habits.ts'

const days = soak(1_000, 40)
const seed = 7
const minute = 60_000
const hour = 60 * minute
const dayMs = 24 * hour
const firstDay = Date.parse('2027-01-01T00:00:00Z')

let server: TestServer
let now = firstDay
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => server.stop())

const settings = {
  app_timezone: 'UTC',
  afk_enabled: true,
  afk_min_per_coin: 1,
  afk_coins_per_day: 2,
  l4r_enabled: true,
  code_redemption_enabled: true,
  allow_coins_sharing: true,
  coins_share_min_amount: 2,
  coins_share_max_amount: 25,
  coins_share_fee: 15,
  store_enabled: true,
  store_ram_price: 40,
  store_ram_quantity: 1024,
  default_ram: 1024,
  max_ram: 1024 * 21,
  block_disk: true,
  block_cpu: true,
  block_ports: true,
  block_databases: true,
  block_backups: true,
  block_server_slots: true,
}

/** A link provider whose links lead right back. */
const provider = {
  id: 'own',
  name: 'Own',
  rules: () => ({
    coins: 9,
    dailyLimit: 3,
    minSeconds: 60,
    expirySeconds: 3_600,
    cooldownSeconds: 5_400,
  }),
  createLink: async (target: string) => `https://short.example/${encodeURIComponent(target)}`,
}

async function readRules(): Promise<readonly EconomyRule[]> {
  const { core } = server.server
  const parts = ['afk', 'gifts', 'links', 'redeem-codes', 'store'].map((plugin) =>
    core.services.find(memberOf(EconomyParts, plugin)),
  )
  const rules = await Promise.all(parts.map((part) => part?.rules(core.settings)))
  return rules.flatMap((each) => each ?? [])
}

const habits = new Map<string, Habit>(
  Object.entries({
    'afk:earned': { share: 1.1, chance: 0.6, amount: 1.5 * minute, size: 0 },
    'links:earned': { share: 1.1, chance: 0.4, amount: 3.5, size: 0 },
    'redeem-codes:redeemed': { share: 1.1, chance: 0.05, amount: 1, size: 0 },
    'gifts:given': { share: 1.1, chance: 0.4, amount: 1, size: 12 },
    'store:ram': { share: 1.1, chance: 0.3, amount: 1.2, size: 0 },
  }),
)

interface Counting {
  readonly nonce: string
  readonly dueInMs: number
}
const expectDone = ({ status, body }: { status: number; body: object }, done: boolean) => {
  expect(status < 300, JSON.stringify(body)).toBe(done)
  return body
}

/** Counts exactly so long: a heartbeat may come a second early and 15 s late, and a new chain has another delay. */
async function stay(api: ApiClient, ms: number) {
  const begin = async () =>
    expectDone(await api.post('/api/afk/counting', { resume: null }), true) as Counting
  let at = await begin()
  const still = { ms }
  const beat = async (after: number) => {
    now += after
    still.ms -= after
    at = expectDone(await api.post('/api/afk/heartbeats', { nonce: at.nonce }), true) as Counting
  }
  while (still.ms > 0) {
    const { dueInMs } = at
    const left = still.ms
    const [early, late] = [dueInMs - 1_000, dueInMs + 15_000]
    const rest = left - 19_000
    if (left >= early && left <= late) await beat(left)
    else if (left > late && rest >= early) await beat(Math.min(dueInMs, rest))
    else at = await begin()
  }
  return { beat }
}

interface Player {
  readonly id: string
  api: ApiClient
}

const play: Record<string, (act: Act, players: readonly Player[], player: Player) => Promise<void>> = {
  async 'afk:earned'({ day, amount, done }, _players, { api }) {
    now = firstDay + day * dayMs + hour
    const { beat } = await stay(api, amount)
    // More time on the same day brings nothing more.
    if (!done) await beat(35_000)
  },
  async 'links:earned'({ amount, done }, _players, { api }) {
    now = firstDay + amount
    const started = await api.post('/api/links/attempts', { provider: 'own' })
    if (!done) return void expectDone(started, false)
    const { address } = expectDone(started, true) as { address: string }
    const target = new URL(decodeURIComponent(new URL(address).pathname.slice(1)))
    now += minute
    expectDone(await api.post('/api/links/returns', { token: target.searchParams.get('attempt') }), true)
  },
  async 'redeem-codes:redeemed'({ day, done }, _players, { api }) {
    now = firstDay + day * dayMs + 20 * hour
    expectDone(await api.post('/api/earn/redemptions', { code: 'WELCOME', requestKey: randomUUID() }), done)
  },
  async 'gifts:given'({ day, amount, done }, players, { id, api }) {
    now = firstDay + day * dayMs + 21 * hour
    const to = players.find((each) => each.id !== id)?.id
    const fee = Math.ceil((amount * settings.coins_share_fee) / 100)
    expectDone(await api.post('/api/gifts', { to, coins: amount, fee, requestKey: randomUUID() }), done)
  },
  async 'store:ram'({ day, done }, _players, { api }) {
    now = firstDay + day * dayMs + 22 * hour
    const body = { item: 'ram', price: settings.store_ram_price, requestKey: randomUUID() }
    expectDone(await api.post('/api/store/purchases', body), done)
  },
}

const balanceOf = async ({ api }: Player) => (await api.get('/api/coins/balance')).body['balance']

it(
  '[COI26] ends every day at the balance that the same days have when they are played for real',
  { timeout: soak(3_600_000, 300_000) },
  async () => {
    await server.server.core.settings.write(settings)
    const undo = server.server.core.services.find(LinkProviders)?.add(provider)
    await server.pool.query(
      `insert into redeem_codes.redeem_code (id, code, coins, uses, enabled, status)
        values (gen_random_uuid(), 'WELCOME', 60, 1, true, 'enabled')`,
    )
    const rules = await readRules()
    expect(rules.map(({ kind }) => kind)).toEqual([...habits.keys()].toSorted())
    const people = [await server.signIn(), await server.signIn()]
    const players: Player[] = people.map(({ person, api }) => ({ id: person.id, api }))
    const acts: Act[] = []
    const balances: number[][] = []
    runOnce(
      { rules, habits, population: { accounts: 2, balances: [0, 0], sampled: 2, usage: [] }, days, seed },
      (ledger) => void balances.push([...ledger.balances.subarray(0, 2)]),
      (act) => void acts.push(act),
    )
    for (let day = 0; day < days; day += 1) {
      now = firstDay + day * dayMs
      await server.pool.query('delete from kernel.rate')
      for (const player of players) player.api = await server.signInAgain(player.id)
      for (const act of acts.filter((each) => each.day === day)) {
        const [kind, player] = [rules[act.rule]?.kind ?? '', players[act.account]]
        if (player) await play[kind]?.(act, players, player)
      }
      expect(await Promise.all(players.map(balanceOf)), `end of day ${day}`).toEqual(balances[day])
    }
    // Each rule paid or took something, and refused something.
    for (const rule of rules.keys())
      expect(new Set(acts.filter((act) => act.rule === rule).map(({ done }) => done)).size).toBe(2)
    undo?.()
  },
)
