import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { PaymentHarness, TestDelivery, TestEvent, TestOrder } from './payment-harness.ts'

export type Open = () => PaymentHarness

export const minute = 60_000
export const untouched = { state: 'started', balance: 0, owed: 0 }
export const credited = { state: 'paid', balance: 1000, owed: 0 }

export const tell = ({ deliver, provider }: PaymentHarness, event: TestEvent) => deliver(provider.sign(event))

/** The account that is asked and the whole books. */
export async function expectBooks(
  harness: PaymentHarness,
  order: TestOrder,
  standing: object,
): Promise<void> {
  expect(await harness.standing(order)).toMatchObject(standing)
  expect(await harness.audit()).toEqual({ total: 0, wrong: 0 })
}

export async function paidOrder(open: Open) {
  const harness = open()
  const order = await harness.order()
  const event = harness.provider.pay(order)
  expect(await tell(harness, event)).toBe(200)
  return { harness, order, event }
}

export function testStart(open: Open): void {
  it('start: leads to the provider and gives nothing yet', async () => {
    const harness = open()
    await expectBooks(harness, await harness.order(), untouched)
  })

  it('start: the same request is one order at the provider', async () => {
    const key = randomUUID()
    for (let time = 0; time < 3; time += 1) expect(await open().tryOrder(key)).toBeNull()
    expect(await open().ordersOf(key)).toBe(1)
  })

  it('start: the same request five times at once is one order at the provider', async () => {
    const key = randomUUID()
    await Promise.all(Array.from({ length: 5 }, () => open().tryOrder(key)))
    expect(await open().ordersOf(key)).toBe(1)
  })

  it('start: an answer that is lost is found again', async () => {
    const { tryOrder, ordersOf, provider } = open()
    const key = randomUUID()
    provider.setOutage('lost-answers')
    expect(await tryOrder(key)).toBe('PAYMENTS_UNAVAILABLE')
    provider.setOutage('none')
    expect(await tryOrder(key)).toBeNull()
    expect(await ordersOf(key)).toBe(1)
  })

  it('start: while the provider is down there is no order, and later there is one', async () => {
    const { tryOrder, ordersOf, provider } = open()
    const key = randomUUID()
    provider.setOutage('down')
    expect(await tryOrder(key)).toBe('PAYMENTS_UNAVAILABLE')
    provider.setOutage('none')
    expect(await tryOrder(key)).toBeNull()
    expect(await ordersOf(key)).toBe(1)
  })
}

export function testComingBack(open: Open): void {
  it('return: coming back without paying gives nothing', async () => {
    const harness = open()
    const order = await harness.order()
    await harness.comeBack(order)
    await expectBooks(harness, order, untouched)
  })

  it('return: coming back after paying asks the provider, once for many tabs', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.pay(order)
    await Promise.all(Array.from({ length: 5 }, () => harness.comeBack(order)))
    await expectBooks(harness, order, credited)
  })

  it('return: while the provider is down gives nothing', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.pay(order)
    harness.provider.setOutage('down')
    await harness.comeBack(order)
    await expectBooks(harness, order, untouched)
  })
}

export function testWebhooks(open: Open): void {
  it('webhook: credits what was paid', async () => {
    const { harness, order } = await paidOrder(open)
    await expectBooks(harness, order, credited)
  })

  it('webhook: absent, the job settles', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.pay(order)
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })

  it('webhook: repeated ten times in turn credits once', async () => {
    const { harness, order, event } = await paidOrder(open)
    for (let time = 0; time < 10; time += 1) expect(await tell(harness, event)).toBe(200)
    await expectBooks(harness, order, credited)
  })

  it('webhook: fifty times at once credits once', async () => {
    const harness = open()
    const order = await harness.order()
    const delivery = harness.provider.sign(harness.provider.pay(order))
    await Promise.all(Array.from({ length: 50 }, () => harness.deliver(delivery)))
    await expectBooks(harness, order, credited)
  })

  it('webhook: repeated after the coins are spent credits nothing more', async () => {
    const { harness, order, event } = await paidOrder(open)
    await harness.spend(order, 1000)
    await tell(harness, event)
    await expectBooks(harness, order, { state: 'paid', balance: 0, owed: 0 })
  })

  it('webhook, job and return at once credit once', async () => {
    const harness = open()
    const order = await harness.order()
    const event = harness.provider.pay(order)
    harness.wait(2 * minute)
    await Promise.all([tell(harness, event), harness.settle(), harness.comeBack(order), tell(harness, event)])
    await expectBooks(harness, order, credited)
  })
}

