import { LeaderboardCategories, type LeaderboardCategory } from '@spawnpoint/contracts/leaderboard'
import { memberOf } from '@spawnpoint/sdk/common'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { countAll } from './server/count-job.ts'
import { countScores } from './server/count-scores.ts'

let server: TestServer
let undo: () => void
const now = new Date('2026-03-01T12:00:00Z')
const points: LeaderboardCategory = {
  id: 'points',
  plugin: 'test',
  order: 1,
  unit: 'number',
  source: 'select person, points as value from public.test_points',
}
const broken: LeaderboardCategory = { ...points, id: 'broken', source: 'select nothing from nowhere' }

beforeAll(async () => {
  server = await startTestServer()
  await server.pool.query('create table public.test_points (person uuid primary key, points bigint)')
  const token = memberOf(LeaderboardCategories, 'test')
  undo = server.server.core.services.provide('test', token, [points, broken])
})
afterAll(() => server.stop())
beforeEach(() => server.pool.query('truncate public.test_points, leaderboard.appearance'))

type Signed = Awaited<ReturnType<TestServer['signIn']>>
const give = async ({ person }: Pick<Signed, 'person'>, value: number) => {
  const text = `insert into public.test_points values ($1, $2) on conflict (person) do update set points = $2`
  await server.pool.query(text, [person.id, value])
}
const count = () => server.server.core.orm.transaction((tx) => countScores(tx, points, now))
interface Row {
  readonly rank: number
  readonly value: number
  readonly isOwn: boolean
  readonly person: { readonly id: string; readonly name: string } | null
}
interface Board {
  readonly categories: readonly { readonly id: string }[]
  readonly category: string
  readonly countedAt: string
  readonly rows: readonly Row[]
  readonly own: { readonly value: number; readonly rank: number | null; readonly of: number }
}
const read = async (api: ApiClient, category = 'points') =>
  (await api.get(`/api/leaderboard?category=${category}`)).body as unknown as Board
const appear = (api: ApiClient, appearance: string) => api.put('/api/leaderboard/appearance', { appearance })
const namesOf = ({ rows }: Board) => rows.map(({ rank, person }) => [rank, person?.name ?? null])

it('[LDB1] lists the first people by value, and equal values share a place', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => server.signIn()))
  // The order of the ids is the opposite of that of the values.
  const [first, second, third, last, none] = people.toSorted((a, b) => (b.person.id < a.person.id ? -1 : 1))
  if (!first || !second || !third || !last || !none) throw new Error('nobody')
  for (const [who, value] of [
    [first, 90],
    [second, 50],
    [third, 50],
    [last, 7],
    [none, 0],
  ] as const)
    await give(who, value)
  await count()
  const board = await read(first.api)
  expect(board.rows.map(({ rank, value }) => [rank, value])).toEqual([
    [1, 90],
    [2, 50],
    [2, 50],
    [4, 7],
  ])
  expect(board.category).toBe('points')
  expect(board.rows[0]).toMatchObject({ isOwn: true, person: { name: first.person.username } })
  await server.server.core.settings.write({ leaderboard_limit: 3 })
  expect((await read(first.api)).rows).toHaveLength(3)
  expect((await read(none.api)).own).toMatchObject({ value: 0, rank: null, of: 4 })
})

it('[LDB2] says the own place exactly, however many are above it', async () => {
  const own = await server.signIn()
  await server.pool.query(`
    with person as (insert into kernel.identity (id) select gen_random_uuid() from generate_series(1, 4321) returning id)
    insert into public.test_points select id, 100 + (row_number() over ()) / 3 from person`)
  const places = async (value: number) => {
    await give(own, value)
    await count()
    const { rows } = await server.pool.query<{ above: string }>(
      'select count(*) as above from public.test_points where points > $1',
      [value],
    )
    return [(await read(own.api)).own.rank, Number(rows[0]?.above) + 1]
  }
  for (const value of [5, 100, 101, 433, 1000, 1200, 1539, 1540, 1541, 9999]) {
    const [said, is] = await places(value)
    expect([value, said]).toEqual([value, is])
  }
  const { rows } = await server.pool.query<{ steps: number }>(
    `select count(*)::int as steps from leaderboard.step where category = 'points'`,
  )
  expect(rows[0]?.steps).toBe(5)
})

