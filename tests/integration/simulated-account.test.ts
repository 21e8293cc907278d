import { EconomyParts, type EconomyRule } from '@spawnpoint/contracts/coins'
import { LinkProviders } from '@spawnpoint/contracts/links'
import { memberOf } from '@spawnpoint/sdk/common'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aRegistration } from '../../builtin/auth/testing.ts'
import { Users } from '@spawnpoint/contracts/users'
import { startFakeDiscord } from '../support/earning/fake-discord.ts'
import type { ApiClient } from '../support/server/api-client.ts'
import { startHostingServer, until, type HostingServer } from '../support/server/start-hosting-server.ts'
import { soak } from '../support/soak.ts'
import { runOnce, type Act } from '../../builtin/coins/server/simulate.ts'
import type { Habit } from '../../builtin/coins/server/simulated-habits.ts'

const days = soak(1_000, 40)
const seed = 7
const minute = 60_000
const hour = 60 * minute
const dayMs = 24 * hour
// Behind the wall clock, by which jobs are run.
const firstDay = Date.parse('2020-01-01T00:00:00Z')
const people = 3

let server: HostingServer
let discord: Awaited<ReturnType<typeof startFakeDiscord>>
let now = firstDay
beforeAll(async () => {
  server = await startHostingServer({ clock: { now: () => new Date(now) }, env: { TRUST_PROXY: '1' } })
  discord = await startFakeDiscord(`${server.config.origin}/earn/j4r`)
  // Jobs run when the test says so, and at no hour of the machine.
  await server.pool.query(`update graphile_worker._private_known_crontabs set last_execution = '3000-01-01'`)
})
afterAll(async () => {
  await server.stop()
  await discord.close()
})

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
  j4r_enabled: true,
  j4r_hold_hours: 72,
  referrals_enabled: true,
  referrals_coins_per_referral: 35,
  referrals_coins_per_referral_redeemer: 15,
  referrals_wait_days: 4,
  referrals_active_days: 3,
  server_renew_enabled: true,
  server_renew_cost: 25,
  server_renew_days: 6,
  server_renew_grace_days: 2,
  server_renew_delete_days: 5,
  server_renew_send_mail: false,
}

const listed = {
  name: 'Our Discord',
  description: '',
  serverId: '200000000000000001',
  inviteCode: 'abc',
  coins: 20,
  locked: false,
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
  const plugins = ['afk', 'gifts', 'j4r-servers', 'links', 'redeem-codes', 'referrals', 'servers', 'store']
  const parts = plugins.map((plugin) => core.services.find(memberOf(EconomyParts, plugin)))
  const rules = await Promise.all(parts.map((part) => part?.rules(core.settings)))
  return rules.flatMap((each) => each ?? [])
}

const habits = new Map<string, Habit>(
  Object.entries({
    'afk:earned': { share: 1.1, chance: 0.6, amount: 1.5 * minute, size: 0 },
    'links:earned': { share: 1.1, chance: 0.4, amount: 3.5, size: 0 },
    'redeem-codes:redeemed': { share: 1.1, chance: 0.05, amount: 1, size: 0 },
    'j4r-servers:joined': { share: 1.1, chance: 0.3, amount: 1, size: 0 },
    'referrals:rewarded': { share: 1.1, chance: 0.05, amount: 1, size: 0 },
    'servers:renewal': { share: 1.1, chance: 1, amount: 1, size: 0 },
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
    // Leaves time for one more heartbeat, with a delay that comes soon enough.
    const rest = left - 24_000
    if (left >= early && left <= late) await beat(left)
    else if (left > late && rest >= early) await beat(Math.min(dueInMs, rest))
    else at = await begin()
  }
  return { beat }
}

interface Player {
  readonly id: string
  readonly discord: string
  readonly ip: string
  api: ApiClient
  /** The server that is renewed. */
  owned: string | null
}
interface Turn extends Act {
  readonly at: (hours: number) => number
}

let count = 0
const anAddress = () => `203.0.113.${(count += 1)}`
/** Every call comes from the address of this person. */
const from = ({ send, ...api }: ApiClient, ip: string): ApiClient => {
  const headers = { 'x-forwarded-for': ip }
  const call = (method: string) => (path: string, body?: unknown) => send(method, path, body, headers)
  const [post, put, patch, remove] = [call('POST'), call('PUT'), call('PATCH'), call('DELETE')]
  return {
    ...api,
    send,
    get: (path) => send('GET', path, undefined, headers),
    post,
    put,
    patch,
    delete: remove,
  }
}
const logIn = async (player: Pick<Player, 'id' | 'ip'>) =>
  from(await server.signInAgain(player.id, player.ip), player.ip)

async function join(): Promise<Player> {
  const { person } = await server.signIn()
  const place = { id: person.id, ip: anAddress(), discord: discord.account() }
  return { ...place, api: await logIn(place), owned: null }
}

async function runJobs(plugin: string, job: string) {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin, job, payload: {} }),
  ])
  await until(`the jobs of ${plugin} are done`, async () => {
    const { rowCount } = await server.pool.query(
      `select from graphile_worker._private_jobs where payload ->> 'plugin' = $1`,
      [plugin],
    )
    return rowCount === 0
  })
}

/** Orders a server whose first period ends then. */
async function order(player: Player, endsAt: number) {
  now = endsAt - settings.server_renew_days * dayMs
  const api = await logIn(player)
  expectDone(await api.post('/api/servers', server.anOrder()), true)
  const owned = async () => ((await api.get('/api/servers')).body['servers'] as { id: string }[])[0]
  player.owned = (await until('the server is built', owned)).id
}

