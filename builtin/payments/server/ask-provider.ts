import {
  PaymentProviders,
  type OpenPayment,
  type PaymentFact,
  type PaymentProvider,
} from '@spawnpoint/contracts/payments'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { createEmailTexts, Instance } from '@spawnpoint/sdk/server'
import { join } from 'node:path'
import { chargeOfRequest } from './derive-standing.ts'
import { findByReference, listEvents, saveCheckout } from './payment-queries.ts'
import { eventOf, listUnansweredRefunds, record, recordUses, type Recorded } from './record-facts.ts'
import type { Payment, PaymentEvent } from './tables.ts'

export const askUses = { ...recordUses, providers: PaymentProviders, instance: Instance }
export type AskServices = ServicesOf<typeof askUses>

/** A provider that is set up, also where the operator offers it no more; null while it is not there. */
export const findProvider = (
  { providers }: Pick<AskServices, 'providers'>,
  id: string,
): PaymentProvider | null =>
  providers.list().find((each) => each.id === id && each.missing().length === 0) ?? null

const readTexts = createEmailTexts('payments', join(import.meta.dirname, '..', 'locales'), 'pages')
/** Names the coins on the page of the provider. */
const nameCoins = (language: string, coins: number): string =>
  readTexts(language, 'checkout', { count: coins }).subject

export const openPaymentOf = (
  { reference, currency, amount }: Payment,
  checkout: string,
  events: readonly PaymentEvent[],
): OpenPayment => ({
  reference,
  checkout,
  money: { currency, amount },
  charges: events.flatMap((event) => (event.kind === 'paid' ? [event.reference] : [])),
})

/** Starts the payment at the provider. Its reference is the key: doing it again finds the first one. */
export async function begin(
  services: AskServices,
  provider: PaymentProvider,
  row: Payment,
): Promise<{ checkout: string; address: string } | { refused: string }> {
  const { origin } = services.instance
  const person = await services.users.find(row.userId)
  const page = `${origin}/store/payments/${row.reference}`
  const outcome = await provider.start({
    reference: row.reference,
    money: { currency: row.currency, amount: row.amount },
    description: nameCoins(row.language, row.coins),
    email: person?.email ?? '',
    language: row.language,
    createdAt: row.createdAt,
    returnTo: `${page}?returned=1`,
    cancelTo: page,
  })
  if ('checkout' in outcome) await saveCheckout(services.db.orm, row.id, outcome.checkout, outcome.address)
  else
    await record(services, row.id, [
      {
        kind: 'failed',
        reference: row.reference,
        source: 'asked',
        at: services.clock.now(),
        detail: outcome.refused.slice(0, 300),
      },
    ])
  return outcome
}

/** Sends a refund whose answer was lost once more, under its own key. */
const repeatRefund = (
  provider: PaymentProvider,
  row: Payment,
  payment: OpenPayment,
  { charge, request }: { readonly charge: string; readonly request: PaymentEvent },
): Promise<PaymentFact> =>
  provider.refund({
    payment,
    charge,
    money: { currency: request.currency ?? row.currency, amount: request.amount ?? row.amount },
    key: request.reference,
  })

const without = (payment: string, facts: readonly PaymentFact[]): readonly PaymentFact[] =>
  facts.filter(({ order }) => order === payment)

/** Asks the provider for all it knows of a payment, and records it. Throws where there is no answer. */
export async function ask(services: AskServices, row: Payment): Promise<Payment> {
  const provider = findProvider(services, row.provider)
  if (!provider) throw new Error(`E_PAYMENT_PROVIDER: ${row.provider} is not set up`)
  const begun = row.checkout === null ? await begin(services, provider, row) : { checkout: row.checkout }
  if (!('checkout' in begun)) return (await findByReference(services.db.orm, row.reference)) ?? row
  const { checkout } = begun
  const payment = openPaymentOf(row, checkout, await listEvents(services.db.orm, row.id))
  const told: Recorded[] = without(row.reference, await provider.status(payment)).map((fact) =>
    eventOf(fact, 'asked'),
  )
  const after = await record(services, row.id, told)
  const events = await listEvents(services.db.orm, row.id)
  const unanswered = listUnansweredRefunds(events)
  for (const request of unanswered) {
    const charge = chargeOfRequest(events, request)
    if (charge === undefined) continue
    const fact = await repeatRefund(provider, row, payment, { charge, request })
    await record(services, row.id, [eventOf(fact, 'asked')])
  }
  return unanswered.length === 0 ? after : ((await findByReference(services.db.orm, row.reference)) ?? after)
}
