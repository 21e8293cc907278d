import type { Money } from '@spawnpoint/contracts/payments'
import { exponentOf, fromDecimal, toDecimal } from '@spawnpoint/contracts/payments/schemas'

const supported = new Set(
  'AUD BRL CAD CNY CZK DKK EUR HKD HUF ILS JPY MYR MXN TWD NZD NOK PHP PLN GBP SGD SEK CHF THB USD'.split(
    ' ',
  ),
)
/** Currencies that PayPal takes in whole units only, though ISO 4217 divides them. */
const undivided = new Set(['HUF', 'TWD'])

export interface PayPalAmount {
  readonly currency_code: string
  readonly value: string
}

/** The amount as PayPal writes it; null where it cannot take it. */
export function toPayPal(money: Money): PayPalAmount | null {
  const { amount, currency } = money
  if (!supported.has(currency)) return null
  if (!undivided.has(currency)) return { currency_code: currency, value: toDecimal(amount, currency) }
  const units = amount / 10 ** exponentOf(currency)
  return Number.isInteger(units) ? { currency_code: currency, value: String(units) } : null
}

/** Null for an amount that has more decimal places than its currency. */
export function fromPayPal({ currency_code: currency, value }: PayPalAmount): Money | null {
  const amount = fromDecimal(value, currency)
  return amount === null ? null : { currency, amount }
}
