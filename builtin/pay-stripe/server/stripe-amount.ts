import type { Money } from '@spawnpoint/contracts/payments'
import { exponentOf } from '@spawnpoint/contracts/payments/schemas'

/** Currencies that Stripe counts otherwise than ISO 4217 does. https://docs.stripe.com/currencies */
const otherwise: Readonly<Record<string, number>> = { ISK: 2, UGX: 2, MGA: 0 }

const shift = ({ currency }: Money) => (otherwise[currency] ?? exponentOf(currency)) - exponentOf(currency)

/** The amount as Stripe counts it; null where it cannot say it. */
export function toStripe(money: Money): number | null {
  const amount = money.amount * 10 ** shift(money)
  // The last digit of a currency with three decimal places must be 0.
  if (exponentOf(money.currency) === 3 && amount % 10 !== 0) return null
  return Number.isSafeInteger(amount) && amount <= 99_999_999 ? amount : null
}

export function fromStripe(amount: number, currency: string): Money {
  const upper = currency.toUpperCase()
  return { currency: upper, amount: amount / 10 ** shift({ currency: upper, amount }) }
}
