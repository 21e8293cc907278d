import { drizzle } from 'drizzle-orm/node-postgres'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import type { readEconomy } from '@spawnpoint/contracts/coins'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { economyJob } from './server/economy.ts'

type Economy = ReplyOf<typeof readEconomy>

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  api = (await server.signIn({ permissions: ['admin.economy.view', 'admin.users.list'] })).api
})
afterAll(() => server.stop())

const system = { earnings: 1, store: 2, fees: 3 }
const account = (name: keyof typeof system) => `00000000-0000-4000-8000-00000000000${system[name]}`

async function anOwner(): Promise<string> {
  return (await server.signIn()).person.id
}

/** Makes a transaction and dates it back; answers the UTC day that it has. */
async function past(kind: string, days: number, lines: Readonly<Record<string, number>>): Promise<string> {
  const { rows: posted } = await server.pool.query<{ transfer_id: string }>(
    `select transfer_id from coins.post('test', $1, $2, '', '', $3::uuid[], $4::bigint[])`,
    [randomUUID(), kind, Object.keys(lines), Object.values(lines)],
  )
  await server.pool.query('alter table coins.transfer disable trigger user')
  const { rows } = await server.pool.query<{ day: string }>(
    `update coins.transfer set created_at = now() - make_interval(days => $1) where id = $2
     returning to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day`,
    [days, posted[0]?.transfer_id],
  )
  await server.pool.query('alter table coins.transfer enable trigger user')
  return rows[0]?.day ?? ''
}

const read = async (period = '30'): Promise<Economy> => {
  const { status, body } = await api.get(`/api/coins/economy?period=${period}`)
  expect(status).toBe(200)
  return body as unknown as Economy
}
const settle = () => economyJob.run({ db: { orm: drizzle(server.pool) } } as never)
const kindOf = ({ kinds }: Economy, kind: string) => kinds.find((each) => each.kind === kind)
const dayOf = ({ days }: Economy, day: string) => days.find((each) => each.day === day)

it('[COI21] shows by day and kind what was created, removed and moved between users', async () => {
  const { api: staff } = await server.signIn({ permissions: ['admin.users.list', 'admin.coins.edit'] })
  expect((await staff.get('/api/coins/economy')).status).toBe(403)
  const [one, other] = [await anOwner(), await anOwner()]
  const earned = await past('test:earned', 3, { [account('earnings')]: -500, [one]: 500 })
  const gifted = await past('test:gift', 2, { [one]: -105, [other]: 100, [account('fees')]: 5 })
  await past('test:bought', 1, { [one]: -200, [account('store')]: 200 })
  await past('test:bought', 40, { [account('earnings')]: -50, [other]: 50 })
  await past('test:bought', 40, { [other]: -50, [account('store')]: 50 })
  const economy = await read()
  expect(economy.days).toHaveLength(30)
  expect(dayOf(economy, earned)).toMatchObject({ issued: 500, removed: 0, moved: 0 })
  expect(dayOf(economy, gifted)).toMatchObject({ issued: 0, removed: 5, moved: 100 })
  expect(kindOf(economy, 'test:gift')).toMatchObject({ issued: 0, removed: 5, moved: 100, transactions: 1 })
  expect(kindOf(economy, 'test:bought')).toMatchObject({ removed: 200, removedBefore: 50, issuedBefore: 50 })
  expect(economy.opening).toBe(0)
  expect([dayOf(economy, earned)?.supply, dayOf(economy, gifted)?.supply]).toEqual([500, 495])
  expect(economy.days.at(-1)?.supply).toBe(295)
})

/** The mean difference between any two balances, over twice the mean balance. */
const giniOf = (balances: readonly number[]) => {
  const total = balances.reduce((sum, each) => sum + each, 0)
  const differences = balances.flatMap((one) => balances.map((other) => Math.abs(one - other)))
  return differences.reduce((sum, each) => sum + each, 0) / (2 * balances.length * total)
}

