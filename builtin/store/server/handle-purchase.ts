import { type Refusal, Ledger } from '@spawnpoint/contracts/coins'
import { Allowances } from '@spawnpoint/contracts/servers'
import { itemPurchased, purchase } from '@spawnpoint/contracts/store'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import {
  answer,
  type EndpointCall,
  type Transaction,
  Database,
  Settings,
  Events,
} from '@spawnpoint/sdk/server'
import { getPurchase, savePurchase } from './purchase-queries.ts'
import { findOffer } from './shelf.ts'

const uses = { db: Database, ledger: Ledger, allowances: Allowances, settings: Settings, events: Events }

type Call = EndpointCall<typeof purchase, typeof uses>
type Receipt = ReplyOf<typeof purchase>

type Offer = NonNullable<ReturnType<typeof findOffer>>

const refuse = ({ fail, body }: Call, refusal: Refusal) => {
  if (refusal.outcome === 'insufficient')
    return fail('STORE_INSUFFICIENT_COINS', {
      details: { required: body.price, available: refusal.available },
    })
  return fail(refusal.outcome === 'key-reused' ? 'STORE_KEY_REUSED' : 'STORE_ACCOUNT_CLOSED')
}

/** The offer that the customer saw; throws when it is another by now. */
function acceptOffer(offer: Offer | null, { body, fail }: Call): Offer {
  if (!offer) throw fail('STORE_ITEM_BLOCKED')
  const { price } = offer
  if (price !== body.price) throw fail('STORE_PRICE_CHANGED', { details: { price } })
  return offer
}

async function deliver(tx: Transaction, call: Call, offer: Offer) {
  const { actor, body, fail } = call
  const { item, requestKey } = body
  const { part, price, quantity, max } = offer
  const { [part]: owned } = await call.allowances.add(tx, actor.id, { [part]: quantity })
  if (owned > max) throw fail('STORE_MAX_REACHED', { details: { max, owned: owned - quantity } })
  const made = { item, price, quantity, owned }
  await savePurchase(tx, { userId: actor.id, requestKey, ...made })
  await call.events.emit(tx, itemPurchased, { user: actor.id, item, quantity, price })
  return made
}

/**
 * The ledger keeps the request's key and its answer: it is asked first, so that a repeated request gets the same
 * answer whatever the offer is by now. Paying locks the customer's account, so purchases of one customer run one after
 * the other from there on.
 */
async function buy(tx: Transaction, call: Call): Promise<Receipt> {
  const { actor, body } = call
  const { item, price, requestKey } = body
  const payment = await call.ledger.pay(tx, {
    scope: `store.purchase:${actor.id}`,
    key: requestKey,
    kind: `store:${item}`,
    request: item,
    user: actor.id,
    into: 'store',
    amount: price,
  })
  if (payment.outcome === 'repeated')
    return { ...(await getPurchase(tx, actor.id, requestKey)), balance: payment.balance }
  if (payment.outcome === 'key-reused') throw refuse(call, payment)
  const offer = acceptOffer(findOffer(call.settings, item), call)
  if (!('balance' in payment)) throw refuse(call, payment)
  return { ...(await deliver(tx, call, offer)), balance: payment.balance }
}

/** Charge and allowance are one transaction: whatever refuses, neither happened. */
export const handlePurchase = answer(purchase, uses, (call) => call.db.orm.transaction((tx) => buy(tx, call)))
