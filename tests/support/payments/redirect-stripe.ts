// Loaded into a started product with `--import`: Stripe's double answers there, whose address is in `STRIPE_DOUBLE`.
const real = globalThis.fetch

globalThis.fetch = async (input, init) => {
  const { hostname, pathname, search } = new URL(input instanceof Request ? input.url : input)
  return hostname === 'api.stripe.com'
    ? real(`${process.env['STRIPE_DOUBLE']}${pathname}${search}`, init)
    : real(input, init)
}
