import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function staff({ proved = true } = {}) {
  const { api, person } = await server.signIn({ permissions: ['admin.users.edit'], proven: proved })
  return { api, id: person.id }
}

const adjust = (api: ApiClient, body: object) =>
  api.post('/api/coins/adjustments', { amount: 50, note: 'a gift', requestKey: randomUUID(), ...body })

describe('adjusting a balance', () => {
  it('[COI11] gives and takes back, is read on the statement and written to the audit log', async () => {
    const [{ api, id }, customer] = [await staff(), await server.signIn()]
    const user = customer.person.id
    expect((await adjust(api, { user })).body).toMatchObject({ balance: 50 })
    expect((await adjust(api, { user, amount: -20, note: 'too much' })).body).toMatchObject({ balance: 30 })
    const own = await customer.api.get('/api/coins/statement')
    expect(own.body).toMatchObject({
      balance: 30,
      lines: [
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

  it('[COI11] asks for a fresh proof and for the permission', async () => {
    const [{ api }, customer] = [await staff({ proved: false }), await server.signIn()]
    const user = customer.person.id
    expect((await adjust(api, { user })).body.error_code).toBe('PROOF_REQUIRED')
    expect((await adjust(customer.api, { user })).status).toBe(403)
    expect((await customer.api.get(`/api/coins/accounts/${user}`)).status).toBe(403)
    expect((await customer.api.get('/api/coins/balance')).body).toMatchObject({ balance: 0 })
  })

  it('[COI11] refuses what cannot be, and moves nothing', async () => {
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
