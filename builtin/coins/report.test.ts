import { randomUUID } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import type { readReport } from '@spawnpoint/contracts/coins'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { economyJob } from './server/economy.ts'

type Report = ReplyOf<typeof readReport>

let server: TestServer
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  api = (await server.signIn({ permissions: ['admin.economy.view'] })).api
})
afterAll(() => server.stop())

const system = { earnings: 1, store: 2, fees: 3 }
const account = (name: keyof typeof system) => `00000000-0000-4000-8000-00000000000${system[name]}`

async function book(kind: string, at: string, lines: Readonly<Record<string, number>>): Promise<void> {
  const { rows } = await server.pool.query<{ transfer_id: string }>(
    `select transfer_id from coins.post('test', $1, $2, '', '', $3::uuid[], $4::bigint[])`,
    [randomUUID(), kind, Object.keys(lines), Object.values(lines)],
  )
  await server.pool.query('alter table coins.transfer disable trigger user')
  await server.pool.query(`update coins.transfer set created_at = $1 where id = $2`, [
    at,
    rows[0]?.transfer_id,
  ])
  await server.pool.query('alter table coins.transfer enable trigger user')
}
const read = async (month = '2026-03'): Promise<Report> => {
  const { status, body } = await api.get(`/api/coins/reports/${month}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as Report
}

it('[COI29] reports a month from the ledger and checks its sums against those that were recorded', async () => {
  const [one, other] = [(await server.signIn()).person, (await server.signIn()).person]
  await book('test:earned', '2026-02-27T12:00:00Z', { [account('earnings')]: -1_000, [one.id]: 1_000 })
  await book('test:earned', '2026-03-01T00:00:00Z', { [account('earnings')]: -500, [one.id]: 500 })
  await book('test:gift', '2026-03-15T12:00:00Z', { [one.id]: -220, [other.id]: 200, [account('fees')]: 20 })
  await book('test:bought', '2026-03-31T23:59:59Z', { [other.id]: -80, [account('store')]: 80 })
  await book('test:earned', '2026-04-01T00:00:00Z', { [account('earnings')]: -7, [one.id]: 7 })
  const report = await read()
  expect(report).toMatchObject({
    from: '2026-03-01',
    to: '2026-03-31',
    complete: true,
    opening: 1_000,
    closing: 1_400,
    totals: { issued: 500, removed: 100, moved: 200, transactions: 3 },
    before: { issued: 1_000, removed: 0, moved: 0, transactions: 1 },
    inflation: expect.closeTo(0.4),
    wealth: null,
    checks: { balanced: 'passed', days: 'passed', supply: 'unknown', ledger: 'unknown' },
  })
  expect(report.kinds.map(({ kind }) => kind)).toEqual(['test:earned', 'test:gift', 'test:bought'])
  expect(report.largest.map(({ at, coins, from, to }) => ({ at, coins, from, to }))).toEqual([
    { at: '2026-03-01T00:00:00Z', coins: 500, from: null, to: one.username },
    { at: '2026-03-15T12:00:00Z', coins: 220, from: one.username, to: other.username },
    { at: '2026-03-31T23:59:59Z', coins: 80, from: other.username, to: null },
  ])
  // 1,500 coins for 14 days, 1,480 for 16 and 1,400 on the last: 300 were spent or given.
  expect(report.velocity).toBeCloseTo(300 / ((14 * 1_500 + 16 * 1_480 + 1_400) / 31))
  expect((await read('2026-02')).closing).toBe(report.opening)
  expect((await read(new Date().toISOString().slice(0, 7))).complete).toBe(false)
})

it('[COI29] compares a January with the December before it, and has the 29th of a February', async () => {
  const { person } = await server.signIn()
  const earn = (at: string, coins: number) =>
    book('test:earned', at, { [account('earnings')]: -coins, [person.id]: coins })
  await earn('2023-12-31T23:59:59Z', 30)
  await earn('2024-01-01T00:00:00Z', 20)
  await earn('2024-02-29T23:59:59Z', 10)
  await book('test:bought', '2024-03-01T00:00:00Z', { [person.id]: -60, [account('store')]: 60 })
  const [january, february] = [await read('2024-01'), await read('2024-02')]
  expect([january.totals.issued, january.before.issued, january.to]).toEqual([20, 30, '2024-01-31'])
  expect([february.totals.issued, february.before.issued, february.to]).toEqual([10, 20, '2024-02-29'])
  expect(february.opening).toBe(january.closing)
})

it('[COI29] says which sums do not agree', async () => {
  await economyJob.run({ db: { orm: drizzle(server.pool) } } as never)
  await server.pool.query(`insert into coins.wealth_day values ('2026-03-31', 2, 1400, 1, 0.5, 0.5)`)
  expect((await read()).checks).toMatchObject({ days: 'passed', supply: 'passed' })
  await server.pool.query(`update coins.flow_day set removed = removed + 1 where day = '2026-03-31'`)
  await server.pool.query(`update coins.wealth_day set supply = 1399 where day = '2026-03-31'`)
  expect((await read()).checks).toMatchObject({ days: 'failed', supply: 'failed' })
  await server.pool.query(`insert into coins.reckoning (at, accounts, drifted, total) values (now(), 2, 0, 5)
    on conflict (singleton) do update set total = 5, at = now()`)
  expect((await read()).checks.ledger).toBe('failed')
})

it('[COI29] hands the report out as CSV, to the same staff only', async () => {
  const answer = await api.get('/api/coins/reports/file?month=2026-03')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toContain('coins-report-2026-03.csv')
  expect(String(answer.body['text']).split('\r\n')).toEqual(
    expect.arrayContaining(['part,name,value', 'total,issued,500', 'kind test:gift,moved,200']),
  )
  expect((await api.get('/api/coins/reports/file?month=2026-3')).status).toBe(400)
  expect((await api.get('/api/coins/reports/2026-13')).status).toBe(400)
  const { api: customer } = await server.signIn()
  for (const path of ['2026-03', 'file?month=2026-03'])
    expect((await customer.get(`/api/coins/reports/${path}`)).status).toBe(403)
})
