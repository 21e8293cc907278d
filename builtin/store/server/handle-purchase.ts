import type { LedgerService, Refusal } from '@spawnpoint/contracts/coins'
import type { AllowancesService } from '@spawnpoint/contracts/servers'
import { itemPurchased, purchase } from '@spawnpoint/contracts/store'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import {
  answer,
  type DatabaseService,
  type EventsService,
  type HandlerInput,
  type SettingsService,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { findPurchase, savePurchase } from './purchase-queries.ts'
import { findOffer } from './shelf.ts'

interface PurchaseUses {
  readonly db: DatabaseService
  readonly ledger: LedgerService
  readonly allowances: AllowancesService
  readonly settings: SettingsService
  readonly events: EventsService
}

type Call = HandlerInput<typeof purchase>
type Receipt = ReplyOf<typeof purchase>

const refuse = ({ fail, body }: Call, refusal: Refusal) => {
  if (refusal.outcome === 'insufficient')
    return fail('STORE_INSUFFICIENT_COINS', {
      details: { required: body.price, available: refusal.available },
    })
  return fail(refusal.outcome === 'key-reused' ? 'STORE_KEY_REUSED' : 'STORE_ACCOUNT_CLOSED')
}

/** The answer that this request got before; null when it is a new one. */
async function findReceipt(tx: Transaction, { actor, body, fail }: Call): Promise<Receipt | null> {
  const made = await findPurchase(tx, actor.id, body.requestKey)
  if (!made) return null
  if (made.item !== body.item || made.price !== body.price) throw fail('STORE_KEY_REUSED')
  const { item, price, quantity, balance, owned } = made
  return { item, price, quantity, balance, owned }
}

async function buy(uses: PurchaseUses, tx: Transaction, call: Call): Promise<Receipt> {
  const { actor, body, fail } = call
  const { item, requestKey } = body
  const earlier = await findReceipt(tx, call)
  if (earlier) return earlier
  const offer = findOffer(uses.settings, item)
  if (!offer) throw fail('STORE_ITEM_BLOCKED')
  const { part, price, quantity, max } = offer
  if (price !== body.price) throw fail('STORE_PRICE_CHANGED', { details: { price } })
  // Paying locks the customer's account, so two purchases of theirs come one after the other from here on.
  const payment = await uses.ledger.pay(tx, {
    scope: `store.purchase:${actor.id}`,
    key: requestKey,
    kind: `store:${item}`,
    request: item,
    user: actor.id,
    into: 'store',
    amount: price,
  })
  if (!('balance' in payment)) throw refuse(call, payment)
  const meanwhile = payment.outcome === 'repeated' ? await findReceipt(tx, call) : null
  if (meanwhile) return meanwhile
  const { [part]: owned } = await uses.allowances.add(tx, actor.id, { [part]: quantity })
  if (owned > max) throw fail('STORE_MAX_REACHED', { details: { max, owned: owned - quantity } })
  const { balance } = payment
  await savePurchase(tx, { userId: actor.id, requestKey, item, price, quantity, balance, owned })
  await uses.events.emit(tx, itemPurchased, { user: actor.id, item, quantity, price })
  return { item, price, quantity, balance, owned }
}

/** Charge and allowance are one transaction: whatever refuses, neither happened. */
export const handlePurchase = (uses: PurchaseUses) =>
  answer(purchase, (call) => uses.db.orm.transaction((tx) => buy(uses, tx, call)))