it('[COI23] shows how balances are distributed now, and for a past month what was recorded', async () => {
  const rich = await anOwner()
  for (const amount of [10, 20, 3_000])
    await past('test:earned', 0, {
      [account('earnings')]: -amount,
      [amount > 20 ? rich : await anOwner()]: amount,
    })
  const { wealth, largest } = await read()
  const { rows } = await server.pool.query<{ balance: string }>(
    `select balance from coins.account where kind = 'user' order by balance`,
  )
  const balances = rows.map((row) => Number(row.balance))
  const total = balances.reduce((sum, each) => sum + each, 0)
  expect(wealth).toEqual({
    accounts: balances.length,
    median: balances[Math.ceil(balances.length / 2) - 1],
    topShare: expect.closeTo(3_000 / total),
    gini: expect.closeTo(giniOf(balances)),
  })
  expect(largest.map(({ balance }) => balance)).toEqual(
    balances
      .filter((balance) => balance > 0)
      .toReversed()
      .slice(0, 10),
  )
  expect(largest[0]).toMatchObject({ user: rich, username: expect.stringMatching(/^user/) })
  await server.pool.query(`insert into coins.wealth_day values ('2025-04-30', 12, 900, 40, 0.5, 0.25)`)
  expect((await read('2025-04')).wealth).toEqual({ accounts: 12, median: 40, topShare: 0.5, gini: 0.25 })
  expect((await read('2025-03')).wealth).toBeNull()
})

it('[COI24] hands out the days of a period as CSV, to the same staff only', async () => {
  const one = await anOwner()
  const day = await past('test:"file"', 4, { [account('earnings')]: -7, [one]: 7 })
  const answer = await api.get('/api/coins/economy/file?period=30')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(String(answer.body['text']).split('\r\n')).toEqual(
    expect.arrayContaining(['day,kind,issued,removed,moved,transactions', `${day},"test:""file""",7,0,0,1`]),
  )
  expect((await api.get('/api/coins/economy/file?period=2026-13')).status).toBe(400)
  const { api: other } = await server.signIn({ permissions: ['admin.users.list', 'admin.coins.edit'] })
  expect((await other.get('/api/coins/economy/file?period=30')).status).toBe(403)
})

it('[COI20] adds up to the same on the admin home and on the economy page', async () => {
  const one = await anOwner()
  await past('test:edge', 29, { [account('earnings')]: -11, [one]: 11 })
  await past('test:edge', 30, { [account('earnings')]: -13, [one]: 13 })
  const staff = await server.signIn({ permissions: ['admin.dashboard.components.ataglanceanalytics.view'] })
  const figures = (await staff.api.get('/api/coins/figures')).body as Record<string, readonly number[]>
  const days = (await read('30')).days
  expect(figures['issued']).toEqual(days.map(({ issued }) => issued))
  expect(figures['removed']).toEqual(days.map(({ removed }) => removed))
})

// The last one: what is dated back into days that are summed is not seen any more.
it('[COI22] sums each complete day once; the figures are the same before and after', async () => {
  const one = await anOwner()
  await past('test:settled', 5, { [account('earnings')]: -70, [one]: 70 })
  await past('test:yesterday', 1, { [account('earnings')]: -8, [one]: 8 })
  const before = await read('90')
  await settle()
  expect(await read('90')).toEqual(before)
  const { rowCount } = await server.pool.query(`select from coins.flow_day where kind = 'test:settled'`)
  expect(rowCount).toBe(1)
  await settle()
  expect(await read('90')).toEqual(before)
  await past('test:today', 0, { [account('earnings')]: -30, [one]: 30 })
  const after = await read('90')
  expect(kindOf(after, 'test:today')).toMatchObject({ issued: 30 })
  expect(after.days.at(-1)?.supply).toBe((before.days.at(-1)?.supply ?? 0) + 30)
})
