import { startPayment } from '@spawnpoint/contracts/payments'
import { Users as People } from '@spawnpoint/contracts/users'
import { answer, Log, type EndpointCall } from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { askUses, begin } from './ask-provider.ts'
import { nextCheck } from './next-check.ts'
import { isOffered, isReady, quote, readOffer } from './offer.ts'
import { findByReference, findByRequest, saveEvent, savePayment } from './payment-queries.ts'
import type { Payment } from './tables.ts'

const uses = { ...askUses, users: People, log: Log }
type Call = EndpointCall<typeof startPayment, typeof uses>

/** The price of this moment; throws where the customer saw another. */
function accept({ body, fail, settings }: Call) {
  const offer = readOffer(settings)
  if (!isOffered(offer, body.coins, body.bonus)) throw fail('PAYMENTS_BOUNDS')
  const country = body.billing?.country ?? null
  if (offer.countries.length > 0 && country === null) throw fail('PAYMENTS_COUNTRY')
  const { total, tax, rate } = quote(offer, body.coins, country)
  if (body.currency !== offer.currency || body.amount !== total) throw fail('PAYMENTS_PRICE_CHANGED')
  return { offer, tax, rate }
}

async function create(call: Call): Promise<Payment> {
  const { actor, body, db, clock, providers, fail } = call
  const { offer, tax, rate } = accept(call)
  const provider = providers.list().find(({ id }) => id === body.provider)
  if (!provider || !isReady(provider, offer)) throw fail('PAYMENTS_NO_PROVIDER')
  const { amount, currency, coins, bonus, requestKey } = body
  if (!provider.accepts({ currency, amount })) throw fail('PAYMENTS_NOT_ACCEPTED')
  const language = (await call.users.preferences(actor.id)).locale?.toLowerCase() ?? 'en'
  const now = clock.now()
  const saved = await db.orm.transaction(async (tx) => {
    const row = await savePayment(tx, {
      reference: randomUUID(),
      userId: actor.id,
      requestKey,
      provider: provider.id,
      currency,
      amount,
      tax,
      taxRate: rate,
      taxName: offer.tax.name,
      coins: coins + bonus,
      bonus,
      billing: body.billing ?? null,
      language,
      nextCheckAt: nextCheck({ state: 'started', createdAt: now }, now),
      createdAt: now,
    })
    if (!row) return null
    const { id, reference } = row
    const told = { currency, amount, source: 'product' as const, at: now, recordedAt: now }
    await saveEvent(tx, { payment: id, provider: provider.id, kind: 'started', reference, ...told })
    return row
  })
  return saved ?? reuse(call)
}

const isBilledAs = (row: Payment['billing'], asked: Payment['billing']): boolean =>
  row === null || asked === null
    ? row === asked
    : (['country', 'company', 'street', 'city', 'vat'] as const).every((field) => row[field] === asked[field])

/** The payment that the same request has made before. */
async function reuse({ actor, body, db, fail }: Call): Promise<Payment> {
  const row = await findByRequest(db.orm, actor.id, body.requestKey)
  const isSame =
    row !== null &&
    row.provider === body.provider &&
    row.coins === body.coins + body.bonus &&
    row.currency === body.currency &&
    row.amount === body.amount &&
    isBilledAs(row.billing, body.billing ?? null)
  if (!isSame) throw fail('PAYMENTS_KEY_REUSED')
  if (row.state !== 'started') throw fail('PAYMENTS_OVER')
  return row
}

/** The order is ours before the provider hears of it: whatever happens then, it is asked about. */
export const handleStartPayment = answer(startPayment, uses, async (call) => {
  const { actor, body, db, fail, log, providers } = call
  const known = await findByRequest(db.orm, actor.id, body.requestKey)
  const row = known ? await reuse(call) : await create(call)
  const { reference: id, address } = (await findByReference(db.orm, row.reference)) ?? row
  if (address !== null) return { id, address }
  const provider = providers.list().find((each) => each.id === row.provider)
  if (!provider) throw fail('PAYMENTS_NO_PROVIDER')
  const outcome = await begin(call, provider, row).catch((error: unknown) => {
    log.warn({ payment: id, err: error }, 'payment provider gave no answer')
    throw fail('PAYMENTS_UNAVAILABLE')
  })
  if ('refused' in outcome) throw fail('PAYMENTS_REFUSED')
  return { id, address: outcome.address }
})
