import { it } from 'vitest'
import { credited, expectBooks, minute, paidOrder, tell, type Open } from './payment-cases.ts'

const day = 24 * 60 * minute

export function testDisputes(open: Open): void {
  it('dispute: takes the coins at once, and gives them back where it is won', async () => {
    const { harness, order } = await paidOrder(open)
    const { id, event } = harness.provider.dispute(order, 1000)
    await tell(harness, event)
    await expectBooks(harness, order, { state: 'disputed', balance: 0 })
    await tell(harness, harness.provider.closeDispute(id, 'won'))
    await expectBooks(harness, order, credited)
  })

  it('dispute: one that is lost takes them for good', async () => {
    const { harness, order } = await paidOrder(open)
    const { id, event } = harness.provider.dispute(order, 1000)
    await tell(harness, harness.provider.closeDispute(id, 'lost'))
    await tell(harness, event)
    await expectBooks(harness, order, { state: 'refunded', balance: 0 })
  })

  it('dispute: without webhook the job learns of it', async () => {
    const { harness, order } = await paidOrder(open)
    harness.provider.dispute(order, 1000)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, { state: 'disputed', balance: 0 })
  })
}

/** Where a provider settles disputes by refunds it tells of the same money twice; elsewhere a refund is money of its own. */
export function testSettledDisputes(open: Open): void {
  const settledOrder = async () => {
    const { harness, order } = await paidOrder(open)
    const { id, event } = harness.provider.dispute(order, 400)
    await tell(harness, event)
    harness.wait(minute)
    await tell(harness, harness.provider.refund(order, 400).event)
    const left = harness.provider.settlesByRefund ? 600 : 200
    await expectBooks(harness, order, { state: 'disputed', balance: left })
    return { harness, order, id, left }
  }

  it('dispute: a refund meanwhile takes the coins once where it settles the dispute, and else beside it', async () => {
    const { harness, order, id, left } = await settledOrder()
    harness.wait(minute)
    await tell(harness, harness.provider.closeDispute(id, 'lost'))
    await expectBooks(harness, order, { state: 'partly-refunded', balance: left })
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, { state: 'partly-refunded', balance: left })
  })

  it('dispute: one that is won after a refund leaves the refund', async () => {
    const { harness, order, id } = await settledOrder()
    harness.wait(minute)
    await tell(harness, harness.provider.closeDispute(id, 'won'))
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 600 })
  })

  it('dispute: a refund of before or long after it is money of its own', async () => {
    const { harness, order } = await paidOrder(open)
    await tell(harness, harness.provider.refund(order, 200).event)
    harness.wait(minute)
    const { id, event } = harness.provider.dispute(order, 300)
    await tell(harness, event)
    harness.wait(minute)
    await tell(harness, harness.provider.closeDispute(id, 'lost'))
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 500 })
    harness.wait(2 * day)
    await tell(harness, harness.provider.refund(order, 100).event)
    await expectBooks(harness, order, { state: 'partly-refunded', balance: 400 })
  })
}

export function testAppeals(open: Open): void {
  it.each([
    ['lost', 'won', credited],
    ['won', 'lost', { state: 'refunded', balance: 0, owed: 0 }],
  ] as const)(
    'dispute: %s by webhook and then %s on appeal, of which only the job learns',
    async (told, asked, standing) => {
      const { harness, order } = await paidOrder(open)
      const { id, event } = harness.provider.dispute(order, 1000)
      await tell(harness, event)
      harness.wait(minute)
      await tell(harness, harness.provider.closeDispute(id, told))
      harness.provider.closeDispute(id, asked)
      harness.wait(day)
      await harness.settle()
      await expectBooks(harness, order, standing)
    },
  )

  it('dispute: appeals turn it round as often as they like', async () => {
    const { harness, order } = await paidOrder(open)
    const { id, event } = harness.provider.dispute(order, 1000)
    await tell(harness, event)
    for (const [outcome, standing] of [
      ['won', credited],
      ['lost', { state: 'refunded', balance: 0 }],
      ['won', credited],
      ['lost', { state: 'refunded', balance: 0 }],
    ] as const) {
      harness.wait(minute)
      const delivery = harness.provider.sign(harness.provider.closeDispute(id, outcome))
      await Promise.all([harness.deliver(delivery), harness.deliver(delivery)])
      await expectBooks(harness, order, standing)
    }
    harness.provider.closeDispute(id, 'won')
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, credited)
    harness.wait(day)
    await harness.settle()
    await expectBooks(harness, order, credited)
  })
}