const play: Record<string, (turn: Turn, players: Player[], player: Player) => Promise<void>> = {
  async 'afk:earned'({ at, amount, done }, _players, { api }) {
    now = at(1)
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
  async 'redeem-codes:redeemed'({ at, done }, _players, { api }) {
    now = at(20)
    expectDone(await api.post('/api/earn/redemptions', { code: 'WELCOME', requestKey: randomUUID() }), done)
  },
  async 'j4r-servers:joined'({ at, done }, _players, { api, discord: account }) {
    now = at(8)
    const { url } = expectDone(await api.post('/api/j4r-servers/checks'), true) as { url: string }
    const state = new URL(url).searchParams.get('state')
    const code = discord.consent(account, [listed.serverId])
    const { paid } = expectDone(await api.post('/api/j4r-servers/checks/finish', { state, code }), true) as {
      paid: number
    }
    expect(paid > 0).toBe(done)
  },
  async 'referrals:rewarded'({ at, other = -1 }, players, { api }) {
    now = at(8)
    const { invite } = (await api.post('/api/referrals/code')).body as unknown as { invite: { code: string } }
    const [body, ip] = [aRegistration({ referral: invite.code }), anAddress()]
    expectDone(await from(server.anonymous(), ip).post('/api/auth/register', body), true)
    const id = String((await server.service(Users).findByLogin(body.username))?.id)
    const isNoted = `select from referrals.referral where referred = $1`
    await until('the referral is noted', async () => (await server.pool.query(isNoted, [id])).rowCount)
    const place = { id, ip, discord: discord.account() }
    players[other] = { ...place, api: await logIn(place), owned: null }
  },
  async 'servers:renewal'({ at, amount, done }, _players, player) {
    if (player.owned === null) await order(player, firstDay + amount)
    now = at(23)
    player.api = await logIn(player)
    if (amount > 0) return
    const path = `/api/servers/${player.owned}/renewal`
    const { expiresAt, cost } = (await player.api.get(path)).body
    expectDone(await player.api.post(path, { requestKey: randomUUID(), expiresAt, cost }), done)
    if (!done) await runJobs('servers', 'renewals')
  },
  async 'gifts:given'({ at, amount, done, other = -1 }, players, { api }) {
    now = at(21)
    const to = players[other]?.id
    const fee = Math.ceil((amount * settings.coins_share_fee) / 100)
    expectDone(await api.post('/api/gifts', { to, coins: amount, fee, requestKey: randomUUID() }), done)
  },
  async 'store:ram'({ at, done }, _players, { api }) {
    now = at(22)
    const body = { item: 'ram', price: settings.store_ram_price, requestKey: randomUUID() }
    expectDone(await api.post('/api/store/purchases', body), done)
  },
}

const balanceOf = async ({ api }: Player) => (await api.get('/api/coins/balance')).body['balance']

/** Everything there is to earn and to pay for, beside the settings. */
async function openShop() {
  const { core } = server.server
  await core.settings.write({ ...settings, ...discord.settings })
  core.services.find(LinkProviders)?.add(provider)
  await server.pool.query(
    `insert into redeem_codes.redeem_code (id, code, coins, uses, enabled, status)
      values (gen_random_uuid(), 'WELCOME', 60, 1, true, 'enabled')`,
  )
  const { api } = await server.signIn({ permissions: ['admin.j4r.servers.create'] })
  expectDone(await api.post('/api/j4r-servers', listed), true)
}

/** The days as they are simulated: what everybody does, and their balances at the end of each day. */
function simulateDays(rules: readonly EconomyRule[]) {
  const [acts, balances]: [Act[], number[][]] = [[], []]
  const zeros = Array.from({ length: people }, () => 0)
  const population = { accounts: people, balances: zeros, sampled: people, usage: [] }
  runOnce(
    { rules, habits, population, days, seed },
    (ledger) => void balances.push([...ledger.balances.subarray(0, ledger.accounts())]),
    (act) => void acts.push(act),
  )
  return { acts, balances }
}

async function playDay(day: number, acts: readonly Act[], rules: readonly EconomyRule[], players: Player[]) {
  const at = (hours: number) => firstDay + day * dayMs + hours * hour
  now = at(0)
  await server.pool.query('delete from kernel.rate')
  for (const player of players) player.api = await logIn(player)
  for (const act of acts.filter((each) => each.day === day)) {
    const player = players[act.account]
    if (player) await play[rules[act.rule]?.kind ?? '']?.({ ...act, at }, players, player)
  }
  now = at(23)
  const { rowCount } = await server.pool.query(`select from referrals.referral where state = 'pending'`)
  if (rowCount) await runJobs('referrals', 'check')
}

it(
  '[COI26] ends every day at the balance that the same days have when they are played for real',
  { timeout: soak(7_200_000, 300_000) },
  async () => {
    await openShop()
    const rules = await readRules()
    expect(rules.map(({ kind }) => kind)).toEqual([...habits.keys()].toSorted())
    const { acts, balances } = simulateDays(rules)
    const players: Player[] = []
    for (let each = 0; each < people; each += 1) players.push(await join())
    for (let day = 0; day < days; day += 1) {
      await playDay(day, acts, rules, players)
      expect(await Promise.all(players.map(balanceOf)), `end of day ${day}`).toEqual(balances[day])
    }
    // Each rule paid or took something, and refused something; nobody is refused an invitation.
    for (const [index, { type, kind }] of rules.entries()) {
      const outcomes = new Set(acts.filter((act) => act.rule === index).map(({ done }) => done))
      expect(outcomes.size, kind).toBe(type === 'invite' ? 1 : 2)
    }
  },
)
