import { paymentStates, timelineKinds, type BillingDetails } from '@spawnpoint/contracts/payments'
import { identity } from '@spawnpoint/sdk/server'
import { bigint, integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const schema = pgSchema('payments')
const key = () => bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity()
const number = (name: string) => bigint(name, { mode: 'number' })
const at = (name: string) => timestamp(name, { withTimezone: true })

export const payment = schema.table('payment', {
  id: key(),
  reference: uuid('reference').notNull(),
  userId: uuid('user_id')
    .notNull()
    .references(() => identity.id),
  requestKey: uuid('request_key').notNull(),
  provider: text('provider').notNull(),
  checkout: text('checkout'),
  address: text('address'),
  currency: text('currency').notNull(),
  amount: number('amount').notNull(),
  tax: number('tax').notNull(),
  taxRate: integer('tax_rate').notNull(),
  taxName: text('tax_name').notNull(),
  coins: number('coins').notNull(),
  bonus: number('bonus').notNull(),
  billing: jsonb('billing').$type<BillingDetails>(),
  language: text('language').notNull(),
  state: text('state', { enum: paymentStates }).notNull().default('started'),
  due: number('due').notNull().default(0),
  credited: number('credited').notNull().default(0),
  postings: integer('postings').notNull().default(0),
  nextCheckAt: at('next_check_at'),
  createdAt: at('created_at').notNull(),
})

export const event = schema.table('event', {
  id: key(),
  payment: bigint('payment', { mode: 'bigint' })
    .notNull()
    .references(() => payment.id),
  provider: text('provider').notNull(),
  eventId: text('event_id'),
  kind: text('kind', { enum: timelineKinds }).notNull(),
  reference: text('reference').notNull(),
  currency: text('currency'),
  amount: number('amount'),
  coins: number('coins'),
  request: text('request'),
  charge: text('charge'),
  source: text('source', { enum: ['webhook', 'asked', 'product', 'staff'] }).notNull(),
  actor: uuid('actor').references(() => identity.id),
  detail: text('detail'),
  at: at('at').notNull(),
  recordedAt: at('recorded_at').notNull(),
})

/** Both sides of a document, as they were when it was issued. */
export interface Party {
  readonly name: string
  readonly lines: readonly string[]
  readonly vat: string
}

export const document = schema.table('document', {
  id: key(),
  publicId: uuid('public_id').notNull(),
  payment: bigint('payment', { mode: 'bigint' })
    .notNull()
    .references(() => payment.id),
  kind: text('kind', { enum: ['receipt', 'credit-note'] }).notNull(),
  number: text('number').notNull(),
  event: bigint('event', { mode: 'bigint' })
    .notNull()
    .references(() => event.id),
  currency: text('currency').notNull(),
  amount: number('amount').notNull(),
  tax: number('tax').notNull(),
  taxRate: integer('tax_rate').notNull(),
  taxName: text('tax_name').notNull(),
  coins: number('coins').notNull(),
  seller: jsonb('seller').$type<Party>().notNull(),
  buyer: jsonb('buyer').$type<Party>().notNull(),
  country: text('country'),
  note: text('note').notNull(),
  issuedAt: at('issued_at').notNull(),
})

export const series = schema.table('series', {
  name: text('name').primaryKey(),
  last: number('last').notNull(),
})

export const refusedWebhook = schema.table('refused_webhook', {
  provider: text('provider').primaryKey(),
  since: at('since').notNull(),
  at: at('at').notNull(),
  count: integer('count').notNull(),
})

export const acceptedWebhook = schema.table('accepted_webhook', {
  provider: text('provider').primaryKey(),
  at: at('at').notNull(),
})

export type Payment = typeof payment.$inferSelect
export type PaymentEvent = typeof event.$inferSelect
export type PaymentDocument = typeof document.$inferSelect
