import { exported, provideExports } from '@spawnpoint/sdk/server'
import { sql } from 'drizzle-orm'
import { document, event, payment } from './tables.ts'

const minor = 'In the smallest unit of the currency.'

/** Payments with their receipts; what providers ask for to go on with one stays here. */
export const paymentsExport = provideExports('payments', [
  {
    name: 'payments',
    about: 'Purchases of coins.',
    version: 1,
    table: payment,
    key: [payment.id],
    personal: { rows: payment.userId },
    columns: {
      id: exported(payment.id),
      reference: exported(payment.reference),
      userId: exported(payment.userId, 'Id in `users`.'),
      provider: exported(payment.provider),
      currency: exported(payment.currency),
      amount: exported(payment.amount, `${minor} With tax.`),
      tax: exported(payment.tax, minor),
      taxRate: exported(payment.taxRate, 'Hundredths of a percent.'),
      taxName: exported(payment.taxName),
      coins: exported(payment.coins),
      bonus: exported(payment.bonus, 'Coins on top.'),
      billing: exported(payment.billing),
      state: exported(payment.state),
      credited: exported(payment.credited, 'Coins that the customer has received.'),
      createdAt: exported(payment.createdAt),
    },
  },
  {
    name: 'payment-events',
    about: 'What happened to payments: paid, refunded, disputed and others.',
    version: 1,
    table: event,
    key: [event.id],
    personal: {
      rows: (user) =>
        sql`exists (select from ${payment} where ${payment.id} = ${event.payment} and ${payment.userId} = ${user})`,
      omit: ['source', 'actor', 'detail'],
    },
    columns: {
      id: exported(event.id),
      payment: exported(event.payment, 'Id in `payments`.'),
      provider: exported(event.provider),
      eventId: exported(event.eventId, 'Id at the provider.'),
      kind: exported(event.kind),
      reference: exported(event.reference),
      currency: exported(event.currency),
      amount: exported(event.amount, minor),
      coins: exported(event.coins),
      charge: exported(event.charge, 'Reference of the payment that it is about.'),
      source: exported(event.source),
      actor: exported(event.actor, 'Id in `users`.'),
      detail: exported(event.detail),
      at: exported(event.at),
    },
  },
  {
    name: 'receipts',
    about: 'Receipts and credit notes as they were issued.',
    version: 1,
    table: document,
    key: [document.id],
    personal: {
      rows: (user) =>
        sql`exists (select from ${payment} where ${payment.id} = ${document.payment} and ${payment.userId} = ${user})`,
    },
    columns: {
      id: exported(document.id),
      payment: exported(document.payment, 'Id in `payments`.'),
      kind: exported(document.kind, '`receipt` or `credit-note`.'),
      number: exported(document.number),
      currency: exported(document.currency),
      amount: exported(document.amount, `${minor} With tax.`),
      tax: exported(document.tax, minor),
      taxRate: exported(document.taxRate, 'Hundredths of a percent.'),
      taxName: exported(document.taxName),
      coins: exported(document.coins),
      seller: exported(document.seller),
      buyer: exported(document.buyer),
      country: exported(document.country),
      note: exported(document.note),
      issuedAt: exported(document.issuedAt),
    },
  },
])
