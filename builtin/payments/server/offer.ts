import { paymentsSettings, type PaymentProvider } from '@spawnpoint/contracts/payments'
import { priceOf, rateFor, withTax } from '@spawnpoint/contracts/payments/schemas'
import { defineSettings } from '@spawnpoint/sdk/common'
import type { SettingsService } from '@spawnpoint/sdk/server'
import { z } from 'zod'

// The instance's own setting, read here only.
const instance = defineSettings({
  currency: { schema: z.string(), default: 'EUR', audience: 'public', group: 'billing' },
})

export const readOffer = (settings: SettingsService) => {
  const set = settings.read(paymentsSettings)
  return {
    currency: settings.read(instance).currency,
    coinsPerUnit: set.payments_coins_per_unit,
    min: set.payments_min_coins,
    max: set.payments_max_coins,
    packages: set.payments_packages,
    tax: {
      name: set.payments_tax_name,
      rate: Math.round(set.payments_tax_percent * 100),
      included: set.payments_tax_included,
    },
    countries: set.payments_tax_countries.map(({ country, percent }) => ({
      country,
      rate: Math.round(percent * 100),
    })),
  }
}
export type Offer = ReturnType<typeof readOffer>

/** The price of so many coins for a customer in a country, with the tax in it. */
export const quote = (
  { currency, coinsPerUnit, tax, countries }: Offer,
  coins: number,
  country: string | null = null,
) => {
  const rate = rateFor(tax.rate, countries, country)
  return { rate, ...withTax(priceOf(coins, coinsPerUnit, currency), { ...tax, rate }) }
}

/** A bonus belongs to a package; any other number of coins lies between the bounds. */
export const isOffered = ({ packages, min, max }: Offer, coins: number, bonus: number): boolean =>
  packages.some((each) => each.coins === coins && each.bonus === bonus) ||
  (bonus === 0 && coins >= min && coins <= max)

/** Whether customers can choose the provider now. */
export const isReady = (provider: PaymentProvider, offer: Offer): boolean =>
  provider.isEnabled() &&
  provider.missing().length === 0 &&
  provider.accepts({ currency: offer.currency, amount: quote(offer, offer.min).total })
