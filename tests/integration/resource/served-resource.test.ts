import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/database/test-database.ts'
import { failureOf } from '../../support/plugins/captured-host.ts'
import { aThing, serveThings, thing } from './served-things.ts'

const database = testDatabase()
let served: Awaited<ReturnType<typeof serveThings>>
type Item = Record<string, unknown> & { id: string; version: number; name: string }
type Listed = { items: Item[]; next: string | null; previous: string | null; total: number }

beforeAll(async () => {
  served = await serveThings(database.pool)
})
beforeEach(async () => {
  await database.pool.query('truncate things.thing cascade')
  served.entries.length = 0
})

const list = async (query: object = {}) =>
  (await served.call(served.endpoints.list, { query })) as unknown as Listed
const create = async (body: object) => (await served.call(served.endpoints.create, { body })).item as Item
const update = (id: string, body: object) => served.call(served.endpoints.update, { params: { id }, body })
const remove = (id: string) => served.call(served.endpoints.remove, { params: { id } })
const fill = (rows: readonly object[]) => served.db.orm.insert(thing).values(rows.map((row) => aThing(row)))
const names = ({ items }: Listed) => items.map((item) => item.name)

const walk = async (query: object, direction: 'next' | 'previous', from?: string) => {
  const pages: Listed[] = []
  let cursor: string | null | undefined = from
  do {
    const page: Listed = await list({ ...query, ...(cursor ? { cursor } : {}) })
    pages.push(page)
    cursor = page[direction]
  } while (cursor)
  return pages
}