it('[LDB3] shows people by name, hidden or not at all, as they choose', async () => {
  const [ada, ben, eve] = [await server.signIn(), await server.signIn(), await server.signIn()]
  for (const [who, value] of [
    [ada, 3],
    [ben, 2],
    [eve, 1],
  ] as const)
    await give(who, value)
  await count()
  const nameOf = ({ person }: Signed) => person.username
  expect(namesOf(await read(eve.api))).toEqual([
    [1, nameOf(ada)],
    [2, nameOf(ben)],
    [3, nameOf(eve)],
  ])
  expect((await appear(ada.api, 'hidden')).status).toBe(200)
  const seen = await read(eve.api)
  expect(namesOf(seen)).toEqual([
    [1, null],
    [2, nameOf(ben)],
    [3, nameOf(eve)],
  ])
  expect(JSON.stringify(seen)).not.toContain(ada.person.id)
  expect(namesOf(await read(ada.api))[0]).toEqual([1, nameOf(ada)])
  await appear(ada.api, 'absent')
  expect(namesOf(await read(eve.api))).toEqual([
    [1, nameOf(ben)],
    [2, nameOf(eve)],
  ])
  await count()
  expect((await read(eve.api)).own).toMatchObject({ rank: 2, of: 2 })
  expect((await read(ada.api)).own).toMatchObject({ rank: 1, value: 3 })
  await appear(ada.api, 'named')
  await count()
  expect((await read(eve.api)).own).toMatchObject({ rank: 3, of: 3 })
})

it('[LDB4] leaves banned people out at once, and does not count them', async () => {
  const [ada, ben] = [await server.signIn(), await server.signIn()]
  for (const [who, value] of [
    [ada, 3],
    [ben, 2],
  ] as const)
    await give(who, value)
  await count()
  const { core } = server.server
  await core.orm.transaction((tx) => core.sessions.ban(tx, ada.person.id, true))
  expect(namesOf(await read(ben.api))).toEqual([[1, ben.person.username]])
  await count()
  expect((await read(ben.api)).own).toMatchObject({ rank: 1, of: 1 })
})

// None of these brings anybody a better place, or shows who hides.
describe("an abuser's notebook", () => {
  let [honest, cheat] = [{} as Signed, {} as Signed]
  beforeEach(async () => {
    ;[honest, cheat] = [await server.signIn(), await server.signIn()]
    await give(honest, 90)
    await give(cheat, 50)
    await count()
  })
  const ownOf = async ({ api }: Signed) => (await read(api)).own
  const expectOrder = async () => {
    await count()
    expect(await ownOf(honest)).toMatchObject({ rank: 1, value: 90 })
    expect(await ownOf(cheat)).toMatchObject({ rank: 2, value: 50 })
  }

  it('[LDB2] values and places sent along', async () => {
    for (const extra of [{ value: 900 }, { rank: 1 }, { category: 'points', points: 900 }])
      expect(
        (await cheat.api.put('/api/leaderboard/appearance', { appearance: 'named', ...extra })).status,
      ).toBe(400)
    await expectOrder()
  })

  it('[LDB3] the appearance of somebody else', async () => {
    const body = { appearance: 'absent', person: honest.person.id, userId: honest.person.id }
    expect((await cheat.api.put('/api/leaderboard/appearance', body)).status).toBe(400)
    expect(namesOf(await read(cheat.api))[0]).toEqual([1, honest.person.username])
    await expectOrder()
  })

  it('[LDB3] an appearance that is none', async () => {
    for (const appearance of ['top', '', null, 1, ['named']])
      expect((await cheat.api.put('/api/leaderboard/appearance', { appearance })).status).toBe(400)
    await expectOrder()
  })

  it('[LDB2] hiding and coming back while places are counted', async () => {
    for (const appearance of ['absent', 'named', 'hidden', 'named', 'absent', 'named']) {
      await appear(cheat.api, appearance)
      if (appearance !== 'hidden') await count()
    }
    await expectOrder()
  })

  it('[LDB3] a look at who hides, by the list, the own profile or another category', async () => {
    await appear(honest.api, 'hidden')
    for (const category of ['points', 'coins', 'servers'])
      expect(JSON.stringify(await read(cheat.api, category))).not.toContain(honest.person.id)
    expect(JSON.stringify((await cheat.api.get(`/api/profiles/${honest.person.id}`)).body)).not.toContain(
      '"rank"',
    )
  })

  it('[LDB1] a category in the words of the database', async () => {
    for (const category of [`points' or '1'='1`, 'points;drop table leaderboard.score', '../coins', '%'])
      expect(
        (await cheat.api.get(`/api/leaderboard?category=${encodeURIComponent(category)}`)).status,
      ).not.toBe(200)
    await expectOrder()
  })

  it('[LDB1] a list without end', async () => {
    for (const more of ['limit=100000', 'offset=0', 'cursor=1'])
      expect((await read(cheat.api, `points&${more}`)).rows ?? []).toHaveLength(0)
    await expectOrder()
  })

  it('[LDB1] values below zero, and none', async () => {
    await give(cheat, -5)
    await count()
    expect(await ownOf(cheat)).toMatchObject({ rank: null })
    await give(cheat, 50)
    await expectOrder()
  })

  it('[LDB4] a banned account that keeps its place', async () => {
    const { core } = server.server
    await core.orm.transaction((tx) => core.sessions.ban(tx, cheat.person.id, true))
    expect((await cheat.api.get('/api/leaderboard?category=points')).status).toBe(401)
    expect(namesOf(await read(honest.api))).toEqual([[1, honest.person.username]])
  })

  it('[LDB2] one gift asked for many times at once: each coin counts at one place', async () => {
    await server.pool.query(
      `select coins.post('test', gen_random_uuid()::text, 'test:given', '', '',
        array['00000000-0000-4000-8000-000000000001', $1]::uuid[], array[-100, 100]::bigint[])`,
      [cheat.person.id],
    )
    const requestKey = crypto.randomUUID()
    const body = { to: honest.person.id, coins: 50, fee: 5, requestKey }
    await Promise.all(Array.from({ length: 5 }, () => cheat.api.post('/api/gifts', body)))
    const { core } = server.server
    const [coins] = core.services.find(memberOf(LeaderboardCategories, 'coins')) ?? []
    if (!coins) throw new Error('the plugin coins offers no category')
    await core.orm.transaction((tx) => countScores(tx, coins, now))
    expect((await read(honest.api, 'coins')).own.value).toBe(50)
    expect((await read(cheat.api, 'coins')).own.value).toBe(45)
  })
})

