import { defineSettings } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const group = 'billing'
const secret = (pattern: RegExp) =>
  ({ schema: z.string().trim().max(255).regex(pattern), default: '', audience: 'secret', group }) as const

/** The names are those that hosts know; `stripe_webhook_id` is the signing secret of the webhook endpoint. */
export const stripeSettings = defineSettings({
  enable_stripe: { schema: z.boolean(), default: false, audience: 'public', group },
  stripe_secret_key: secret(/^((sk|rk)_(test|live)_\w+)?$/),
  stripe_webhook_id: secret(/^(whsec_[\w+/=]+)?$/),
})
