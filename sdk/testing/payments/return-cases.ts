import { expect, it } from 'vitest'
import { credited, expectBooks, minute, paidOrder, tell, untouched, type Open } from './payment-cases.ts'

const day = 24 * 60 * minute

export function testSlowMethods(open: Open): void {
  it('slow: a payment that takes days gives nothing until it arrives', async () => {
    const harness = open()
    const order = await harness.order()
    await tell(harness, harness.provider.payLater(order))
    await expectBooks(harness, order, { state: 'pending', balance: 0 })
    await tell(harness, harness.provider.arrive(order))
    await expectBooks(harness, order, credited)
  })

  it('slow: a payment that bounces has failed', async () => {
    const harness = open()
    const order = await harness.order()
    await tell(harness, harness.provider.payLater(order))
    await tell(harness, harness.provider.bounce(order))
    await expectBooks(harness, order, { state: 'failed', balance: 0 })
  })

  it('slow: without any webhook the job settles', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.payLater(order)
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, { state: 'pending', balance: 0 })
    harness.provider.arrive(order)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })

  it('slow: a payment that bounces has failed, without any webhook', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.payLater(order)
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, { state: 'pending', balance: 0 })
    harness.provider.bounce(order)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, { state: 'failed', balance: 0 })
  })
}

export function testDeclines(open: Open): void {
  it('decline: a way to pay that is declined leaves the order open, and the next one pays', async () => {
    const harness = open()
    const order = await harness.order()
    await tell(harness, harness.provider.decline(order))
    await harness.comeBack(order)
    await expectBooks(harness, order, untouched)
    await tell(harness, harness.provider.pay(order))
    await expectBooks(harness, order, credited)
  })

  it('decline: without any webhook the job takes the next way to pay', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.decline(order)
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, untouched)
    harness.provider.pay(order)
    harness.wait(8 * minute)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })
}

export function testEnds(open: Open): void {
  it('order: the arrival is told before the beginning', async () => {
    const harness = open()
    const order = await harness.order()
    const begun = harness.provider.payLater(order)
    await tell(harness, harness.provider.arrive(order))
    await tell(harness, begun)
    await expectBooks(harness, order, credited)
  })

  it('expiry: an order that nobody paid expires within seven days', async () => {
    const harness = open()
    const order = await harness.order()
    await tell(harness, harness.provider.expire(order))
    for (let time = 0; time < 7; time += 1) {
      harness.wait(day)
      await harness.settle()
    }
    await expectBooks(harness, order, { state: 'expired', balance: 0 })
  })
}

export function testRefunds(open: Open): void {
  it('refund: a part takes coins in proportion', async () => {
    const { harness, order } = await paidOrder(open)
    await tell(harness, harness.provider.refund(order, 250).event)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 750 })
  })

  it('refund: all of it takes all coins', async () => {
    const { harness, order } = await paidOrder(open)
    await tell(harness, harness.provider.refund(order, 1000).event)
    await expectBooks(harness, order, { state: 'refunded', balance: 0, owed: 0 })
  })

  it('refund: two parts add up', async () => {
    const { harness, order } = await paidOrder(open)
    await tell(harness, harness.provider.refund(order, 300).event)
    await tell(harness, harness.provider.refund(order, 300).event)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 400 })
  })

  it('refund: told ten times at once takes once', async () => {
    const { harness, order } = await paidOrder(open)
    const delivery = harness.provider.sign(harness.provider.refund(order, 400).event)
    await Promise.all(Array.from({ length: 10 }, () => harness.deliver(delivery)))
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 600 })
  })

  it('refund: told before the payment comes to the same end', async () => {
    const harness = open()
    const order = await harness.order()
    const paid = harness.provider.pay(order)
    await tell(harness, harness.provider.refund(order, 400).event)
    await tell(harness, paid)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 600 })
  })

  it('refund: without webhook the job learns of it', async () => {
    const { harness, order } = await paidOrder(open)
    harness.provider.refund(order, 1000)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, { state: 'refunded', balance: 0 })
  })

  it('refund: one that fails gives the coins back', async () => {
    const { harness, order } = await paidOrder(open)
    const { id, event } = harness.provider.refund(order, 400)
    await tell(harness, event)
    await tell(harness, harness.provider.failRefund(id))
    await expectBooks(harness, order, credited)
  })

  it('refund: spent coins stay owed, and no balance is negative', async () => {
    const { harness, order } = await paidOrder(open)
    await harness.spend(order, 700)
    await tell(harness, harness.provider.refund(order, 1000).event)
    const standing = await harness.standing(order)
    expect(standing).toMatchObject({ state: 'refunded', balance: 0, owed: 700 })
  })
}

