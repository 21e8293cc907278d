/** Decimal places of a currency by ISO 4217: 2 for EUR, 0 for JPY, 3 for KWD. */
export const exponentOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** The price of so many coins, in minor units, before a tax that is added. Never less than one unit. */
export const priceOf = (coins: number, perUnit: number, currency: string): number =>
  Math.max(1, Math.ceil((coins * 10 ** exponentOf(currency)) / perUnit))

/** Whole coins that an amount in minor units buys. */
export const coinsFor = (amount: number, perUnit: number, currency: string): number =>
  Math.floor((amount * perUnit) / 10 ** exponentOf(currency))

/** Tax rate in hundredths of a percent; `included` where prices already contain it. */
export interface TaxRule {
  readonly rate: number
  readonly included: boolean
}

/** The rate for customers in a country: its own, or the rate of all others. */
export const rateFor = (
  rate: number,
  countries: readonly { readonly country: string; readonly rate: number }[],
  country: string | null,
): number => countries.find((each) => each.country === country)?.rate ?? rate

/** The sum that is paid for a price, and the tax in it, in minor units. Halves are rounded up. */
export const withTax = (price: number, { rate, included }: TaxRule): { total: number; tax: number } => {
  if (included)
    return { total: price, tax: Math.floor((price * rate * 2 + 10_000 + rate) / (2 * (10_000 + rate))) }
  const tax = Math.floor((price * rate * 2 + 10_000) / 20_000)
  return { total: price + tax, tax }
}

/** An amount in minor units as text, without its currency: 1050 of EUR is `10.50`. */
export const toDecimal = (amount: number, currency: string): string =>
  (amount / 10 ** exponentOf(currency)).toFixed(exponentOf(currency))

/** The minor units that a typed amount stands for; null where it is none, or has too many decimal places. */
export const fromDecimal = (text: string, currency: string): number | null => {
  const places = exponentOf(currency)
  const [, whole = '', rest = ''] = /^(\d{1,10})(?:[.,](\d{0,4}))?$/.exec(text.trim()) ?? []
  return whole === '' || rest.length > places ? null : Number(whole + rest.padEnd(places, '0'))
}
