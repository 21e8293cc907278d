import { Ledger } from '@spawnpoint/contracts/coins'
import { PaymentProviders, type FactKind, type PaymentFact } from '@spawnpoint/contracts/payments'
import { userErased, Users } from '@spawnpoint/contracts/users'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { createTestProvider } from './testing.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let server: TestServer
let now = Date.parse('2027-03-01T12:00:00Z')
const clock = { now: () => new Date(now) }
let test: ReturnType<typeof createTestProvider>
let undo = () => {}

const running = <T>(service: T | null): T => {
  if (!service) throw new Error('a service is not running')
  return service
}
const set = (values: Readonly<Record<string, unknown>>) => server.server.core.settings.write(values)
const ledger = () => running(server.server.core.services.find(Ledger))

beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.stop())
const usual = {
  credits_recharge_enabled: true,
  currency: 'EUR',
  payments_coins_per_unit: 100,
  payments_min_coins: 100,
  payments_max_coins: 10_000,
  payments_packages: [{ coins: 2500, bonus: 250 }],
  payments_tax_name: '',
  payments_tax_percent: 0,
  payments_tax_included: true,
  payments_tax_countries: [],
}
beforeEach(async () => {
  undo()
  test = createTestProvider(clock)
  undo = running(server.server.core.services.find(PaymentProviders)).add(test.provider)
  await server.pool.query('delete from kernel.rate')
  await server.pool.query('update payments.payment set next_check_at = null')
  await set(usual)
})

const start = (api: ApiClient, over: object = {}) =>
  api.post('/api/payments/payments', {
    provider: 'test',
    coins: 1000,
    bonus: 0,
    currency: 'EUR',
    amount: 1000,
    requestKey: randomUUID(),
    ...over,
  })

async function order(over: object = {}) {
  const { api, person } = await server.signIn()
  const { status, body } = await start(api, over)
  expect(status, JSON.stringify(body)).toBe(200)
  return { api, user: person.id, id: String(body['id']) }
}
type Ordered = Awaited<ReturnType<typeof order>>

const euros = (amount: number) => ({ currency: 'EUR', amount })
const balanceOf = ({ user }: Pick<Ordered, 'user'>) => ledger().balance(user)
const detailOf = async ({ api, id }: Ordered) => (await api.get(`/api/payments/payments/${id}`)).body
const standingOf = async (paying: Ordered) => {
  const { state, credited, owed } = await detailOf(paying)
  return { state, credited, owed, balance: await balanceOf(paying) }
}

const refundsOf = async ({ id }: Ordered) => {
  const { rows } = await server.pool.query<{ count: number }>(
    `select count(*)::int from payments.event e join payments.payment p on p.id = e.payment
     where p.reference = $1 and e.kind = 'refunded'`,
    [id],
  )
  return rows[0]?.count
}