export function testStaffRefunds(open: Open): void {
  it('refund by staff: gives money back once and takes the coins', async () => {
    const { harness, order } = await paidOrder(open)
    expect(await harness.refund(order, 400)).toBe(200)
    expect(harness.provider.refundsOf(order)).toBe(1)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 600 })
  })

  it('refund by staff: never more than was paid', async () => {
    const { harness, order } = await paidOrder(open)
    expect(await harness.refund(order, 1001)).toBe(409)
    expect(await harness.refund(order, 700)).toBe(200)
    expect(await harness.refund(order, 301)).toBe(409)
    expect(harness.provider.refundsOf(order)).toBe(1)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 300 })
  })
}

export function testOutages(open: Open): void {
  it('outage: a webhook while the provider is down is told again, and counts once', async () => {
    const harness = open()
    const order = await harness.order()
    const event = harness.provider.pay(order)
    harness.provider.setOutage('down')
    await tell(harness, event)
    harness.provider.setOutage('none')
    await tell(harness, event)
    await expectBooks(harness, order, credited)
  })

  it('outage: the job asks again later', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.pay(order)
    harness.provider.setOutage('down')
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, untouched)
    harness.provider.setOutage('none')
    harness.wait(8 * minute)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })

  it('outage: a refund whose answer is lost is made once', async () => {
    const { harness, order } = await paidOrder(open)
    harness.provider.setOutage('lost-answers')
    await harness.refund(order, 400)
    harness.provider.setOutage('none')
    expect(await harness.standing(order)).toMatchObject({ balance: 600 })
    harness.wait(11 * minute)
    await harness.settle()
    expect(harness.provider.refundsOf(order)).toBe(1)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 600 })
  })

  it('outage: a refund that never reached the provider is made later, once', async () => {
    const { harness, order } = await paidOrder(open)
    harness.provider.setOutage('down')
    await harness.refund(order, 400)
    harness.provider.setOutage('none')
    expect(harness.provider.refundsOf(order)).toBe(0)
    harness.wait(11 * minute)
    await harness.settle()
    expect(harness.provider.refundsOf(order)).toBe(1)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 600 })
  })
}

export function testKills(open: Open): void {
  it('kill: before the commit leaves nothing, and the next call does all of it', async () => {
    const harness = open()
    const order = await harness.order()
    const event = harness.provider.pay(order)
    await harness.breakBooks(true)
    expect(await tell(harness, event)).toBe(500)
    await expectBooks(harness, order, untouched)
    await harness.breakBooks(false)
    expect(await tell(harness, event)).toBe(200)
    await expectBooks(harness, order, credited)
  })

  it('kill: in the job leaves the payment to be asked about again', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.pay(order)
    await harness.breakBooks(true)
    harness.wait(2 * minute)
    await harness.settle()
    await expectBooks(harness, order, untouched)
    await harness.breakBooks(false)
    harness.wait(8 * minute)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })
}

/** The cases in which nobody looks or answers for long. */
export function testLongSilence(open: Open): void {
  it('refund: one of all of it that fails later gives the coins back, without any webhook', async () => {
    const { harness, order } = await paidOrder(open)
    const { id, event } = harness.provider.refund(order, 1000)
    await tell(harness, event)
    await expectBooks(harness, order, { state: 'refunded', balance: 0 })
    harness.provider.failRefund(id)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })

  it('outage: a refund of all of it is made once the provider is back, however long that takes', async () => {
    const { harness, order } = await paidOrder(open)
    harness.provider.setOutage('down')
    await harness.refund(order, 1000)
    for (let time = 0; time < 3; time += 1) {
      harness.wait(11 * minute)
      await harness.settle()
    }
    expect(harness.provider.refundsOf(order)).toBe(0)
    harness.provider.setOutage('none')
    harness.wait(11 * minute)
    await harness.settle()
    expect(harness.provider.refundsOf(order)).toBe(1)
    await expectBooks(harness, order, { state: 'refunded', balance: 0 })
  })

  it('outage: an order is not given up while nobody answers for it', async () => {
    const harness = open()
    const order = await harness.order()
    harness.provider.setOutage('down')
    for (let time = 0; time < 9; time += 1) {
      harness.wait(day)
      await harness.settle()
    }
    await expectBooks(harness, order, untouched)
    harness.provider.setOutage('none')
    harness.provider.pay(order)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })
}
