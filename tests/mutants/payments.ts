import type { Mutant } from './mutant.ts'

const server = 'builtin/payments/server'
const derive = `${server}/derive-standing.ts`
const start = `${server}/handle-start-payment.ts`
const calls = `${server}/handle-customer-calls.ts`
const migration = `${server}/migrations/0001_payment.sql`
const coins = `${server}/settle-coins.ts`
const stripe = 'builtin/pay-stripe/server/create-stripe.ts'

/** Payments: orders, facts, coins, receipts. */
export const paymentMutants: readonly Mutant[] = [
  {
    rule: 'SCR24',
    file: 'builtin/payments/manifest.ts',
    find: `path: '/store/add-credits',`,
    replace: `path: '/store/add',`,
  },
  {
    rule: 'SCR117',
    file: 'builtin/payments/manifest.ts',
    find: `path: '/store/payments/:id',`,
    replace: `path: '/store/payment/:id',`,
  },
  {
    rule: 'SCR118',
    file: 'builtin/payments/manifest.ts',
    find: `path: '/store/receipts/:id',`,
    replace: `path: '/store/receipt/:id',`,
  },
  {
    rule: 'PMT1',
    file: start,
    find: 'body.currency !== offer.currency || body.amount !== total',
    replace: 'body.currency !== offer.currency',
  },
  {
    rule: 'PMT1',
    file: start,
    find: `  if (!isOffered(offer, body.coins, body.bonus)) throw fail('PAYMENTS_BOUNDS')\n`,
    replace: '',
  },
  {
    rule: 'PMT1',
    file: 'builtin/payments/contract/schemas.ts',
    find: '(price * rate * 2 + 10_000 + rate) / (2 * (10_000 + rate))',
    replace: '(price * rate) / 10_000',
  },
  {
    rule: 'PMT2',
    file: start,
    find: `  if (!isSame) throw fail('PAYMENTS_KEY_REUSED')\n`,
    replace: `  if (row === null) throw fail('PAYMENTS_KEY_REUSED')\n`,
  },
  {
    rule: 'PMT2',
    file: migration,
    find: 'constraint payment_once unique (user_id, request_key)',
    replace: 'constraint payment_once unique (user_id, request_key, reference)',
  },
  { rule: 'PMT3', file: `${server}/webhooks.ts`, find: 'row?.provider !== id', replace: '!row' },
  {
    rule: 'PMT3',
    file: derive,
    find: `const kept = findPaying(order, events) ? Math`,
    replace: `const kept = order.amount > 0 ? Math`,
  },
  { rule: 'PMT4', file: `${server}/next-check.ts`, find: '10 * minute, hour,', replace: '10 * minute,' },
  { rule: 'PMT4', file: `${server}/next-check.ts`, find: '  paid: onceSettled,', replace: '  paid: [],' },
  {
    rule: 'PMT4',
    file: `${server}/settle-job.ts`,
    find: `        return row\n`,
    replace: `        throw error\n`,
  },
  {
    rule: 'PMT5',
    file: migration,
    find: 'constraint event_fact_once unique (provider, reference, kind)',
    replace: 'constraint event_fact_once unique (provider, reference, kind, id)',
  },
  {
    rule: 'PMT5',
    file: `${server}/payment-queries.ts`,
    find: `.where(eq(payment.id, id)).for('update')`,
    replace: '.where(eq(payment.id, id))',
  },
  {
    rule: 'PMT5',
    file: derive,
    find: `  if (!told.has('paid')) {`,
    replace: `  if (!told.has('paid') || told.has('expired')) {`,
  },
  {
    rule: 'PMT6',
    file: derive,
    find: 'currency === order.currency && amount === order.amount',
    replace: 'currency === order.currency',
  },
  {
    rule: 'PMT6',
    file: derive,
    find: 'currency === order.currency && amount === order.amount',
    replace: 'amount === order.amount',
  },
  { rule: 'PMT6', file: derive, find: 'paid.length > 1 || ', replace: '' },
  {
    rule: 'PMT7',
    file: `${server}/record-facts.ts`,
    find: 'services.db.orm.transaction((tx) => recordIn(services, tx, id, told))',
    replace: 'recordIn(services, services.db.orm as never, id, told)',
  },
  {
    rule: 'PMT8',
    file: derive,
    find: `new Set<Fact['kind']>(['refund-failed', 'refund-refused', 'dispute-won'])`,
    replace: `new Set<Fact['kind']>(['refund-refused'])`,
  },
  {
    rule: 'PMT8',
    file: derive,
    find: 'BigInt(order.coins) * BigInt(kept)',
    replace: 'BigInt(kept > 0 ? order.coins : 0) * BigInt(order.amount)',
  },
  {
    rule: 'PMT9',
    file: coins,
    find: `posting.outcome !== 'insufficient' || posting.available === 0`,
    replace: 'posting.outcome.length > 0',
  },
  {
    rule: 'PMT9',
    file: `${server}/index.ts`,
    find: 'listeners: [collectOwed, forgetUser],',
    replace: 'listeners: [],',
  },
  {
    rule: 'PMT10',
    file: `${server}/issue-documents.ts`,
    find: `    if (!issued.some(({ event, kind }) => event === each.event.id && kind === each.kind))\n`,
    replace: '',
  },
  {
    rule: 'PMT10',
    file: migration,
    find: 'create trigger document_append_only before update or delete or truncate',
    replace: 'create trigger document_append_only before truncate',
  },
  { rule: 'PMT11', file: calls, find: `  if (row?.userId !== user) throw`, replace: `  if (!row) throw` },
  {
    rule: 'PMT11',
    file: calls,
    find: `found?.payment.userId !== actor.id`,
    replace: `!found`,
  },
  {
    rule: 'PMT11',
    file: calls,
    find: `.where(eq(payment.userId, user))`,
    replace: `.where(eq(payment.state, 'paid'))`,
  },
  {
    rule: 'PMT12',
    file: 'builtin/payments/contract/customer-calls.ts',
    find: `  summary: 'Start a payment; the answer is the address at the provider where it is made',\n  access: { user: true, flag },`,
    replace: `  summary: 'Start a payment; the answer is the address at the provider where it is made',\n  access: { user: true },`,
  },
  { rule: 'PMT13', file: calls, find: `setup: actor.can('admin.settings.view')`, replace: 'setup: actor.id' },
  { rule: 'PMT13', file: `${server}/offer.ts`, find: '  provider.missing().length === 0 &&\n', replace: '' },
  {
    rule: 'PMT14',
    file: 'builtin/payments/contract/schemas.ts',
    find: '.resolvedOptions().maximumFractionDigits ?? 2',
    replace: '.resolvedOptions().maximumSignificantDigits ?? 2',
  },
  {
    rule: 'PAS3',
    file: stripe,
    find: `(['stripe_secret_key', 'stripe_webhook_id'] as const)`,
    replace: `(['stripe_secret_key'] as const)`,
  },
  {
    rule: 'PAS2',
    file: stripe,
    find: 'idempotencyKey: `checkout:${order.reference}`',
    replace: 'idempotencyKey: `checkout:${Math.random()}`',
  },
  { rule: 'PAS4', file: 'builtin/pay-stripe/server/stripe-amount.ts', find: 'ISK: 2, ', replace: '' },
  { rule: 'PAS1', file: stripe, find: '        TOLERANCE_S,\n', replace: '        0,\n' },
  {
    rule: 'SCR119',
    file: 'builtin/payments/manifest.ts',
    find: `path: '/mc-admin/payments',`,
    replace: `path: '/mc-admin/payment',`,
  },
  {
    rule: 'SCR120',
    file: 'builtin/payments/manifest.ts',
    find: `path: '/mc-admin/payments/:id',`,
    replace: `path: '/mc-admin/payment/:id',`,
  },
  {
    rule: 'PMT15',
    file: `${server}/handle-refund.ts`,
    find: `    if (body.amount > refundable.amount) throw fail('PAYMENTS_REFUND_TOO_LARGE')\n`,
    replace: '',
  },
  {
    rule: 'PMT15',
    file: `${server}/handle-refund.ts`,
    find: `  if (row.userId === actor.id) throw fail('PAYMENTS_OWN')\n`,
    replace: '',
  },
  { rule: 'PMT15', file: derive, find: `  'refund-requested',\n`, replace: '' },
  {
    rule: 'PMT16',
    file: `${server}/handle-staff-calls.ts`,
    find: `filter.state === undefined ? undefined : eq(payment.state, filter.state)`,
    replace: 'undefined',
  },
  {
    rule: 'PAP1',
    file: 'builtin/pay-paypal/server/create-paypal.ts',
    find: `id === '' || !(await isVerified(call, text, headers, id))`,
    replace: `id === ''`,
  },
  {
    rule: 'PAP2',
    file: 'builtin/pay-paypal/server/create-paypal.ts',
    find: `asked?.status === 'APPROVED'`,
    replace: `asked?.status === 'VOIDED'`,
  },
  {
    rule: 'PAP3',
    file: 'builtin/pay-paypal/server/create-paypal.ts',
    find: `'paypal_client_secret', 'paypal_webhook_id'] as const`,
    replace: `'paypal_client_secret'] as const`,
  },
  {
    rule: 'PMT17',
    file: 'builtin/payments/browser/add-credits-form.tsx',
    find: 'coinsFor(amount, coinsPerUnit, currency)',
    replace: 'coinsFor(amount, coinsPerUnit, currency) + 1',
  },
  {
    rule: 'PMT18',
    file: start,
    find: `  if (offer.countries.length > 0 && country === null) throw fail('PAYMENTS_COUNTRY')\n`,
    replace: '',
  },
  {
    rule: 'PMT18',
    file: `${server}/offer.ts`,
    find: 'rateFor(tax.rate, countries, country)',
    replace: 'rateFor(tax.rate, [], country)',
  },
  {
    rule: 'PMT18',
    file: 'builtin/payments/contract/settings.ts',
    find: 'new Set(all.map(({ country }) => country)).size === all.length',
    replace: 'all.length >= 0',
  },
  {
    rule: 'PMT18',
    file: 'builtin/payments/browser/add-credits-form.tsx',
    find: 'disabled={chosen === null || isCountryMissing}',
    replace: 'disabled={chosen === null}',
  },
  {
    rule: 'PMT19',
    file: `${server}/issue-documents.ts`,
    find: `name: billing?.company || own,`,
    replace: 'name: own,',
  },
  {
    rule: 'PMT19',
    file: start,
    find: `    isBilledAs(row.billing, body.billing ?? null)\n`,
    replace: '    isBilledAs(null, null)\n',
  },
  {
    rule: 'PMT19',
    file: `${server}/payment-queries.ts`,
    find: 'notExists(db.select().from(document).where(eq(document.payment, payment.id))),',
    replace: 'isNotNull(payment.userId),',
  },
  {
    rule: 'PMT20',
    file: `${server}/documents-file.ts`,
    find: `row.kind === 'credit-note' ? -1 : 1`,
    replace: '1',
  },
  {
    rule: 'PMT20',
    file: `${server}/documents-file.ts`,
    find: 'lt(document.issuedAt, to)',
    replace: 'gte(document.issuedAt, from)',
  },
]
