import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const group = 'billing'
const flag = { schema: z.boolean(), default: false, audience: 'public', group } as const
const id = z
  .string()
  .trim()
  .max(255)
  .regex(/^[\w-]*$/)

export const paypalSettings = defineSettings({
  enable_paypal: flag,
  paypal_is_sandbox: { ...flag, destination: true },
  paypal_client_id: { schema: id, default: '', audience: 'server', group },
  paypal_client_secret: { schema: id, default: '', audience: 'secret', group },
  /** PayPal's id of the webhook that was created for this address; without it no call can be verified. */
  paypal_webhook_id: { schema: id, default: '', audience: 'server', group },
})
