import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { testAppeals, testDisputes, testSettledDisputes } from './dispute-cases.ts'
import {
  testAmounts,
  testComingBack,
  testForeignWebhooks,
  testForgery,
  testStart,
  testWebhooks,
} from './payment-cases.ts'
import type { PaymentHarness } from './payment-harness.ts'
import {
  testDeclines,
  testEnds,
  testKills,
  testLongSilence,
  testOutages,
  testRefunds,
  testSlowMethods,
  testStaffRefunds,
} from './return-cases.ts'

/**
 * The cases that every payment provider passes: calls that are lost, forged, old, repeated or out of order, other
 * amounts, refunds, disputes and kills. The books are right after each of them.
 *
 * @example testPaymentProvider('Stripe', openStripeHarness)
 */
export function testPaymentProvider(name: string, open: () => Promise<PaymentHarness>): void {
  describe(`payments by ${name}`, () => {
    let opened: PaymentHarness | null = null
    const harness = (): PaymentHarness => {
      if (!opened) throw new Error('the harness is not open')
      return opened
    }
    beforeAll(async () => {
      opened = await open()
    })
    afterEach(() => harness().provider.setOutage('none'))
    afterAll(() => opened?.stop())
    testStart(harness)
    testComingBack(harness)
    testWebhooks(harness)
    testForeignWebhooks(harness)
    testForgery(harness)
    testAmounts(harness)
    testSlowMethods(harness)
    testDeclines(harness)
    testEnds(harness)
    testRefunds(harness)
    testDisputes(harness)
    testSettledDisputes(harness)
    testAppeals(harness)
    testStaffRefunds(harness)
    testOutages(harness)
    testLongSilence(harness)
    testKills(harness)
  })
}
