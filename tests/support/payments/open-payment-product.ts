import { Ledger } from '@spawnpoint/contracts/coins'
import type { TestOrder } from '@spawnpoint/sdk/testing/payments'
import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { startTestServer } from '../server/start-test-server.ts'

type Settings = Readonly<Record<string, unknown>>

interface ProductOptions {
  readonly provider: string
  /** The host that the provider's calls go to, and where its double is. */
  readonly host: string
  readonly double: { readonly url: string; readonly close: () => Promise<void> }
  readonly settings: Settings
  readonly clock: { now(): Date }
  readonly wait: (ms: number) => void
  readonly env?: Record<string, string>
}

/** Calls to the provider's host go to its double on this machine; all others go where they go. */
function redirect(host: string, url: string): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const address = new URL(input instanceof Request ? input.url : input)
    if (address.hostname !== host) return fetch(input, init)
    return fetch(`${url}${address.pathname}${address.search}`, init)
  })
}

const currencies: Readonly<Record<string, { perUnit: number; amount: (coins: number) => number }>> = {
  EUR: { perUnit: 100, amount: (coins) => coins },
  JPY: { perUnit: 1, amount: (coins) => coins },
}

/** The product's side of a payment harness: the whole server over HTTP, with one provider set up. */
export async function openPaymentProduct({
  provider,
  host,
  double,
  settings,
  clock,
  wait,
  env = {},
}: ProductOptions) {
  const server = await startTestServer({ clock, env })
  redirect(host, double.url)
  const { core } = server.server
  const ledger = core.services.find(Ledger)
  if (!ledger) throw new Error('the ledger is not running')
  const base = { credits_recharge_enabled: true, currency: 'EUR', payments_coins_per_unit: 100, ...settings }
  await core.settings.write(base)
  const customers = new Map<string, Awaited<ReturnType<typeof server.signIn>>>()
  const byKey = new Map<string, Awaited<ReturnType<typeof server.signIn>>>()

  const begin = async (
    customer: Awaited<ReturnType<typeof server.signIn>>,
    key: string,
    coins: number,
    currency: string,
  ) => {
    await server.pool.query('delete from kernel.rate')
    const amount = currencies[currency]?.amount(coins) ?? coins
    return customer.api.post('/api/payments/payments', {
      provider,
      coins,
      bonus: 0,
      currency,
      amount,
      requestKey: key,
    })
  }
  const apiOf = ({ id }: TestOrder) => {
    const customer = customers.get(id)
    if (!customer) throw new Error(`nobody ordered ${id}`)
    return customer.api
  }
  return {
    server,
    wait,
    set: (values: Settings) => core.settings.write(values),
    async order({
      coins = 1000,
      currency = 'EUR',
    }: { coins?: number; currency?: string } = {}): Promise<TestOrder> {
      const customer = await server.signIn()
      const perUnit = currencies[currency]?.perUnit ?? 100
      if (currency !== 'EUR') await core.settings.write({ currency, payments_coins_per_unit: perUnit })
      const { status, body } = await begin(customer, randomUUID(), coins, currency)
      expect(status, JSON.stringify(body)).toBe(200)
      if (currency !== 'EUR') await core.settings.write(base)
      const id = String(body['id'])
      customers.set(id, customer)
      const { rows } = await server.pool.query<{ checkout: string }>(
        `select checkout from payments.payment where reference = $1`,
        [id],
      )
      return { id, user: customer.person.id, checkout: rows[0]?.checkout ?? '' }
    },
    async tryOrder(key: string): Promise<string | null> {
      const customer = byKey.get(key) ?? (await server.signIn())
      byKey.set(key, customer)
      return (await begin(customer, key, 1000, 'EUR')).body.error_code ?? null
    },
    async referenceOf(key: string): Promise<string> {
      const { rows } = await server.pool.query<{ reference: string }>(
        `select reference from payments.payment where request_key = $1`,
        [key],
      )
      return rows[0]?.reference ?? ''
    },
    async standing(order: TestOrder) {
      const { rows } = await server.pool.query<{ state: string; owed: number }>(
        `select state, greatest(0, credited - due)::int as owed from payments.payment where reference = $1`,
        [order.id],
      )
      return {
        state: rows[0]?.state ?? '',
        owed: rows[0]?.owed ?? 0,
        balance: await ledger.balance(order.user),
      }
    },
    comeBack: (order: TestOrder) => apiOf(order).post(`/api/payments/payments/${order.id}/checks`),
    async deliver({
      body,
      headers,
    }: {
      readonly body: string
      readonly headers: Readonly<Record<string, string>>
    }) {
      const answer = await fetch(`${server.url}/api/payments/webhooks/${provider}`, {
        method: 'POST',
        headers,
        body,
      })
      return answer.status
    },
    async settle() {
      await server.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [
        JSON.stringify({ plugin: 'payments', job: 'settle', payload: {} }),
      ])
      const waiting = async () =>
        (
          await server.pool.query(
            `select from graphile_worker._private_jobs where payload ->> 'plugin' = 'payments' and payload ->> 'job' = 'settle'
             and attempts = 0 or locked_at is not null`,
          )
        ).rowCount
      await expect.poll(waiting).toBe(0)
    },
    async spend({ user }: TestOrder, amount: number) {
      await core.orm.transaction((tx) =>
        ledger.pay(tx, { scope: 'test', key: randomUUID(), kind: 'test:spent', user, into: 'store', amount }),
      )
    },
    async refund({ id }: TestOrder, amount: number): Promise<number> {
      const body = { amount, note: 'asked by the customer', requestKey: randomUUID() }
      // A session of today: others ended while the clock went on.
      const staff = await server.signIn({ permissions: ['admin.payments.refund'] })
      return (await staff.api.post(`/api/payments/staff/payments/${id}/refunds`, body)).status
    },
    async breakBooks(broken: boolean) {
      await server.pool.query(
        broken
          ? 'alter table payments.series add constraint broken check (last < 0) not valid'
          : 'alter table payments.series drop constraint broken',
      )
    },
    async audit() {
      const { rows } = await server.pool.query<{ total: number; wrong: number }>(
        `select (select coalesce(sum(amount), 0)::int from coins.entry) as total,
          (select count(*)::int from payments.payment p join coins.account a on a.id = p.user_id
            where p.credited < p.due or (p.credited > p.due and a.balance > 0)) as wrong`,
      )
      return rows[0] ?? { total: -1, wrong: -1 }
    },
    async stop() {
      vi.unstubAllGlobals()
      await double.close()
      await server.stop()
    },
  }
}