const tell = async (...facts: readonly PaymentFact[]) => {
  const answer = await fetch(`${server.url}/api/payments/webhooks/test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(facts),
  })
  return answer.status
}

async function runSettle() {
  await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
    JSON.stringify({ plugin: 'payments', job: 'settle', payload: {} }),
  ])
  const waiting = async () =>
    (
      await server.pool.query(
        `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'payments' and payload ->> 'job' = 'settle'`,
      )
    ).rowCount
  await expect.poll(waiting).toBe(0)
}

const spend = (user: string, amount: number) =>
  server.server.core.orm.transaction((tx) =>
    ledger().pay(tx, { scope: 'test', key: randomUUID(), kind: 'test:spent', user, into: 'store', amount }),
  )
const earn = (user: string, amount: number) =>
  server.server.core.orm.transaction((tx) =>
    ledger().earn(tx, {
      scope: 'test',
      key: randomUUID(),
      kind: 'test:given',
      user,
      from: 'earnings',
      amount,
    }),
  )

describe('an order', () => {
  it('[PMT1] has the price of the server, or is refused', async () => {
    const { api } = await server.signIn()
    for (const over of [{ amount: 999 }, { amount: 1 }, { currency: 'USD' }, { coins: 1001 }])
      expect((await start(api, over)).body.error_code).toBe('PAYMENTS_PRICE_CHANGED')
    for (const over of [{ coins: 99, amount: 99 }, { coins: 10_001, amount: 10_001 }, { bonus: 250 }])
      expect((await start(api, over)).body.error_code).toBe('PAYMENTS_BOUNDS')
    expect((await start(api, { coins: 2500, bonus: 250, amount: 2500 })).status).toBe(200)
    expect(test.starts).toHaveLength(1)
  })

  it('[PMT1] adds tax, or has it included', async () => {
    await set({ payments_tax_percent: 19, payments_tax_included: false })
    const added = await order({ amount: 1190 })
    expect(await detailOf(added)).toMatchObject({ amount: 1190, tax: 190, coins: 1000 })
    await set({ payments_tax_included: true })
    const included = await order({ amount: 1000 })
    expect(await detailOf(included)).toMatchObject({ amount: 1000, tax: 160, coins: 1000 })
  })

  it('[PMT2] is one for each request key', async () => {
    const { api } = await server.signIn()
    const requestKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(api, { requestKey })))
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect(new Set(test.starts).size).toBe(1)
    expect((await start(api, { requestKey, coins: 2000, amount: 2000 })).body.error_code).toBe(
      'PAYMENTS_KEY_REUSED',
    )
  })

  it('[PMT2] that got no answer is tried again with the same key, and found by the job', async () => {
    const { api } = await server.signIn()
    const requestKey = randomUUID()
    test.state.silent = true
    expect((await start(api, { requestKey })).body.error_code).toBe('PAYMENTS_UNAVAILABLE')
    test.state.silent = false
    const { body } = await start(api, { requestKey })
    expect([test.starts.length, new Set(test.starts).size]).toEqual([2, 1])
    expect(body['id']).toBe(test.starts[0])
  })

  it('that the provider refuses has failed', async () => {
    const { api } = await server.signIn()
    test.state.refuses = true
    expect((await start(api)).body.error_code).toBe('PAYMENTS_REFUSED')
    const { body } = await api.get('/api/payments/payments')
    expect(body['items']).toMatchObject([{ state: 'failed' }])
  })

  it('[PMT25] is named in the language of the customer on the page of the provider', async () => {
    const { api } = await server.signIn()
    test.state.silent = true
    await start(api)
    test.state.silent = false
    const { rows } = await server.pool.query<{ reference: string }>(
      `update payments.payment set language = 'fr' where reference = $1 returning reference`,
      [test.starts[0]],
    )
    await api.post(`/api/payments/payments/${rows[0]?.reference}/checks`)
    expect(test.descriptions).toEqual(['1000 coins', '1000 pièces'])
  })

  it('[PMT13] is offered with providers that are ready, and says only to staff what is missing', async () => {
    test.state.missing = ['test_key']
    const { api } = await server.signIn()
    expect((await api.get('/api/payments/offer')).body).toMatchObject({ providers: [], setup: null })
    expect((await start(api)).body.error_code).toBe('PAYMENTS_NO_PROVIDER')
    const staff = await server.signIn({ permissions: ['admin.settings.view'] })
    const { body } = await staff.api.get('/api/payments/offer')
    expect(body['setup']).toContainEqual({
      id: 'test',
      provider: 'Test Pay',
      enabled: true,
      missing: ['test_key'],
    })
    test.state.missing = []
    test.state.enabled = false
    expect((await start(api)).body.error_code).toBe('PAYMENTS_NO_PROVIDER')
  })

  it('[PMT14] counts whole minor units: yen have none, dinars a thousand', async () => {
    await set({ currency: 'JPY', payments_coins_per_unit: 3 })
    const yen = await order({ currency: 'JPY', amount: 334 })
    expect(await detailOf(yen)).toMatchObject({ amount: 334, currency: 'JPY' })
    await set({ currency: 'KWD', payments_coins_per_unit: 300 })
    const dinars = await order({ currency: 'KWD', amount: 3334 })
    expect(await detailOf(dinars)).toMatchObject({ amount: 3334, currency: 'KWD' })
  })
})

describe('a payment', () => {
  it('[PMT3] is credited by the word of the provider, and by nothing else', async () => {
    const paying = await order()
    expect(await standingOf(paying)).toMatchObject({ state: 'started', balance: 0 })
    // Coming back asks the provider, who knows nothing yet.
    expect((await paying.api.post(`/api/payments/payments/${paying.id}/checks`)).body['state']).toBe(
      'started',
    )
    expect(await standingOf(paying)).toMatchObject({ state: 'started', balance: 0 })
    test.happen(paying.id, 'paid', euros(1000))
    expect((await paying.api.post(`/api/payments/payments/${paying.id}/checks`)).body['state']).toBe('paid')
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', credited: 1000, balance: 1000 })
    expect((await paying.api.get('/api/coins/statement')).body['items']).toMatchObject([
      { kind: 'payments:purchased', amount: 1000 },
    ])
  })

  it('[PMT3] [PMT5] is credited once by the same webhook, fifty times at once', async () => {
    const paying = await order()
    const fact = test.happen(paying.id, 'paid', euros(1000))
    const statuses = await Promise.all(Array.from({ length: 50 }, () => tell(fact)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it('[PMT5] is credited once by webhook, question and job together', async () => {
    const paying = await order()
    const fact = test.happen(paying.id, 'paid', euros(1000), { reference: 'charge-1' })
    now += 2 * minute
    await Promise.all([
      tell(fact),
      runSettle(),
      paying.api.post(`/api/payments/payments/${paying.id}/checks`),
      tell({ ...fact, event: 'evt-other' }),
    ])
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
    const { timeline } = await detailOf(paying)
    expect((timeline as { kind: string }[]).filter(({ kind }) => kind === 'paid')).toHaveLength(1)
  })

  it('[PMT5] comes to the same end in whatever order its facts arrive', async () => {
    const orders = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 0, 2],
      [1, 2, 0],
    ]
    for (const sequence of orders) {
      const paying = await order()
      const facts = [
        test.happen(paying.id, 'paid', euros(1000)),
        test.happen(paying.id, 'refunded', euros(250)),
        test.happen(paying.id, 'expired', null),
      ]
      for (const place of sequence) await tell(...facts.slice(place, place + 1))
      expect(await standingOf(paying)).toMatchObject({ state: 'partly-refunded', balance: 750 })
    }
  })

  it('[PMT5] adds up facts that arrive at the same moment', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    const refunds = Array.from({ length: 8 }, () => test.happen(paying.id, 'refunded', euros(100)))
    const statuses = await Promise.all(refunds.map((fact) => tell(fact)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await standingOf(paying)).toMatchObject({ state: 'partly-refunded', balance: 200 })
  })

  it.each([
    ['another amount', euros(999)],
    ['more', euros(100_000)],
    ['another currency', { currency: 'JPY', amount: 1000 }],
    ['no amount', null],
  ])('[PMT6] of %s credits nothing and is held', async (_name, money) => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', money))
    expect(await standingOf(paying)).toMatchObject({ state: 'held', credited: 0, balance: 0 })
  })

  it('[PMT6] that was paid twice credits one of both and is held', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)), test.happen(paying.id, 'paid', euros(1000)))
    expect(await standingOf(paying)).toMatchObject({ state: 'held', balance: 1000 })
  })

  it('[PMT3] of another provider is not touched by this one', async () => {
    const paying = await order()
    await server.pool.query(`update payments.payment set provider = 'other' where reference = $1`, [
      paying.id,
    ])
    expect(await tell(test.happen(paying.id, 'paid', euros(1000)))).toBe(200)
    expect(await balanceOf(paying)).toBe(0)
    expect(await tell(test.happen(randomUUID(), 'paid', euros(1000)))).toBe(200)
  })

  it('[PMT7] is recorded with its coins and its receipt, or not at all', async () => {
    const paying = await order()
    const fact = test.happen(paying.id, 'paid', euros(1000))
    await server.pool.query('alter table payments.series add constraint broken check (last < 0) not valid')
    expect(await tell(fact)).toBe(500)
    expect(await standingOf(paying)).toMatchObject({ state: 'started', credited: 0, balance: 0 })
    await server.pool.query('alter table payments.series drop constraint broken')
    expect(await tell(fact)).toBe(200)
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it('[PMT12] settles although nothing is for sale any more', async () => {
    const paying = await order()
    await set({ credits_recharge_enabled: false })
    expect((await start(paying.api)).body.error_code).toBe('FEATURE_OFF')
    expect((await paying.api.get('/api/payments/offer')).body.error_code).toBe('FEATURE_OFF')
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it('[PMT28] has a file of all payments, however many, with heads in the language of the reader', async () => {
    const { api, person } = await server.signIn()
    await server.pool.query(
      `insert into payments.payment (reference, user_id, request_key, provider, currency, amount, tax, tax_rate, tax_name, coins, bonus, language, created_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'test', 'EUR', 100, 0, 0, '', n, 0, 'en', now() from generate_series(1, 10203) n`,
      [person.id],
    )
    const file = async () =>
      String((await api.get('/api/payments/payments.csv')).body['text'])
        .trim()
        .split('\r\n')
    const lines = await file()
    expect(lines[0]?.replace('\ufeff', '')).toBe('Date,Reference,Provider,Amount,Currency,Coins,Status')
    const coins = lines.slice(1).map((line) => Number(line.split(',')[5]))
    expect(coins).toEqual(Array.from({ length: 10_203 }, (_, index) => 10_203 - index))
    await running(server.server.core.services.find(Users)).savePreferences(person.id, { locale: 'DE' })
    expect((await file())[0]).toContain('Datum,Referenz,Anbieter,Betrag')
    await server.pool.query('delete from payments.payment where user_id = $1', [person.id])
  })

  it('[PMT11] belongs to one person, with its receipts and its file', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    const { documents } = (await detailOf(paying)) as { documents: { id: string }[] }
    const other = await server.signIn()
    for (const path of [`payments/${paying.id}`, `documents/${documents[0]?.id}`])
      expect((await other.api.get(`/api/payments/${path}`)).status).toBe(404)
    expect((await other.api.post(`/api/payments/payments/${paying.id}/checks`)).status).toBe(404)
    expect((await other.api.get('/api/payments/payments')).body['items']).toEqual([])
    const file = async (api: ApiClient) => String((await api.get('/api/payments/payments.csv')).body['text'])
    expect(await file(other.api)).not.toContain(paying.id)
    expect(await file(paying.api)).toContain(`${paying.id},test,10.00,EUR,1000,paid`)
  })
})

describe('the job', () => {
  it('[PMT4] asks at 2, 10 and 60 minutes, 6 hours and daily, and gives up after 7 days', async () => {
    const paying = await order()
    const begun = now
    const ages: number[] = []
    for (const at of [
      1, 2, 3, 9, 10, 11, 59, 60, 61, 359, 360, 361, 1439, 1440, 2880, 4320, 5760, 7200, 8640,
    ]) {
      now = begun + at * minute
      const before = test.asked.length
      await runSettle()
      if (test.asked.length > before) ages.push(at)
    }
    expect(ages).toEqual([2, 10, 60, 360, 1440, 2880, 4320, 5760, 7200, 8640])
    expect(await standingOf(paying)).toMatchObject({ state: 'started' })
    now = begun + 7 * day
    await runSettle()
    expect(await standingOf(paying)).toMatchObject({ state: 'expired' })
    now += 30 * day
    const before = test.asked.length
    await runSettle()
    expect(test.asked.length).toBe(before)
    // The customer's money is worth more than our patience.
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    expect(await balanceOf(paying)).toBe(1000)
  })

  it('[PMT4] goes on after a provider that does not answer', async () => {
    const [silent, answered] = [await order(), await order()]
    for (const paying of [silent, answered]) test.happen(paying.id, 'paid', euros(1000))
    now += 2 * minute
    let calls = 0
    test.state.onStatus = async () => {
      calls += 1
      if (calls === 1) throw new Error('no answer')
    }
    await runSettle()
    expect([await balanceOf(silent), await balanceOf(answered)].toSorted()).toEqual([0, 1000])
    now += 8 * minute
    await runSettle()
    expect([await balanceOf(silent), await balanceOf(answered)]).toEqual([1000, 1000])
  })

  it('[PMT4] gives up no payment of whose outcome it has no answer', async () => {
    const paying = await order()
    test.state.onStatus = async () => {
      throw new Error('no answer')
    }
    now += 8 * day
    await runSettle()
    expect(await standingOf(paying)).toMatchObject({ state: 'started' })
    test.state.onStatus = async () => undefined
    test.happen(paying.id, 'paid', euros(1000))
    now += day
    await runSettle()
    expect(await balanceOf(paying)).toBe(1000)
  })

  it('[PMT4] hears of refunds and disputes whose webhooks are lost', async () => {
    const paying = await order()
    test.happen(paying.id, 'paid', euros(1000))
    now += 2 * minute
    await runSettle()
    test.happen(paying.id, 'disputed', euros(1000))
    now += day
    await runSettle()
    expect(await standingOf(paying)).toMatchObject({ state: 'disputed', balance: 0 })
  })
})

describe('staff', () => {
  const refund = (api: ApiClient, id: string, over: object = {}) =>
    api.post(`/api/payments/staff/payments/${id}/refunds`, {
      amount: 400,
      note: 'Asked by the customer',
      requestKey: randomUUID(),
      ...over,
    })

  it('[PMT15] refund once under one key, never more than is left, and take the coins', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    const { api } = await server.signIn({ permissions: ['admin.payments.list', 'admin.payments.refund'] })
    const requestKey = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(api, paying.id, { requestKey })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await standingOf(paying)).toMatchObject({ state: 'partly-refunded', balance: 600 })
    expect((await refund(api, paying.id, { requestKey, amount: 300 })).body.error_code).toBe(
      'PAYMENTS_KEY_REUSED',
    )
    expect((await refund(api, paying.id, { amount: 601 })).body.error_code).toBe('PAYMENTS_REFUND_TOO_LARGE')
    const { rows } = await server.pool.query(
      `select from kernel.audit where action = 'payments:refunded' and target = $1`,
      [paying.user],
    )
    expect(rows).toHaveLength(1)
  })

  it('[PMT15] refund one payment under one key: another one keeps its coins, and no audit entry says otherwise', async () => {
    const { api } = await server.signIn({ permissions: ['admin.payments.refund'] })
    const requestKey = randomUUID()
    const [first, second] = [await order(), await order()]
    for (const { id } of [first, second]) await tell(test.happen(id, 'paid', euros(1000)))
    expect((await refund(api, first.id, { requestKey })).status).toBe(200)
    expect((await refund(api, second.id, { requestKey })).body.error_code).toBe('PAYMENTS_KEY_REUSED')
    expect(await standingOf(second)).toMatchObject({ state: 'paid', balance: 1000 })
    const { rows } = await server.pool.query(
      `select from kernel.audit where action = 'payments:refunded' and target = $1`,
      [second.user],
    )
    expect(rows).toEqual([])
  })

  it('[PMT15] take the coins before the money goes', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    test.state.silent = true
    const { api } = await server.signIn({ permissions: ['admin.payments.refund'] })
    expect((await refund(api, paying.id, { amount: 1000 })).status).toBe(200)
    expect(await balanceOf(paying)).toBe(0)
  })

  it('[PMT15] sends a refund again until the provider has an answer, however often it had none', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    test.state.silent = true
    const { api } = await server.signIn({ permissions: ['admin.payments.refund'] })
    await refund(api, paying.id, { amount: 1000 })
    for (let time = 0; time < 3; time += 1) {
      now += 11 * minute
      await runSettle()
    }
    expect(await refundsOf(paying)).toBe(0)
    test.state.silent = false
    now += 11 * minute
    await runSettle()
    expect(await refundsOf(paying)).toBe(1)
  })

  it('[PMT15] refund neither without proof of who they are, nor their own payments', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    const late = await server.signIn({ permissions: ['admin.payments.refund'], proven: false })
    expect((await refund(late.api, paying.id)).body.error_code).toBe('REAUTHENTICATION_REQUIRED')
    const own = await server.signIn({ permissions: ['admin.payments.refund'] })
    const { body } = await start(own.api)
    await tell(test.happen(String(body['id']), 'paid', euros(1000)))
    expect((await refund(own.api, String(body['id']))).body.error_code).toBe('PAYMENTS_OWN')
  })

  it('[PMT16] find payments, and read what was told by whom', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(999), { detail: 'note of the provider' }))
    const { api } = await server.signIn({ permissions: ['admin.payments.list'] })
    const list = async (query: string) =>
      ((await api.get(`/api/payments/staff/payments?${query}`)).body['items'] as { id: string }[]).map(
        ({ id }) => id,
      )
    expect(await list(`search=${paying.id}`)).toEqual([paying.id])
    // Staff look for banned users most.
    const { rows } = await server.pool.query<{ username: string }>(
      `update users.account set banned_reason = 'Fraud' where id = $1 returning username`,
      [paying.user],
    )
    expect(await list(`search=${rows[0]?.username}`)).toContain(paying.id)
    await server.pool.query('update users.account set banned_reason = null where id = $1', [paying.user])
    expect(await list('filter=state:held')).toContain(paying.id)
    expect(await list('filter=state:paid')).not.toContain(paying.id)
    const { body } = await api.get(`/api/payments/staff/payments/${paying.id}`)
    expect(body).toMatchObject({ refundable: { currency: 'EUR', amount: 999 } })
    expect(body['notes']).toContainEqual(
      expect.objectContaining({ source: 'webhook', detail: 'note of the provider' }),
    )
  })
})

describe('an order that is paid otherwise than ordered', () => {
  const staff = () => server.signIn({ permissions: ['admin.payments.list', 'admin.payments.refund'] })
  const paidTwice = async (first = 1000) => {
    const paying = await order()
    for (const [reference, amount] of [
      [`a-${paying.id}`, first],
      [`b-${paying.id}`, 1000],
    ] as const)
      await tell(test.happen(paying.id, 'paid', euros(amount), { reference }))
    return paying
  }
  const refund = (api: ApiClient, { id }: Ordered, amount: number) =>
    api.post(`/api/payments/staff/payments/${id}/refunds`, {
      amount,
      note: 'Paid twice',
      requestKey: randomUUID(),
    })
  const resolve = (api: ApiClient, { id }: Ordered) =>
    api.post(`/api/payments/staff/payments/${id}/resolutions`, { note: 'Coins were added by hand' })
  const kindsOf = async (paying: Ordered) =>
    ((await detailOf(paying))['documents'] as { kind: string }[]).map(({ kind }) => kind)
  const reviews = async (api: ApiClient) => (await api.get('/api/payments/staff/figures')).body['review']

  it('[PMT23] keeps its coins while the surplus goes back, which is offered first', async () => {
    const paying = await paidTwice()
    const { api } = await staff()
    expect(await standingOf(paying)).toMatchObject({ state: 'held', balance: 1000 })
    expect((await refund(api, paying, 1000)).status).toBe(200)
    expect(test.charges).toEqual([`b-${paying.id}`])
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
    expect(await kindsOf(paying)).toEqual(['receipt'])
    const { body } = await api.get(`/api/payments/staff/payments/${paying.id}`)
    expect(body['refundable']).toEqual({ currency: 'EUR', amount: 1000 })
    expect((await refund(api, paying, 1000)).status).toBe(200)
    expect(test.charges).toEqual([`b-${paying.id}`, `a-${paying.id}`])
    expect(await standingOf(paying)).toMatchObject({ state: 'refunded', balance: 0, owed: 0 })
    expect(await kindsOf(paying)).toEqual(['receipt', 'credit-note'])
    expect((await refund(api, paying, 1)).body.error_code).toBe('PAYMENTS_NOT_REFUNDABLE')
  })

  it('[PMT23] sends a refund without an answer again for its own charge', async () => {
    const paying = await paidTwice()
    const { api } = await staff()
    test.state.silent = true
    await refund(api, paying, 1000)
    test.state.silent = false
    now += 11 * minute
    await runSettle()
    expect(test.charges).toEqual([`b-${paying.id}`, `b-${paying.id}`])
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it.each([
    ['of the first charge', 'a'],
    ['of the second charge', 'b'],
    ['of a charge that is not told', ''],
  ])('[PMT23] loses nothing by one refund %s', async (_name, which) => {
    const paying = await paidTwice()
    const charge = which === '' ? {} : { charge: `${which}-${paying.id}` }
    await tell(test.happen(paying.id, 'refunded', euros(1000), charge))
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it('[PMT23] keeps its coins while a charge of another amount goes back', async () => {
    const paying = await paidTwice(999)
    expect(await standingOf(paying)).toMatchObject({ state: 'held', balance: 1000 })
    const { api } = await staff()
    expect((await refund(api, paying, 999)).status).toBe(200)
    expect(test.charges).toEqual([`a-${paying.id}`])
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it('[PMT24] is refunded, and out of review, once all of it went back', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(999)))
    const { api } = await staff()
    const before = Number(await reviews(api))
    expect((await refund(api, paying, 500)).status).toBe(200)
    expect(await standingOf(paying)).toMatchObject({ state: 'held' })
    expect((await refund(api, paying, 499)).status).toBe(200)
    expect(await standingOf(paying)).toMatchObject({ state: 'refunded', balance: 0 })
    expect(await reviews(api)).toBe(before - 1)
  })

  it('[PMT31] counts what went back once in the figures of staff, and nothing that came back after all', async () => {
    const { api } = await staff()
    const returned = async () => Number((await api.get('/api/payments/staff/figures')).body['returned'])
    const start = await returned()
    const at = (minutes: number) => ({ at: new Date(now + minutes * minute) })
    const [settled, won, failed] = [await order(), await order(), await order()]
    for (const { id } of [settled, won, failed]) await tell(test.happen(id, 'paid', euros(1000), at(0)))
    const dispute = { reference: `dp-${settled.id}` }
    await tell(test.happen(settled.id, 'disputed', euros(400), { ...dispute, ...at(1) }))
    expect(await returned()).toBe(start)
    await tell(test.happen(settled.id, 'refunded', euros(400), { reference: `re-${settled.id}`, ...at(2) }))
    await tell(test.happen(settled.id, 'dispute-lost', euros(400), { ...dispute, ...at(3) }))
    expect(await returned()).toBe(start + 400)
    const appeal = { reference: `dp-${won.id}` }
    await tell(test.happen(won.id, 'dispute-lost', euros(1000), { ...appeal, ...at(4) }))
    expect(await returned()).toBe(start + 1400)
    await tell(test.happen(won.id, 'dispute-won', euros(1000), { ...appeal, ...at(5) }))
    const refund = { reference: `re-${failed.id}` }
    await tell(test.happen(failed.id, 'refunded', euros(300), { ...refund, ...at(6) }))
    await tell(test.happen(failed.id, 'refund-failed', euros(300), { ...refund, ...at(7) }))
    expect(await returned()).toBe(start + 400)
    await tell(test.happen(won.id, 'refunded', euros(200), { reference: `re-${won.id}`, ...at(8) }))
    await tell(test.happen(won.id, 'disputed', euros(300), { reference: `open-${won.id}`, ...at(9) }))
    expect(await returned()).toBe(start + 600)
  })

  it('[PMT26] is counted for the home of staff, and found by what its customer owes', async () => {
    const [held, disputed, owing] = [await order(), await order(), await order()]
    const { api } = await staff()
    const before = (await api.get('/api/payments/staff/figures')).body
    await tell(test.happen(held.id, 'paid', euros(999)))
    for (const { id } of [disputed, owing]) await tell(test.happen(id, 'paid', euros(1000)))
    await tell(test.happen(disputed.id, 'disputed', euros(1000)))
    await spend(owing.user, 400)
    await tell(test.happen(owing.id, 'refunded', euros(1000)))
    expect((await api.get('/api/payments/staff/figures')).body).toMatchObject({
      held: Number(before['held']) + 1,
      disputed: Number(before['disputed']) + 1,
      review: Number(before['review']) + 2,
    })
    const { body } = await api.get('/api/payments/staff/payments?filter=owed:true&limit=100')
    const ids = (body['items'] as { id: string }[]).map(({ id }) => id)
    expect([held, disputed, owing].map(({ id }) => ids.includes(id))).toEqual([false, false, true])
  })

  it('[PMT24] leaves the review when staff end it, until more is paid', async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(999)))
    const { api, person } = await staff()
    const answers = await Promise.all([resolve(api, paying), resolve(api, paying)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 0 })
    const { rows } = await server.pool.query(
      `select actor from kernel.audit where action = 'payments:resolved' and target = $1`,
      [paying.user],
    )
    expect(rows).toEqual([{ actor: person.id }])
    await tell(test.happen(paying.id, 'paid', euros(999)))
    expect(await standingOf(paying)).toMatchObject({ state: 'held', balance: 0 })
  })

  it('[PMT24] is not taken out of review by whoever paid it, nor without the right', async () => {
    const own = await staff()
    const { body } = await start(own.api)
    const paying = { ...own, user: own.person.id, id: String(body['id']) }
    await tell(test.happen(paying.id, 'paid', euros(999)))
    expect((await resolve(own.api, paying)).body.error_code).toBe('PAYMENTS_OWN')
    const { api } = await server.signIn({ permissions: ['admin.payments.list'] })
    expect((await resolve(api, paying)).status).toBe(403)
    expect(await standingOf(paying)).toMatchObject({ state: 'held' })
  })
})

describe('money that goes back', () => {
  const paid = async () => {
    const paying = await order()
    await tell(test.happen(paying.id, 'paid', euros(1000)))
    return paying
  }

  it('[PMT8] takes coins in proportion, and gives them again where the refund fails', async () => {
    const paying = await paid()
    const refund = test.happen(paying.id, 'refunded', euros(333), { reference: 're-1' })
    await tell(refund)
    expect(await standingOf(paying)).toMatchObject({ state: 'partly-refunded', balance: 667 })
    await tell(test.happen(paying.id, 'refund-failed', euros(333), { reference: 're-1' }))
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
  })

  it.each([
    [
      ['dispute-lost', 'dispute-won'],
      { state: 'paid', balance: 1000 },
      ['receipt', 'credit-note', 'receipt'],
    ],
    [['dispute-won', 'dispute-lost'], { state: 'refunded', balance: 0 }, ['receipt', 'credit-note']],
  ] as const)(
    '[PMT8] [PMT10] follows the last word of a dispute that an appeal turns round (%s), in coins and documents',
    async ([first, last], standing, documents) => {
      const paying = await paid()
      const dispute = (kind: 'disputed' | 'dispute-won' | 'dispute-lost', minutes: number) => {
        const at = new Date(Date.now() + minutes * 60_000)
        return tell(test.happen(paying.id, kind, euros(1000), { reference: `dp-${paying.id}`, at }))
      }
      await dispute('disputed', 1)
      await dispute(first, 2)
      await dispute(last, 3)
      expect(await standingOf(paying)).toMatchObject(standing)
      const { rows } = await server.pool.query<{ kind: string }>(
        `select kind from payments.document
         where payment = (select id from payments.payment where reference = $1) order by id`,
        [paying.id],
      )
      expect(rows.map(({ kind }) => kind)).toEqual(documents)
    },
  )

  it('[PMT8] follows a dispute that is turned round again and again, and records an answer once', async () => {
    const paying = await paid()
    const reference = `dp-${paying.id}`
    const happen = (kind: 'dispute-won' | 'dispute-lost', minutes: number) =>
      test.happen(paying.id, kind, euros(1000), { reference, at: new Date(now + minutes * minute) })
    const [won, lost, again] = [happen('dispute-won', 1), happen('dispute-lost', 2), happen('dispute-won', 3)]
    for (const fact of [won, again, lost, won, lost]) await tell(fact)
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
    // An answer that says the same, as old as it likes, is no news.
    const { event: _event, ...asked } = { ...again, at: new Date(now + 9 * minute) }
    await tell(asked, asked)
    const { timeline } = await detailOf(paying)
    const outcomes = (timeline as { kind: string }[]).filter(({ kind }) => kind.startsWith('dispute-'))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['dispute-won', 'dispute-won', 'dispute-lost'])
  })

  it('[PMT8] takes once what a refund settles while its dispute is open, and twice what is not the same money', async () => {
    const paying = await paid()
    const at = (minutes: number) => ({ at: new Date(now + minutes * minute) })
    const [refund, dispute] = ['re', 'dp'].map((name) => `${name}-${paying.id}`)
    await tell(test.happen(paying.id, 'refunded', euros(100), { ...at(0), reference: `${refund}-1` }))
    await tell(test.happen(paying.id, 'disputed', euros(400), { ...at(1), reference: `${dispute}` }))
    expect(await standingOf(paying)).toMatchObject({ state: 'disputed', balance: 500 })
    await tell(test.happen(paying.id, 'refunded', euros(200), { ...at(2), reference: `${refund}-2` }))
    expect(await standingOf(paying)).toMatchObject({ state: 'disputed', balance: 500 })
    await tell(test.happen(paying.id, 'dispute-lost', euros(300), { ...at(3), reference: `${dispute}` }))
    expect(await standingOf(paying)).toMatchObject({ state: 'partly-refunded', balance: 600 })
    await tell(test.happen(paying.id, 'refunded', euros(50), { ...at(3000), reference: `${refund}-3` }))
    expect(await standingOf(paying)).toMatchObject({ state: 'partly-refunded', balance: 550 })
    const { documents } = (await detailOf(paying)) as { documents: { kind: string; amount: number }[] }
    expect(documents.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['receipt', 1000],
      ['credit-note', 100],
      ['credit-note', 200],
      ['credit-note', 100],
      ['credit-note', 50],
    ])
  })

  it('[PMT10] [PMT20] never returns more than was received, also when one sum is told as refund and dispute', async () => {
    const paying = await paid()
    await tell(test.happen(paying.id, 'refunded', euros(1000)))
    await tell(test.happen(paying.id, 'dispute-lost', euros(1000)))
    const { documents } = (await detailOf(paying)) as { documents: { kind: string; amount: number }[] }
    expect(documents.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['receipt', 1000],
      ['credit-note', 1000],
    ])
  })

  it('[PMT10] has credit notes whose taxes add up to that of the receipt', async () => {
    await set({ payments_tax_percent: 19 })
    const paying = await paid()
    for (const amount of [333, 333, 334]) await tell(test.happen(paying.id, 'refunded', euros(amount)))
    const { rows } = await server.pool.query<{ kind: string; amount: number; tax: number; coins: number }>(
      `select kind, sum(amount)::int as amount, sum(tax)::int as tax, sum(coins)::int as coins
       from payments.document where payment = (select id from payments.payment where reference = $1)
       group by kind order by kind`,
      [paying.id],
    )
    expect(rows).toEqual([
      { kind: 'credit-note', amount: 1000, tax: 160, coins: 1000 },
      { kind: 'receipt', amount: 1000, tax: 160, coins: 1000 },
    ])
  })

  it('[PMT10] has the buyer of its receipt on credit notes after the account is erased', async () => {
    const [paying, late] = [await paid(), await order()]
    const users = running(server.server.core.services.find(Users))
    for (const { user } of [paying, late])
      await server.server.core.orm.transaction((tx) => users.erase(tx, user))
    await tell(test.happen(paying.id, 'refunded', euros(1000)))
    await tell(test.happen(late.id, 'paid', euros(1000)))
    const buyersOf = async ({ id }: Ordered) =>
      (
        await server.pool.query<{ name: string }>(
          `select buyer ->> 'name' as name from payments.document
           where payment = (select id from payments.payment where reference = $1) order by id`,
          [id],
        )
      ).rows.map(({ name }) => name)
    const [receipt, note] = await buyersOf(paying)
    expect(receipt).not.toBe('Deleted account')
    expect(note).toBe(receipt)
    expect(await buyersOf(late)).toEqual(['Deleted account'])
  })

  it('[PMT8] takes all for a dispute, and gives them again where it is won', async () => {
    const paying = await paid()
    await tell(test.happen(paying.id, 'disputed', euros(1000), { reference: 'dp-1' }))
    expect(await standingOf(paying)).toMatchObject({ state: 'disputed', balance: 0 })
    await tell(test.happen(paying.id, 'dispute-won', euros(1000), { reference: 'dp-1' }))
    expect(await standingOf(paying)).toMatchObject({ state: 'paid', balance: 1000 })
    await tell(test.happen(paying.id, 'dispute-lost', euros(1000), { reference: 'dp-2' }))
    expect(await standingOf(paying)).toMatchObject({ state: 'refunded', balance: 0 })
  })

  it('[PMT9] leaves what is spent owed, and takes it from coins that come in', async () => {
    const paying = await paid()
    await spend(paying.user, 900)
    await tell(test.happen(paying.id, 'refunded', euros(1000)))
    expect(await standingOf(paying)).toMatchObject({
      state: 'refunded',
      credited: 900,
      owed: 900,
      balance: 0,
    })
    expect((await paying.api.get('/api/payments/offer')).body).toMatchObject({ owed: 900 })
    await earn(paying.user, 300)
    await expect.poll(() => standingOf(paying)).toMatchObject({ owed: 600, balance: 0 })
    await earn(paying.user, 1000)
    await expect.poll(() => standingOf(paying)).toMatchObject({ owed: 0, balance: 400 })
  })

  it('[PMT9] gives back what two disputes took of a customer at the same moment, and neither waits for the other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { api, person } = await server.signIn()
      const [first = '', second = ''] = [
        String((await start(api)).body['id']),
        String((await start(api)).body['id']),
      ]
      const happen = (id: string, kind: FactKind, minutes: number) =>
        test.happen(id, kind, euros(1000), {
          reference: `${kind === 'paid' ? 'ch' : 'dp'}-${id}`,
          at: new Date(now + minutes * minute),
        })
      for (const id of [first, second]) await tell(happen(id, 'paid', 0))
      await spend(person.id, 1500)
      // A part of each is taken and a part is owed: the second loses what there is, the first what comes in.
      for (const id of [second, first]) await tell(happen(id, 'disputed', 1))
      await earn(person.id, 300)
      const won = [first, second].map((id) => happen(id, 'dispute-won', 2))
      expect(await Promise.all(won.map((fact) => tell(fact)))).toEqual([200, 200])
      expect(await ledger().balance(person.id)).toBe(800)
      expect((await api.get('/api/payments/owed')).body['owed']).toBe(0)
    }
  })

  it('[PMT9] collects with the next movement what came in while payments were off', async () => {
    const paying = await paid()
    await spend(paying.user, 900)
    await tell(test.happen(paying.id, 'refunded', euros(1000)))
    // The events of the movements before have arrived.
    const unheard = async () => {
      const { rows } = await server.pool.query<{ left: number }>(
        `select (select count(*) from kernel.outbox where fanned_out_at is null)::int
          + (select count(*) from graphile_worker._private_jobs where run_at <= now())::int as left`,
      )
      return rows[0]?.left
    }
    await expect.poll(unheard).toBe(0)
    await server.pool.query(
      `select from coins.post('test', gen_random_uuid()::text, 'test:given', '', '',
        array['00000000-0000-4000-8000-000000000001', $1]::uuid[], array[-300, 300]::bigint[])`,
      [paying.user],
    )
    expect(await standingOf(paying)).toMatchObject({ owed: 900, balance: 300 })
    await spend(paying.user, 100)
    await expect.poll(() => standingOf(paying)).toMatchObject({ owed: 700, balance: 0 })
  })

  it('[PMT27] what is owed is taken before coins that come in can be spent', async () => {
    const paying = await paid()
    await spend(paying.user, 900)
    await tell(test.happen(paying.id, 'refunded', euros(1000)))
    const owed = async () => (await paying.api.get('/api/payments/owed')).body['owed']
    expect(await owed()).toBe(900)
    const move = { scope: 'test', user: paying.user } as const
    const spendAtOnce = (amount: number, price: number) =>
      server.server.core.orm.transaction(async (tx) => {
        const earning = { ...move, key: randomUUID(), kind: 'test:given', from: 'earnings', amount } as const
        const earned = await ledger().earn(tx, earning)
        const payment = {
          ...move,
          key: randomUUID(),
          kind: 'test:spent',
          into: 'store',
          amount: price,
        } as const
        return { earned, paid: await ledger().pay(tx, payment) }
      })
    expect(await spendAtOnce(300, 300)).toMatchObject({
      earned: { outcome: 'posted', balance: 0 },
      paid: { outcome: 'insufficient', available: 0 },
    })
    expect(await owed()).toBe(600)
    // With coins off for sale, the debt is there all the same.
    await set({ credits_recharge_enabled: false })
    expect(await spendAtOnce(1000, 400)).toMatchObject({
      earned: { outcome: 'posted', balance: 400 },
      paid: { outcome: 'posted', balance: 0 },
    })
    expect(await owed()).toBe(0)
  })

  it('[PMT29] the health page says which webhooks, refunds and payments need a look, and who owes coins', async () => {
    // Days go by, in which a session ends.
    const health = async (name: string) => {
      const overseer = await server.signIn({ role: 'Administrator' })
      const { body } = await overseer.api.get('/api/admin-home/overview')
      const lines = body['health'] as { plugin: string; name: string; values?: Record<string, unknown> }[]
      return lines.find((line) => line.plugin === 'payments' && line.name === name)
    }
    now += 10 * day
    expect(await health('payment-webhooks')).toMatchObject({ status: 'healthy', code: 'well' })
    const forge = () => fetch(`${server.url}/api/payments/webhooks/test`, { method: 'POST', body: 'forged' })
    expect([(await forge()).status, (await forge()).status]).toEqual([400, 400])
    // Strangers can do that, so it is no fault.
    expect(await health('payment-webhooks')).toMatchObject({
      status: 'healthy',
      code: 'refused',
      values: { refused: 2, providers: 'Test Pay' },
    })
    now += 25 * hour
    expect(await health('payment-webhooks')).toMatchObject({ status: 'healthy', code: 'well' })
    await forge()
    expect(await health('payment-webhooks')).toMatchObject({ values: { refused: 1 } })
    // A payment that only asking has shown.
    const silent = await order()
    const { event: _event, ...fact } = test.happen(silent.id, 'paid', euros(1000))
    await silent.api.post(`/api/payments/payments/${silent.id}/checks`)
    expect(await standingOf(silent)).toMatchObject({ state: 'paid' })
    now += 50 * minute
    expect(await health('payment-webhooks')).toMatchObject({ status: 'healthy' })
    now += 20 * minute
    await forge()
    expect(await health('payment-webhooks')).toMatchObject({
      status: 'warning',
      code: 'missing',
      values: { refused: 2, providers: 'Test Pay' },
      todo: expect.stringContaining('secret'),
    })
    // Its webhook comes late, and says nothing new.
    expect(await tell(fact)).toBe(200)
    expect(await health('payment-webhooks')).toMatchObject({ status: 'healthy', code: 'refused' })
    // The other tests leave payments behind.
    await server.pool.query(`update payments.payment set due = credited, state = 'expired'`)
    const paying = await paid()
    await spend(paying.user, 900)
    expect(await health('payments')).toMatchObject({ status: 'healthy', code: 'well' })
    await tell(test.happen(paying.id, 'refunded', euros(1000)))
    expect(await health('payments')).toMatchObject({
      status: 'healthy',
      code: 'owed',
      values: { people: 1, coins: 900 },
    })
    const before = Number((await health('payment-refunds'))?.values?.['refunds'] ?? 0)
    const asked = await paid()
    test.state.silent = true
    const agent = await server.signIn({ permissions: ['admin.payments.list', 'admin.payments.refund'] })
    const refund = { amount: 1000, note: 'Wish', requestKey: randomUUID() }
    await agent.api.post(`/api/payments/staff/payments/${asked.id}/refunds`, refund)
    now += 2 * hour
    expect(await health('payment-refunds')).toMatchObject({
      status: 'warning',
      code: 'unanswered',
      values: { refunds: before + 1 },
    })
    test.state.silent = false
    await order()
    now += 9 * day
    expect(await health('payments')).toMatchObject({
      status: 'warning',
      code: 'unknown',
      values: { unknown: 1 },
    })
  })

  it('[PMT10] has receipts and credit notes without gaps, as both sides were', async () => {
    await set({
      company_name: 'Host Ltd',
      company_vat: 'DE123',
      payments_tax_percent: 19,
      payments_tax_name: 'VAT',
    })
    const before = await server.pool.query(`select coalesce(sum(last), 0)::int as n from payments.series`)
    const all = await Promise.all(Array.from({ length: 8 }, () => order()))
    const facts = all.map(({ id }) => test.happen(id, 'paid', euros(1000)))
    await Promise.all(facts.flatMap((fact) => [tell(fact), tell(fact)]))
    const [first] = all
    if (!first) throw new Error('there are orders')
    await tell(test.happen(first.id, 'refunded', euros(500)))
    await set({ company_name: 'Other Ltd' })
    const { rows } = await server.pool.query<{ kind: string; number: string }>(
      `select kind, number from payments.document order by number`,
    )
    for (const kind of ['receipt', 'credit-note']) {
      const places = rows.filter((row) => row.kind === kind).map(({ number }) => Number(number.slice(-5)))
      expect(places.toSorted((a, b) => a - b)).toEqual(places.map((_, index) => index + 1))
    }
    const after = await server.pool.query(`select sum(last)::int as n from payments.series`)
    expect((after.rows[0] as { n: number }).n - (before.rows[0] as { n: number }).n).toBe(9)
    const { documents } = (await detailOf(first)) as { documents: { id: string; kind: string }[] }
    const [receipt, note] = await Promise.all(
      documents.map(async ({ id }) => (await first.api.get(`/api/payments/documents/${id}`)).body),
    )
    expect(receipt).toMatchObject({
      kind: 'receipt',
      amount: 1000,
      tax: 160,
      taxRate: 1900,
      seller: { name: 'Host Ltd', vat: 'DE123' },
    })
    expect(note).toMatchObject({ kind: 'credit-note', amount: 500, tax: 80, corrects: receipt?.['number'] })
    await expect(server.pool.query(`update payments.document set amount = 1`)).rejects.toThrow(/append-only/)
    await expect(server.pool.query(`delete from payments.event`)).rejects.toThrow(/append-only/)
  })
})

describe('taxes by country', () => {
  const billing = { country: 'NL', company: 'Tulip BV', street: 'Kade 1', city: '1011 Amsterdam', vat: 'NL1' }
  const countries = [
    { country: 'NL', percent: 21 },
    { country: 'CH', percent: 0 },
  ]
  const receiptOf = async (paying: Ordered) => {
    await tell(test.happen(paying.id, 'paid', euros(Number((await detailOf(paying))['amount']))))
    const { documents } = (await detailOf(paying)) as { documents: { id: string }[] }
    return (await paying.api.get(`/api/payments/documents/${documents[0]?.id}`)).body
  }

  it('[PMT18] the country of the customer sets the rate, and has to be named where countries differ', async () => {
    await set({ payments_tax_percent: 19, payments_tax_included: false, payments_tax_countries: countries })
    const { api } = await server.signIn()
    expect((await start(api, { amount: 1190 })).body.error_code).toBe('PAYMENTS_COUNTRY')
    expect((await start(api, { amount: 1190, billing })).body.error_code).toBe('PAYMENTS_PRICE_CHANGED')
    const dutch = await order({ amount: 1210, billing })
    expect(await detailOf(dutch)).toMatchObject({ amount: 1210, tax: 210, coins: 1000 })
    const swiss = await order({ amount: 1000, billing: { ...billing, country: 'CH' } })
    expect(await detailOf(swiss)).toMatchObject({ amount: 1000, tax: 0 })
    const other = await order({ amount: 1190, billing: { ...billing, country: 'DE' } })
    expect(await receiptOf(other)).toMatchObject({ taxRate: 1900, tax: 190 })
    expect((await dutch.api.get('/api/payments/offer')).body).toMatchObject({
      billing,
      countries: [{ rate: 2100 }, { rate: 0 }],
    })
  })

  it('[PMT18] one country has one rate', async () => {
    const twice = [...countries, { country: 'NL', percent: 9 }]
    await expect(set({ payments_tax_countries: twice })).rejects.toThrow()
  })

  it('[PMT19] company, address, country and VAT ID stand on the receipt, and are forgotten with the account', async () => {
    const paid = await order({ billing })
    expect(await receiptOf(paid)).toMatchObject({
      buyer: {
        name: 'Tulip BV',
        lines: expect.arrayContaining(['Kade 1', '1011 Amsterdam', 'Netherlands']),
        vat: 'NL1',
      },
    })
    const requestKey = randomUUID()
    expect((await start(paid.api, { billing, requestKey })).status).toBe(200)
    expect((await start(paid.api, { billing: { ...billing, vat: 'NL2' }, requestKey })).body.error_code).toBe(
      'PAYMENTS_KEY_REUSED',
    )
    await server.server.core.orm.transaction((tx) =>
      server.server.core.events.emit(tx, userErased, { id: paid.user }),
    )
    const left = async () =>
      (
        await server.pool.query(
          'select billing is null as gone from payments.payment where user_id = $1 order by id',
          [paid.user],
        )
      ).rows
    await expect.poll(left).toEqual([{ gone: false }, { gone: true }])
  })

  it('[PMT20] staff download receipts and credit notes of a period with country and tax', async () => {
    await set({ payments_tax_percent: 19, payments_tax_countries: countries })
    const paying = await order({ amount: 1000, billing })
    await receiptOf(paying)
    await tell(test.happen(paying.id, 'refunded', euros(500)))
    const file = async (api: ApiClient, period: string) => {
      const { status, body } = await api.get(`/api/payments/staff/documents.csv?period=${period}`)
      return { status, text: String(body['text']) }
    }
    const { api } = await server.signIn({ permissions: ['admin.payments.list'] })
    const { text } = await file(api, clock.now().toISOString().slice(0, 7))
    expect(text).toMatch(/,receipt,20.*,NL,Tulip BV,NL1,8\.26,21,1\.74,10,EUR/)
    expect(text).toMatch(/,credit-note,20.*,NL,Tulip BV,NL1,-4\.13,21,-0\.87,-5,EUR/)
    expect((await file(api, '2026')).text.trim().split('\r\n')).toHaveLength(1)
    expect((await file(api, "2027' or")).status).toBe(400)
    expect((await file(paying.api, '2027-03')).status).toBe(403)
  })
})