it('[LDB5] keeps what a category has that came while others were counted', async () => {
  const person = await server.signIn()
  await give(person, 5)
  await count()
  const lists = [[], [points]]
  const categories = { get: () => [lists.shift() ?? []] }
  const { orm } = server.server.core
  const say = () => undefined
  const log = { debug: say, info: say, warn: say, error: say }
  await countAll({ db: { orm, query: async () => [] }, clock: { now: () => now }, log, categories })
  expect((await read(person.api)).own).toMatchObject({ value: 5, rank: 1 })
})

it('[LDB7] counts a category less often whose count takes long, and at least each hour', async () => {
  const person = await server.signIn()
  const { orm } = server.server.core
  const say = () => undefined
  const log = { debug: say, info: say, warn: say, error: say }
  const db = { orm, query: async () => [] }
  const counted = async (minutes: number, tookMs: number) => {
    await server.pool.query('truncate leaderboard.board')
    await countAll({ db, clock: { now: () => now }, log, categories: { get: () => [[points]] } })
    await server.pool.query('update leaderboard.board set took_ms = $1', [tookMs])
    const later = new Date(now.getTime() + minutes * 60_000)
    await countAll({ db, clock: { now: () => later }, log, categories: { get: () => [[points]] } })
    return (await read(person.api)).countedAt === later.toISOString()
  }
  expect(await counted(5, 100)).toBe(true)
  expect(await counted(15, 5_000)).toBe(false)
  expect(await counted(17, 5_000)).toBe(true)
  expect(await counted(59, 600_000)).toBe(false)
  expect(await counted(60, 600_000)).toBe(true)
  expect(await counted(-60, 600_000)).toBe(true)
})

it('[LDB5] offers the categories of the plugins that run, and counts each that can be counted', async () => {
  const { api } = await server.signIn()
  const builtin = ['coins', 'servers', 'minutes_afk', 'referrals', 'links']
  const offered = async () => (await read(api, 'coins')).categories.map(({ id }) => id)
  expect(await offered()).toEqual(['broken', 'points', ...builtin])
  const countedAt = async (category: string) => (await read(api, category)).countedAt
  const before = [await countedAt('coins'), await countedAt('points')]
  await server.server.core.runner.forPlugin('leaderboard').add('count', {})
  await expect.poll(async () => (await countedAt('points')) === before[1]).toBe(false)
  await expect.poll(async () => (await countedAt('coins')) === before[0]).toBe(false)
  expect(await countedAt('broken')).toBeNull()
  undo()
  expect(await offered()).toEqual(builtin)
  expect((await api.get('/api/leaderboard?category=points')).body.error_code).toBe('LEADERBOARD_UNKNOWN')
})

it('[LDB6] is not there while leaderboard_enabled is off', async () => {
  const { api } = await server.signIn()
  await server.server.core.settings.write({ leaderboard_enabled: false })
  expect((await api.get('/api/leaderboard')).status).toBe(404)
  expect((await appear(api, 'hidden')).status).toBe(404)
  await server.server.core.settings.write({ leaderboard_enabled: true })
  expect((await server.anonymous().get('/api/leaderboard')).status).toBe(401)
})
