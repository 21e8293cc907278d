import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'
import { countryTax } from './billing.ts'

const group = 'billing'
const most = 100_000_000
const server = { audience: 'server', group } as const
const coins = (value: number) =>
  ({ schema: z.number().int().min(1).max(most), default: value, ...server }) as const

/** A number of coins with its bonus. */
export const coinPackage = z.strictObject({
  coins: z.number().int().min(1).max(most),
  bonus: z.number().int().min(0).max(most),
})

export const paymentsSettings = defineSettings({
  /** How many coins one unit of the currency buys. */
  payments_coins_per_unit: { schema: z.number().int().min(1).max(1_000_000), default: 100, ...server },
  payments_min_coins: coins(100),
  payments_max_coins: coins(100_000),
  payments_packages: {
    schema: z.array(coinPackage).max(8),
    default: [
      { coins: 500, bonus: 0 },
      { coins: 1000, bonus: 50 },
      { coins: 2500, bonus: 250 },
      { coins: 5000, bonus: 750 },
    ],
    drawnBySlot: true,
    ...server,
  },
  payments_tax_name: { schema: z.string().trim().max(20), default: '', ...server },
  payments_tax_percent: { schema: z.number().min(0).max(100), default: 0, ...server },
  /** Rates of single countries; `payments_tax_percent` is the rate of all others. */
  payments_tax_countries: {
    schema: z
      .array(countryTax)
      .max(250)
      .refine((all) => new Set(all.map(({ country }) => country)).size === all.length, {
        error: 'country_twice',
      }),
    default: [],
    drawnBySlot: true,
    ...server,
  },
  payments_tax_included: { schema: z.boolean(), default: true, ...server },
  payments_receipt_prefix: {
    schema: z
      .string()
      .trim()
      .regex(/^[A-Z\d-]{0,12}$/),
    default: 'R-',
    ...server,
  },
  payments_receipt_note: { schema: z.string().trim().max(500), default: '', multiline: true, ...server },
})
