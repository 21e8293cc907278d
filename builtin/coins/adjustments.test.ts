import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function staff({ proved = true } = {}) {
  const { api, person } = await server.signIn({
    permissions: ['admin.users.edit', 'admin.coins.edit'],
    proven: proved,
  })
  return { api, id: person.id }
}

const adjust = (api: ApiClient, body: object) =>
  api.post('/api/coins/adjustments', { amount: 50, note: 'a gift', requestKey: randomUUID(), ...body })

describe('who may adjust whom', () => {
  const refused = (code: string) => ({ status: 403, body: { error_code: code } })
  const restore = (api: ApiClient, user: string) => api.post('/api/coins/restorations', { user })
  const root = () => server.signIn({ permissions: ['admin.root'] })

  it('[COI13] takes a permission of its own', async () => {
    const { api } = await server.signIn({ permissions: ['admin.users.list', 'admin.users.edit'] })
    const { person } = await server.signIn()
    expect((await adjust(api, { user: person.id })).status).toBe(403)
    expect((await restore(api, person.id)).status).toBe(403)
    expect((await api.get(`/api/coins/accounts/${person.id}`)).status).toBe(200)
  })

  it('[COI7] finds the statement of a customer without coins, and none of somebody unknown', async () => {
    const { api } = await staff()
    const { person } = await server.signIn()
    const statementOf = (user: string) => api.get(`/api/coins/accounts/${user}/statement`)
    expect(await statementOf(person.id)).toMatchObject({ status: 200, body: { items: [] } })
    expect((await statementOf(randomUUID())).status).toBe(404)
  })

  it('[COI13] is never oneself, not even for root', async () => {
    const own = await root()
    for (const { api, id } of [await staff(), { api: own.api, id: own.person.id }]) {
      expect(await adjust(api, { user: id })).toMatchObject(refused('COINS_SELF'))
      expect(await restore(api, id)).toMatchObject(refused('COINS_SELF'))
      expect((await api.get(`/api/coins/accounts/${id}`)).body).toMatchObject({
        balance: 0,
        adjustable: false,
      })
    }
  })

  it('[COI13] is nobody with more permissions', async () => {
    const [{ api }, above] = [await staff(), await root()]
    expect(await adjust(api, { user: above.person.id })).toMatchObject(refused('COINS_EXCEEDS_OWN'))
    expect(await restore(api, above.person.id)).toMatchObject(refused('COINS_EXCEEDS_OWN'))
  })

  it('[COI13] is no account of the product itself', async () => {
    const { api } = await root()
    for (let number = 1; number <= 7; number += 1) {
      const user = `00000000-0000-4000-8000-00000000000${number}`
      expect(await adjust(api, { user, amount: 1_000 })).toMatchObject({
        status: 404,
        body: { error_code: 'COINS_NO_ACCOUNT' },
      })
    }
    const { rows } = await server.pool.query<{ between: number }>(
      `select count(*)::int as between from coins.transfer t where not exists (
         select from coins.entry e join coins.account a on a.id = e.account where e.transfer = t.id and a.kind = 'user')`,
    )
    expect(rows).toEqual([{ between: 0 }])
  })

  it('[COI14] stays below a ceiling at once and in a day, in either direction', async () => {
    const [{ api }, one, other] = [await staff(), await server.signIn(), await server.signIn()]
    const give = (user: string, amount: number) => adjust(api, { user, amount })
    expect(await give(one.person.id, 100_001)).toMatchObject(refused('COINS_CEILING'))
    for (let time = 0; time < 3; time += 1) expect((await give(one.person.id, 100_000)).status).toBe(200)
    expect((await give(one.person.id, -100_000)).status).toBe(200)
    const requestKey = randomUUID()
    const last = { user: other.person.id, amount: 100_000, requestKey }
    expect((await adjust(api, last)).status).toBe(200)
    expect(await give(other.person.id, 1)).toMatchObject(refused('COINS_CEILING'))
    // The same request again is no second adjustment.
    expect((await adjust(api, last)).body).toMatchObject({ balance: 100_000 })
    const { api: above } = await root()
    expect((await adjust(above, { user: other.person.id, amount: 900_000 })).body).toMatchObject({
      balance: 1_000_000,
    })
  })

  it('[COI14] holds when many adjustments come at once', async () => {
    const [{ api }, { person }] = [await staff(), await server.signIn()]
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => adjust(api, { user: person.id, amount: 100_000 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })
})

describe('adjusting a balance', () => {
  it('[COI11] gives and takes back, is read on the statement and written to the audit log', async () => {
    const [{ api, id }, customer] = [await staff(), await server.signIn()]
    const user = customer.person.id
    expect((await adjust(api, { user })).body).toMatchObject({ balance: 50 })
    expect((await adjust(api, { user, amount: -20, note: 'too much' })).body).toMatchObject({ balance: 30 })
    expect((await customer.api.get('/api/coins/balance')).body).toMatchObject({ balance: 30 })
    const own = await customer.api.get('/api/coins/statement')
    expect(own.body).toMatchObject({
      items: [
        { note: 'too much', amount: -20 },
        { note: 'a gift', amount: 50 },
      ],
    })
    expect((await api.get(`/api/coins/accounts/${user}`)).body).toMatchObject({
      balance: 30,
      entries: 30,
      frozen: false,
    })
    const { rows } = await server.pool.query(
      `select actor, before, after from kernel.audit where action = 'coins:adjusted' and target = $1 order by id`,
      [user],
    )
    expect(rows).toMatchObject([
      { actor: id, before: { balance: 0 }, after: { balance: 50 } },
      { actor: id, before: { balance: 50 }, after: { balance: 30 } },
    ])
  })

  it('[COI11] asks for recent reauthentication and for the permission', async () => {
    const [{ api }, customer] = [await staff({ proved: false }), await server.signIn()]
    const user = customer.person.id
    expect((await adjust(api, { user })).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
    expect((await adjust(customer.api, { user })).status).toBe(403)
    expect((await customer.api.get(`/api/coins/accounts/${user}`)).status).toBe(403)
    expect((await customer.api.get('/api/coins/balance')).body).toMatchObject({ balance: 0 })
  })

  it('[COI4] [COI10] takes nothing from a frozen account until staff restore it, which is logged', async () => {
    const [{ api, id }, { person }] = [await staff(), await server.signIn()]
    const user = person.id
    await adjust(api, { user })
    await server.pool.query('update coins.account set frozen_at = now() where id = $1', [user])
    expect((await adjust(api, { user, amount: -1 })).body.error_code).toBe('COINS_FROZEN')
    expect((await api.post('/api/coins/restorations', { user })).body).toMatchObject({
      before: 50,
      after: 50,
    })
    expect((await adjust(api, { user, amount: -1 })).body).toMatchObject({ balance: 49 })
    const { rows } = await server.pool.query(
      `select actor, before, after from kernel.audit where action = 'coins:restored' and target = $1`,
      [user],
    )
    expect(rows).toMatchObject([{ actor: id, before: { balance: 50 }, after: { balance: 50 } }])
  })

  it('[COI4] [COI11] refuses what cannot be, and moves nothing', async () => {
    const [{ api }, customer] = [await staff(), await server.signIn()]
    const user = customer.person.id
    expect((await adjust(api, { user, amount: -1 })).body).toMatchObject({
      error_code: 'COINS_INSUFFICIENT',
      details: { required: 1, available: 0 },
    })
    expect((await adjust(api, { user: randomUUID() })).body.error_code).toBe('COINS_NO_ACCOUNT')
    const requestKey = randomUUID()
    await adjust(api, { user, requestKey })
    expect((await adjust(api, { user, requestKey })).body).toMatchObject({ balance: 50 })
    expect((await adjust(api, { user, requestKey, note: 'another' })).status).toBe(422)
  })

  it.each([0, 0.5, '5', null, true, [5], { gt: 0 }, 9_007_199_254_740_992, 1e308, -1e308])(
    '[COI12] refuses the amount %j with an error beside the field',
    async (amount) => {
      const [{ api }, customer] = [await staff(), await server.signIn()]
      const { status, body } = await adjust(api, { user: customer.person.id, amount })
      expect(status).toBe(400)
      expect(Object.keys(body['fields'] as object)).toEqual(['amount'])
    },
  )
})