export function testForeignWebhooks(open: Open): void {
  it('webhook: credits the account of the order and no other', async () => {
    const harness = open()
    const [paid, other] = [await harness.order(), await harness.order()]
    await tell(harness, harness.provider.pay(paid))
    await expectBooks(harness, paid, credited)
    await expectBooks(harness, other, untouched)
  })

  it('webhook: of an order that is not ours is taken and changes nothing', async () => {
    const harness = open()
    const order = await harness.order()
    for (const reference of [undefined, 'order-1', randomUUID()])
      expect(await tell(harness, harness.provider.foreign(reference))).toBe(200)
    expect(harness.provider.isForeignCaptured()).toBe(false)
    await expectBooks(harness, order, untouched)
  })

  it('webhook: six minutes old credits at most once, and only what is true', async () => {
    const harness = open()
    const order = await harness.order()
    const old = harness.provider.signOld(harness.provider.pay(order))
    const statuses = [await harness.deliver(old), await harness.deliver(old)]
    expect(statuses).toEqual(harness.provider.refusesOld ? [400, 400] : [200, 200])
    await expectBooks(harness, order, harness.provider.refusesOld ? untouched : credited)
  })
}

/** Calls that a stranger may send in place of the provider. */
const forgeries: Readonly<Record<string, (right: TestDelivery, names: readonly string[]) => TestDelivery>> = {
  'an empty body': (right) => ({ ...right, body: '' }),
  'a body that is no JSON': (right) => ({ ...right, body: 'paid=1' }),
  'a changed amount': (right) => ({ ...right, body: right.body.replace(/10\.?00/, '90000') }),
  'a byte more': (right) => ({ ...right, body: right.body.replace('{', '{"more":1,') }),
  'no signature': ({ body }) => ({ body, headers: { 'content-type': 'application/json' } }),
  'an empty signature': (right, names) => ({
    ...right,
    headers: { ...right.headers, ...Object.fromEntries(names.map((name) => [name, ''])) },
  }),
  'a made-up signature': (right, names) => ({
    ...right,
    headers: { ...right.headers, ...Object.fromEntries(names.map((name) => [name, 't=1,v1=00'])) },
  }),
}

export function testForgery(open: Open): void {
  it.each(Object.entries(forgeries))('webhook: %s is refused', async (_name, forge) => {
    const harness = open()
    const order = await harness.order()
    const right = harness.provider.sign(harness.provider.pay(order))
    expect(await harness.deliver(forge(right, harness.provider.signatureHeaders))).toBe(400)
    await expectBooks(harness, order, untouched)
    // The right one still counts.
    expect(await harness.deliver(right)).toBe(200)
    await expectBooks(harness, order, credited)
  })

  it('webhook: signed with another secret is refused', async () => {
    const harness = open()
    const order = await harness.order()
    expect(await harness.deliver(harness.provider.forge(harness.provider.pay(order)))).toBe(400)
    await expectBooks(harness, order, untouched)
  })

  it('webhook: the signature of another event is refused', async () => {
    const harness = open()
    const [paid, other] = [await harness.order(), await harness.order()]
    const { headers } = harness.provider.sign(harness.provider.pay(paid))
    const { body } = harness.provider.sign(harness.provider.pay(other))
    expect(await harness.deliver({ body, headers })).toBe(400)
    await expectBooks(harness, other, untouched)
  })
}

export function testAmounts(open: Open): void {
  it.each([
    ['a cent less', { amount: 999 }],
    ['a cent more', { amount: 1001 }],
    ['a hundredth', { amount: 10 }],
    ['another currency', { currency: 'USD' }],
  ])('amount: %s than ordered credits nothing and is held', async (_name, wrong) => {
    const harness = open()
    const order = await harness.order()
    await tell(harness, harness.provider.pay(order, wrong))
    await expectBooks(harness, order, { state: 'held', balance: 0 })
    await harness.comeBack(order)
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, { state: 'held', balance: 0 })
  })

  it('amount: every cent comes through', async () => {
    const harness = open()
    const order = await harness.order({ coins: 1237 })
    await tell(harness, harness.provider.pay(order))
    await expectBooks(harness, order, { state: 'paid', balance: 1237 })
  })

  it('amount: a currency without decimal places comes through', async () => {
    const harness = open()
    const order = await harness.order({ currency: 'JPY', coins: 1237 })
    await tell(harness, harness.provider.pay(order))
    await expectBooks(harness, order, { state: 'paid', balance: 1237 })
  })
}