describe('paging by key', () => {
  it.each([
    { sort: 'amount', order: 'asc' },
    { sort: 'amount', order: 'desc' },
    { sort: 'rank', order: 'asc' },
    { sort: 'rank', order: 'desc' },
    { sort: 'createdAt', order: 'desc' },
  ])(
    'gives each row once, forth and back, with equal and absent sort values ($sort $order)',
    async (order) => {
      await fill(
        Array.from({ length: 23 }, (_, n) => ({
          name: `n${n}`,
          amount: n % 3,
          rank: n % 4 === 0 ? null : n % 2,
        })),
      )
      const query = { ...order, limit: 5 }
      const forth = await walk(query, 'next')
      const all = forth.flatMap(names)
      expect(forth.map((page) => page.items.length)).toEqual([5, 5, 5, 5, 3])
      expect(new Set(all).size).toBe(23)
      const back = await walk(query, 'previous', forth.at(-1)?.previous ?? '')
      expect(back.toReversed().flatMap(names)).toEqual(all.slice(0, 20))
      expect([forth[0]?.previous, forth.at(-1)?.next, back.at(-1)?.previous]).toEqual([null, null, null])
    },
  )

  it('answers the nearest page when the rows of the asked one are gone', async () => {
    await fill([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
    const first = await list({ sort: 'name', limit: 2 })
    await database.pool.query(`delete from things.thing where name = 'c'`)
    expect(names(await list({ sort: 'name', limit: 2, cursor: first.next }))).toEqual(['a', 'b'])
  })

  it('puts the newest first when nothing is asked for', async () => {
    await create(aThing({ name: 'old' }))
    await database.pool.query(`update things.thing set created_at = now() - interval '1 hour'`)
    await create(aThing({ name: 'new' }))
    expect(names(await list())).toEqual(['new', 'old'])
  })

  it.each([
    ['no base64', '***'],
    ['no cursor', Buffer.from('{"a":1}').toString('base64url')],
    [
      'another order',
      Buffer.from(JSON.stringify(['name', 'desc', 'next', 'a', crypto.randomUUID()])).toString('base64url'),
    ],
    [
      'a value of another type',
      Buffer.from(JSON.stringify(['amount', 'asc', 'next', 'x', crypto.randomUUID()])).toString('base64url'),
    ],
  ])('refuses a cursor that is %s', async (_why, cursor) => {
    const failure = await failureOf(list({ sort: 'amount', order: 'asc', cursor }))
    expect([failure.code, failure.status]).toEqual(['BAD_CURSOR', 400])
  })

  it('sorts by declared columns only', async () => {
    expect((await failureOf(list({ sort: 'secret' }))).code).toBe('BAD_QUERY')
    expect((await failureOf(list({ sort: 'code' }))).code).toBe('BAD_QUERY')
  })

  it('counts exactly up to 10,000 rows and estimates beyond', async () => {
    await database.pool.query(
      `insert into things.thing (id, name, code, amount, grade, enabled)
       select gen_random_uuid(), 'n', n::text, 0, case when n <= 10000 then 'low' else 'high' end, true from generate_series(1, 12000) n`,
    )
    await database.pool.query('analyze things.thing')
    expect((await list({ filter: 'grade:low' })).total).toBe(10_000)
    const { total } = await list()
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(13_000)
  })
})

describe('search and filters', () => {
  it('takes wildcards in a search as plain signs', async () => {
    await fill([
      { name: '100% sure' },
      { name: '100 sure' },
      { name: 'a_b' },
      { name: 'axb' },
      { name: String.raw`c\d` },
    ])
    expect(names(await list({ search: '0%' }))).toEqual(['100% sure'])
    expect(names(await list({ search: 'A_B' }))).toEqual(['a_b'])
    expect(names(await list({ search: String.raw`\d` }))).toEqual([String.raw`c\d`])
    expect(names(await list({ search: "' or true --" }))).toEqual([])
  })

  it('filters by offered values and refuses others', async () => {
    await fill([
      { name: 'on', grade: 'low' },
      { name: 'off', grade: 'high', enabled: false },
    ])
    expect(names(await list({ filter: 'enabled:false' }))).toEqual(['off'])
    expect((await list({ filter: 'enabled:true,grade:high' })).total).toBe(0)
    expect((await list({ filter: 'grade:low,grade:high' })).total).toBe(2)
    expect((await failureOf(list({ filter: 'secret:hidden' }))).code).toBe('BAD_QUERY')
    expect((await failureOf(list({ filter: 'grade:none' }))).code).toBe('BAD_QUERY')
    expect((await failureOf(list({ filter: 'amount:1' }))).code).toBe('BAD_QUERY')
    expect((await failureOf(list({ filter: 'constructor:1' }))).code).toBe('BAD_QUERY')
  })
})

describe('writing', () => {
  it('creates, reads and audits a row, without columns that were not declared', async () => {
    const item = await create(aThing({ name: 'first' }))
    expect(item).toMatchObject({ name: 'first', shout: 'FIRST', version: 1 })
    expect(item).not.toHaveProperty('secret')
    expect(item['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(await served.call(served.endpoints.get, { params: { id: item.id } })).toEqual({ item })
    expect(served.entries).toMatchObject([
      {
        action: 'things:created',
        target: item.id,
        actor: served.actor.id,
        ip: '203.0.113.7',
        after: { name: 'first' },
      },
    ])
  })

  it('changes only what an edit names, and audits before and after', async () => {
    const { id } = await create(aThing({ name: 'before', amount: 7, rank: 3 }))
    const { item } = await update(id, { name: 'after', version: 1 })
    expect(item).toMatchObject({ name: 'after', amount: 7, rank: 3, version: 2 })
    expect(served.entries.at(-1)).toMatchObject({
      action: 'things:updated',
      before: { name: 'before' },
      after: { name: 'after' },
    })
  })

  it('refuses a stale edit and loses nothing', async () => {
    const { id } = await create(aThing())
    await update(id, { name: 'theirs', version: 1 })
    const failure = await failureOf(update(id, { name: 'mine', version: 1 }))
    expect([failure.code, failure.status, failure.details]).toEqual(['STALE_EDIT', 409, { version: 2 }])
    expect(names(await list())).toEqual(['theirs'])
  })

  it('lets one of two edits at once through', async () => {
    const { id } = await create(aThing())
    const edits = await Promise.allSettled([
      update(id, { name: 'a', version: 1 }),
      update(id, { name: 'b', version: 1 }),
    ])
    expect(edits.map((edit) => edit.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('names the field of a duplicate, and audits nothing', async () => {
    await create(aThing({ code: 'x' }))
    const { id } = await create(aThing({ code: 'y' }))
    const failures = [
      await failureOf(create(aThing({ code: 'x' }))),
      await failureOf(update(id, { code: 'x', version: 1 })),
    ]
    for (const failure of failures)
      expect([failure.code, failure.fields]).toEqual(['DUPLICATE', { code: 'DUPLICATE' }])
    expect(served.entries).toHaveLength(2)
  })

  it('lets the plugin refuse a write with its own code', async () => {
    const failure = await failureOf(create(aThing({ name: 'forbidden' })))
    expect([failure.code, failure.status, failure.fields]).toEqual([
      'THINGS_FORBIDDEN_NAME',
      409,
      { name: 'taken away' },
    ])
  })

  it('refuses keys that are no fields', async () => {
    await expect(create({ ...aThing(), secret: 'mine' })).rejects.toThrow('secret')
  })

  it('deletes a row unless something uses it', async () => {
    const { id } = await create(aThing())
    const undo = served.service.onDelete(async () => ({ eggs: 2, servers: 0 }))
    const used = await failureOf(remove(id))
    expect([used.code, used.details]).toEqual(['IN_USE', { eggs: 2 }])
    undo()
    await database.pool.query('insert into things.part values ($1)', [id])
    expect((await failureOf(remove(id))).code).toBe('IN_USE')
    await database.pool.query('delete from things.part')
    expect(await remove(id)).toEqual({ id })
    expect((await failureOf(remove(id))).code).toBe('NOT_FOUND')
    expect(served.entries.at(-1)).toMatchObject({ action: 'things:deleted', target: id, before: { id } })
  })
})

describe('the CSV export', () => {
  it('holds all rows, over the borders of its pieces', async () => {
    await fill(Array.from({ length: 1203 }, (_, n) => ({ name: `n${n}` })))
    const answer = await served.download(served.endpoints.exportCsv.path)
    const lines = answer.body.trimEnd().split('\r\n')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(lines[0]).toBe('\uFEFFid,name,code,amount,rank,grade,enabled,shout,version,createdAt,updatedAt')
    expect(new Set(lines).size).toBe(1204)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1'])('disarms the formula %j', async (name) => {
    await fill([{ name, amount: -5 }])
    const { body } = await served.download(served.endpoints.exportCsv.path)
    expect(body).toContain(`,'${name},`)
    expect(body).toContain(',-5,')
  })

  it('quotes commas, quotes and line ends, and takes search and filter', async () => {
    await fill([{ name: 'say "hi", you\nthere' }, { name: 'other' }])
    const { body } = await served.download(`${served.endpoints.exportCsv.path}?search=hi`)
    expect(body).toContain('"say ""hi"", you\nthere"')
    expect(body).not.toContain('other')
    expect((await served.download(`${served.endpoints.exportCsv.path}?filter=secret:1`)).statusCode).toBe(400)
  })
})
