import { startStripeDouble } from '../../../builtin/pay-stripe/testing.ts'

/** Stripe on this machine, and what a started product needs in its environment to ask it. */
export async function startStripe() {
  const stripe = await startStripeDouble({ now: () => new Date() })
  const redirect = new URL('redirect-stripe.ts', import.meta.url)
  return { ...stripe, env: { NODE_OPTIONS: `--import ${redirect.href}`, STRIPE_DOUBLE: stripe.url } }
}
