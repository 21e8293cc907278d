import { countRows, readPage } from '@spawnpoint/sdk/list/server'
import { asc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/database/test-database.ts'
import { serveThings, thing } from './served-things.ts'

const database = testDatabase()
const statements: string[] = []
const recorded = () =>
  drizzle(database.pool, { logger: { logQuery: (statement) => void statements.push(statement) } })

beforeAll(async () => {
  await serveThings(database.pool)
  await database.pool.query(`
    insert into things.thing (id, name, code, amount, rank, grade, enabled)
    select gen_random_uuid(), 'n', n::text, 0, case when n % 10 > 0 then n end, case when n <= 300 then 'low' else 'high' end, true
    from generate_series(1, 30000) n;
    create index thing_rank on things.thing (rank, id);
    analyze things.thing`)
})
beforeEach(() => {
  statements.length = 0
})

describe('the total of a large list', () => {
  it('is not counted where the planner expects many more than are counted exactly', async () => {
    expect(await countRows(recorded(), thing, undefined)).toBe(30_000)
    expect(statements).toHaveLength(1)
    expect(statements[0]).toContain('explain')
  })

  it('is counted where the planner expects few', async () => {
    expect(await countRows(recorded(), thing, eq(thing.grade, 'low'))).toBe(300)
  })

  it('is that of a page without neighbors, and needs no query', async () => {
    const whole = { items: [1, 2], next: null, previous: null }
    expect(await countRows(recorded(), thing, undefined, whole)).toBe(2)
    expect(statements).toEqual([])
    expect(await countRows(recorded(), thing, undefined, { ...whole, next: 'next' })).toBe(30_000)
    expect(await countRows(recorded(), thing, undefined, { ...whole, previous: 'previous' })).toBe(30_000)
  })
})

describe('a deep page in the order of a column that may be empty', () => {
  const plans: string[] = []
  const pageFrom = (order: 'asc' | 'desc', value: string | null, id: string) =>
    readPage({
      sort: 'rank',
      order,
      by: thing.rank,
      id: thing.id,
      cursor: Buffer.from(JSON.stringify(['rank', order, 'next', value, id])).toString('base64url'),
      limit: 20,
      read: async ({ past, orderBy, limit, position }) => {
        const query = drizzle(database.pool)
          .select({ id: thing.id, rank: thing.rank, ...position })
          .from(thing)
          .where(past)
          .orderBy(...orderBy)
          .limit(limit)
        const { sql: text, params } = query.toSQL()
        const { rows } = await database.pool.query<Record<string, string>>(`explain ${text}`, params)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return query
      },
    })

  const rowAt = async (place: number) => {
    const rows = await drizzle(database.pool)
      .select({ id: thing.id, rank: thing.rank })
      .from(thing)
      .orderBy(asc(thing.rank), asc(thing.id))
      .offset(place)
      .limit(1)
    return rows[0] ?? { id: '', rank: null }
  }

  it.each([
    ['asc', 15_000],
    ['desc', 15_000],
    ['asc', 28_500],
    ['desc', 28_500],
  ] as const)('is a range of the index (%s, after %i rows)', async (order, place) => {
    plans.length = 0
    const { id, rank } = await rowAt(place)
    const { items } = await pageFrom(order, rank === null ? null : String(rank), id)
    expect(items).toHaveLength(20)
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('Index Cond')
    expect(plans[0]).not.toMatch(/Filter|Seq Scan|Sort/)
  })

  it('goes on with the rows on the other side of the empty ones', async () => {
    const { id, rank } = await rowAt(26_990)
    const up = await pageFrom('asc', String(rank), id)
    expect(up.items.map((row) => row.rank === null)).toEqual([
      ...Array.from({ length: 9 }, () => false),
      ...Array.from({ length: 11 }, () => true),
    ])
    const first = await rowAt(27_004)
    const down = await pageFrom('desc', null, first.id)
    expect(down.items.map((row) => row.rank === null)).toEqual([
      ...Array.from({ length: 4 }, () => true),
      ...Array.from({ length: 16 }, () => false),
    ])
  })
})
