/** An exact decimal number, counted in units of 10^-18: no credit is lost in a floating-point number. */
export type Amount = bigint

const DIGITS = 18
const ONE = 10n ** BigInt(DIGITS)
// Longer numbers are no balance, and would only cost time.
const LONGEST = 60

/** Reads a number as a database or JSON writes it, divided by a power of ten; digits beyond 18 decimals are cut. Null for anything else. */
export function parseAmount(text: string | null, dividedByTenTo = 0): Amount | null {
  const found =
    text === null || text.length > LONGEST
      ? null
      : /^\s*([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,2}))?\s*$/i.exec(text)
  if (!found) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = found
  const shift = DIGITS - fraction.length + Number(exponent) - dividedByTenTo
  const digits = BigInt(whole + fraction)
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return sign === '-' ? -units : units
}

/** As a decimal without a tail of zeros. */
export function printAmount(amount: Amount): string {
  const positive = amount < 0n ? -amount : amount
  const fraction = String(positive % ONE)
    .padStart(DIGITS, '0')
    .replace(/0+$/, '')
  return `${amount < 0n ? '-' : ''}${positive / ONE}${fraction === '' ? '' : `.${fraction}`}`
}

/** Coins for one credit, as a fraction. */
export interface Rate {
  readonly text: string
  readonly coins: bigint
  readonly credits: bigint
}

/** A number above zero and up to a million with at most six decimals; null for anything else. */
export function parseRate(text: string): Rate | null {
  const found = /^(\d{1,7})(?:\.(\d{1,6}))?$/.exec(text)
  if (!found) return null
  const [, whole = '', fraction = ''] = found
  const coins = BigInt(whole + fraction)
  const credits = 10n ** BigInt(fraction.length)
  if (coins === 0n || coins > 1_000_000n * credits) return null
  return { text: printAmount((coins * ONE) / credits), coins, credits }
}

/** Coins counted in units of 10^-18 of the rate's denominator: multiplying loses nothing, so that sums agree to the last digit. */
export type ExactCoins = bigint

export const inCoins = (amount: Amount, { coins }: Rate): ExactCoins => amount * coins

export const ofCoins = (whole: bigint, { credits }: Rate): ExactCoins => whole * ONE * credits

/** The whole coins of an amount, rounded towards zero, and what is left over. */
export function toCoins(amount: Amount, rate: Rate): { whole: bigint; rest: ExactCoins } {
  const exact = inCoins(amount, rate)
  const whole = exact / (ONE * rate.credits)
  return { whole, rest: exact - ofCoins(whole, rate) }
}

export const printCoins = (coins: ExactCoins, { credits }: Rate): string => printAmount(coins / credits)
