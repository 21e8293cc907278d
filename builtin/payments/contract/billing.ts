import { plainText } from '@spawnpoint/sdk/common'
import { z } from 'zod'

/** ISO 3166 code of a country. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/)

/** Details that a customer adds to a receipt. Texts are empty where nothing was given. */
export const billingDetails = z.strictObject({
  country: countryCode.nullable(),
  company: plainText(0, 100),
  street: plainText(0, 100),
  city: plainText(0, 100),
  vat: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z\d .-]{0,24}$/),
})
export type BillingDetails = z.infer<typeof billingDetails>

/** The tax rate of customers in a country, in percent. */
export const countryTax = z.strictObject({ country: countryCode, percent: z.number().min(0).max(100) })
