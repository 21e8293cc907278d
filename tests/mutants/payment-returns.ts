import type { Mutant } from './mutant.ts'

const server = 'builtin/payments/server'
const derive = `${server}/derive-standing.ts`
const record = `${server}/record-facts.ts`
const documents = `${server}/issue-documents.ts`
const stripe = 'builtin/pay-stripe/server/create-stripe.ts'
const stripeFacts = 'builtin/pay-stripe/server/stripe-facts.ts'
const paypal = 'builtin/pay-paypal/server/create-paypal.ts'
const facts = 'builtin/pay-paypal/server/paypal-facts.ts'

/** Payments: money that goes back, reviews, and answers of the providers. */
export const paymentReturnMutants: readonly Mutant[] = [
  {
    rule: 'PMT10',
    file: documents,
    find: 'sumKept(row, listCharges(row, told.slice(0, place + 1), isConfirmedReturn))',
    replace: 'sumKept(row, listCharges(row, told.slice(0, place + 1)))',
  },
  {
    rule: 'PMT30',
    file: 'builtin/payments/browser/add-credits-form.tsx',
    find: 'useUnsavedGuard(isTyped, ',
    replace: 'useUnsavedGuard(false, ',
  },
  {
    rule: 'PMT30',
    file: 'builtin/payments/browser/add-credits-form.tsx',
    find: 'details now.\n      release()',
    replace: 'details now.',
  },
  { rule: 'PMT10', file: documents, find: 'issued[0]?.buyer ?? (await', replace: '(await' },
  {
    rule: 'PMT10',
    file: documents,
    find: 'Math.abs(of(after) - of(before))',
    replace: 'of(Math.abs(after - before))',
  },
  {
    rule: 'PMT8',
    file: record,
    find: 'return before === 0 ? told : {',
    replace: 'return before >= 0 ? told : {',
  },
  {
    rule: 'PMT8',
    file: record,
    find: '(isAnswer ? last.amount === (told.amount ?? null) : at <= last.at)',
    replace: 'at <= last.at',
  },
  {
    rule: 'PMT8',
    file: stripe,
    find: 'at: at(each.created), decided }',
    replace: 'at: at(each.created) }',
    noticedBy: 'builtin/pay-stripe/stripe.test.ts',
  },
  {
    rule: 'PMT23',
    file: derive,
    find: 'return [...surplus, ...(own ? [own] : [])]',
    replace: 'return [...(own ? [own] : []), ...surplus]',
  },
  {
    rule: 'PMT23',
    file: `${server}/ask-provider.ts`,
    find: 'chargeOfRequest(events, request)',
    replace: 'chargeOfRequest(events, { charge: null })',
  },
  {
    rule: 'PMT24',
    file: derive,
    find: 'if (needsReview(order, events, open))',
    replace: 'if (needsReview(order, events, charges))',
  },
  {
    rule: 'PMT24',
    file: derive,
    find: 'open.filter(({ reference }) => !settled.has(reference))',
    replace: 'open.filter(() => settled.size === 0)',
  },
  {
    rule: 'PMT24',
    file: `${server}/handle-resolve.ts`,
    find: `  if (found.userId === actor.id) throw fail('PAYMENTS_OWN')\n`,
    replace: '',
  },
  {
    rule: 'PMT26',
    file: `${server}/handle-staff-calls.ts`,
    find: `filter.owed === undefined ? undefined : gt(payment.credited, payment.due)`,
    replace: 'undefined',
  },
  {
    rule: 'PMT26',
    file: 'builtin/payments/browser/home-attention.tsx',
    find: '.filter((state) => data[state] > 0)',
    replace: '.filter((state) => data[state] > 1)',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
  {
    rule: 'PMT25',
    file: `${server}/ask-provider.ts`,
    find: 'nameCoins(row.language, row.coins)',
    replace: "nameCoins('en', row.coins)",
  },
  {
    rule: 'PAS5',
    file: stripe,
    find: `intent.status === 'requires_payment_method' || `,
    replace: '',
  },
  { rule: 'PAS5', file: stripe, find: `status !== 'complete' || `, replace: '' },
  { rule: 'PAS6', file: stripe, find: 'new Set([...own, ...charges])', replace: 'new Set(own)' },
  {
    rule: 'PAP2',
    file: paypal,
    find: `call({ method: 'POST', path, body: {} })`,
    replace: `call({ method: 'POST', path, body: {}, key: checkout })`,
  },
  {
    rule: 'PAP4',
    file: paypal,
    find: `  if (unit?.custom_id !== reference) return []\n`,
    replace: `  if (!unit) return [{ order: reference, kind: 'expired', reference, money: null, at: now }]\n`,
  },
  {
    rule: 'PAP5',
    file: paypal,
    find: 'refunds: refundOfEvent(event)',
    replace: 'refunds: []',
  },
  {
    rule: 'PAP7',
    file: facts,
    find: '? money : returnedBy(dispute)',
    replace: '? money : money',
  },
  { rule: 'PAP7', file: paypal, find: '/REFUND|REVERSED/', replace: '/REFUND/' },
  {
    rule: 'PAP7',
    file: derive,
    find: 'Math.max(0, sizeOn(charge, told) - settled)',
    replace: 'Math.max(settled * 0, sizeOn(charge, told))',
    noticedBy: 'builtin/pay-paypal/paypal.test.ts',
  },
  {
    rule: 'PAP7',
    file: derive,
    find: "outcome?.kind === 'dispute-lost' ? [outcome] : told",
    replace: "outcome?.kind === 'disputed' ? [outcome] : told",
    noticedBy: 'builtin/pay-paypal/paypal.test.ts',
  },
  {
    rule: 'PMT8',
    file: derive,
    find: 'at.getTime() > began &&',
    replace: 'at.getTime() > 0 &&',
  },
  {
    rule: 'PMT8',
    file: derive,
    find: 'at.getTime() <= ended,',
    replace: 'ended > 0,',
  },
  {
    rule: 'PMT4',
    file: `${server}/next-check.ts`,
    find: '[...days, ...Array.from({ length: 25 }, (_, week) => (week + 2) * 7 * day)]',
    replace: '[...days]',
    noticedBy: 'builtin/payments/server/next-check.test.ts',
  },
  {
    rule: 'PMT35',
    file: 'builtin/payments/browser/payment-page.tsx',
    find: '<PaymentHead payment={payment} />',
    replace: '',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
  {
    rule: 'PMT35',
    file: 'builtin/payments/browser/receipt-page.tsx',
    find: "{ label: t('payment.title'), to: payment },",
    replace: '',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
  {
    rule: 'PMT37',
    file: 'builtin/payments/browser/payment-timeline.tsx',
    find: " || kind === 'refund-requested'",
    replace: '',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
  {
    rule: 'PMT36',
    file: 'builtin/payments/browser/payment-history.tsx',
    find: "t('coins', { count: coins, coins: number(coins) })",
    replace: 'number(coins)',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
  {
    rule: 'PMT36',
    file: 'builtin/payments/browser/payment-history.tsx',
    find: '          {dateTime(at)}\n',
    replace: '          {ago(at)}\n',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
  { rule: 'PAP6', file: paypal, find: `reply.status === 403`, replace: `reply.status >= 400` },
  {
    rule: 'PAP8',
    file: paypal,
    find: 'for (const { id: charge } of captures)\n',
    replace: "for (const { id: charge } of captures.filter(({ status }) => status === 'COMPLETED'))\n",
  },
  { rule: 'PAP8', file: paypal, find: '), ...itself] }', replace: ')] }' },
  {
    rule: 'PAP9',
    file: facts,
    find: 'place > 0 ? `${dispute_id}:${charge}` : dispute_id',
    replace: 'dispute_id',
  },
  { rule: 'PAP9', file: paypal, find: 'ask: [...(outcome.ask ?? []), ...others]', replace: 'ask: []' },
  {
    rule: 'PAS7',
    file: stripeFacts,
    find: 'isSame ? Math.min(amount, -moved.reduce((sum, each) => sum + each.amount, 0)) : amount',
    replace: 'isSame ? Math.max(amount, -moved.reduce((sum, each) => sum + each.amount, 0)) : amount',
  },
  {
    rule: 'PAS7',
    file: stripeFacts,
    find: `(status === 'prevented' && moved.length > 0)`,
    replace: `(status === 'prevented' && moved.length >= 0)`,
  },
  {
    rule: 'PAS7',
    file: stripe,
    find: "case 'charge.dispute.funds_reinstated'",
    replace: "case 'charge.dispute.funds_withdrawn'",
  },
  { rule: 'PAS8', file: stripeFacts, find: 'request: key ?? id,', replace: 'request: key,' },
  {
    rule: 'PMT8',
    file: derive,
    find: 'sizeOn(charge, refund) <= sizeOn(charge, dispute)',
    replace: 'sizeOn(charge, refund) > 0 && sizeOn(charge, dispute) > 0',
    noticedBy: 'builtin/pay-paypal/paypal.test.ts',
  },
  {
    rule: 'PMT9',
    file: `${server}/payment-queries.ts`,
    find: '? and(eq(payment.userId, asked.userId), gt(payment.credited, payment.due))',
    replace: '? eq(payment.id, id)',
  },
  {
    rule: 'PMT31',
    file: `${server}/sum-returned.ts`,
    find: 'listCharges(row, told, isConfirmedReturn)',
    replace: 'listCharges(row, told)',
  },
  {
    rule: 'PMT15',
    file: `${server}/handle-refund.ts`,
    find: 'if (!findRequest(await listEvents(tx, id), body.requestKey)) throw',
    replace: 'if (!id) throw',
  },
  {
    rule: 'PMT15',
    file: 'builtin/payments/browser/refund-dialog.tsx',
    find: 'const reauthenticate = useReauthenticate()',
    replace: 'const reauthenticate = <T,>(call: () => Promise<T>) => call()',
    noticedBy: 'builtin/payments/payment-review.test.tsx',
  },
]
