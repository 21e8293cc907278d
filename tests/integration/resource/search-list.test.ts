import { contains, searchPage } from '@spawnpoint/sdk/list/server'
import { and, asc, desc, gt, inArray, isNotNull, lt, or, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/database/test-database.ts'
import { serveThings, thing } from './served-things.ts'

const database = testDatabase()
type Things = typeof thing

beforeAll(async () => {
  await serveThings(database.pool)
  await database.pool.query(`
    insert into things.thing (id, name, code, amount, rank, grade, enabled)
    select gen_random_uuid(), 'n', n::text, 0, n, case when n <= 300 then 'low' else 'high' end, true
    from generate_series(1, 30000) n;
    create index thing_rank on things.thing (rank, id);
    analyze things.thing`)
})

const pageOf = (
  matches: (from: Things) => SQL | undefined,
  order: 'asc' | 'desc' = 'asc',
  cursor?: string | null,
  elsewhere?: Promise<(from: Things) => SQL | undefined>,
) => {
  const db = drizzle(database.pool)
  return searchPage({
    db,
    table: thing,
    search: matches,
    elsewhere,
    filter: () => undefined,
    isSearch: true,
    among: isNotNull(thing.rank),
    sort: 'rank',
    order,
    by: thing.rank,
    limit: 20,
    ...(cursor && { cursor }),
  })
}

const ranks = (items: readonly { rank: number | null }[]) => items.map(({ rank }) => rank)

const ranksOf = async (where: SQL | undefined, order: 'asc' | 'desc', offset: number) => {
  const sorted = order === 'asc' ? asc : desc
  const rows = await drizzle(database.pool)
    .select({ rank: thing.rank })
    .from(thing)
    .where(where)
    .orderBy(sorted(thing.rank), sorted(thing.id))
    .offset(offset)
    .limit(20)
  return ranks(rows)
}

describe('a search', () => {
  it('[USR5] sorts all matches of a rare word and counts them', async () => {
    const rare = (from: Things) => contains(from.code, '299')
    const total = await drizzle(database.pool).$count(thing, rare(thing))
    for (const order of ['asc', 'desc'] as const) {
      const first = await pageOf(rare, order)
      expect(first).toMatchObject({ total, previous: null })
      expect(first).not.toHaveProperty('sortedWithin')
      expect(ranks(first.items)).toEqual(await ranksOf(rare(thing), order, 0))
      const second = await pageOf(rare, order, first.next)
      expect(ranks(second.items)).toEqual(await ranksOf(rare(thing), order, 20))
      expect((await pageOf(rare, order, second.previous)).items).toEqual(first.items)
    }
  })

  it('[USR5] meets a frequent word in the order of the list, on each page in both directions', async () => {
    const frequent = (from: Things) => contains(from.code, '1')
    for (const order of ['asc', 'desc'] as const) {
      const first = await pageOf(frequent, order)
      expect(first.total).toBeGreaterThan(2000)
      expect(first).not.toHaveProperty('sortedWithin')
      expect(ranks(first.items)).toEqual(await ranksOf(frequent(thing), order, 0))
      const second = await pageOf(frequent, order, first.next)
      expect(ranks(second.items)).toEqual(await ranksOf(frequent(thing), order, 20))
      expect((await pageOf(frequent, order, second.previous)).items).toEqual(first.items)
    }
  })

  it('[USR5] ends with the last of many matches', async () => {
    const many = (from: Things) => and(contains(from.code, '1'), gt(from.rank, 0))
    const cursor = Buffer.from(
      JSON.stringify(['rank', 'asc', 'next', '29990', (await lastIds())[0]]),
    ).toString('base64url')
    const last = await pageOf(many, 'asc', cursor)
    expect(ranks(last.items)).toEqual([29_991])
    expect(last.next).toBeNull()
    expect(last).not.toHaveProperty('sortedWithin')
  })

  it('[USR5] sorts some of many matches that all lie at the end of the list, and says so', async () => {
    const late = (from: Things) => and(contains(from.code, '2'), gt(from.rank, 20_000))
    const first = await pageOf(late)
    expect(first.sortedWithin).toBe(200)
    expect(first.total).toBeGreaterThan(2000)
    expect(first.items).toHaveLength(20)
    // From here on the list is full of matches again.
    const second = await pageOf(late, 'asc', first.next)
    expect(second).not.toHaveProperty('sortedWithin')
    const seen = ranks([...first.items, ...second.items])
    expect(new Set(seen).size).toBe(40)
    expect(seen).toEqual(seen.toSorted((a, b) => Number(a) - Number(b)))
    expect(seen.every((rank) => Number(rank) > 20_000)).toBe(true)
  })

  it('[USR5] finds what is looked up elsewhere as well, whatever the planner expected without it', async () => {
    const rare = (from: Things) => contains(from.code, '2999')
    const few = (from: Things) => inArray(from.code, ['7', '30000'])
    const found = await pageOf(rare, 'desc', undefined, Promise.resolve(few))
    expect(found.total).toBe(15)
    expect(ranks(found.items)).toEqual(await ranksOf(or(rare(thing), few(thing)), 'desc', 0))
    const most = (from: Things) => lt(from.rank, 29_000)
    const many = await pageOf(rare, 'desc', undefined, Promise.resolve(most))
    expect(many).toMatchObject({ total: 501, sortedWithin: 500 })
    expect(many.items).toHaveLength(20)
  })

  it('[USR5] counts exactly what the planner took for more', async () => {
    const fewer = (from: Things) =>
      and(contains(from.code, '1'), gt(from.rank, 20_000), contains(from.name, 'x'))
    expect(await pageOf(fewer)).toEqual({ items: [], next: null, previous: null, total: 0 })
  })
})

const lastIds = async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from things.thing where rank = 29990')
  return rows.map(({ id }) => id)
}
