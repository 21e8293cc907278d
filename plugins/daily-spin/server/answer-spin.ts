import { Wallet } from '@spawnpoint/contracts/coins'
import {
  answer,
  type PluginDatabase,
  type PluginEvents,
  type PluginServices,
  type PluginTransaction,
} from '@spawnpoint/sdk/server'
import { spinWheel, spun } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { dayOf } from './day.ts'
import { chargeKey, payPrize, returnCharge } from './pay.ts'
import { readSettings, type Settings } from './settings.ts'
import {
  addSpin,
  countToday,
  findByRequest,
  isCharged,
  lockPlayer,
  markCharged,
  removeUncharged,
  type Spin,
} from './spins.ts'
import { drawSegment, wheelOf } from './wheel.ts'

type Refusal = 'DAILY_SPIN_NONE_LEFT' | 'DAILY_SPIN_PRICE_CHANGED'
type ChargeFailure = 'DAILY_SPIN_CLOSED' | 'DAILY_SPIN_TOO_EXPENSIVE'

interface Request {
  readonly person: string
  readonly requestKey: string
  readonly price: number
  readonly at: Date
}

const announce = (events: PluginEvents, tx: PluginTransaction, spin: Spin) =>
  events.emit(
    spun,
    { id: spin.id, user: spin.person, prize: spin.prize, price: spin.price, coins: spin.coins },
    { tx },
  )

/** The kind of spin that the customer may have now. The caller holds the customer's lock. */
async function chooseKind(
  tx: PluginTransaction,
  { person, price, at }: Request,
  settings: Settings,
): Promise<Spin['kind'] | Refusal> {
  const { daily, bonus, paid } = await countToday(tx, person, dayOf(at))
  if (price === 0) return daily === 0 ? 'daily' : bonus > 0 ? 'bonus' : 'DAILY_SPIN_NONE_LEFT'
  if (price !== settings.price) return 'DAILY_SPIN_PRICE_CHANGED'
  return paid < settings.paid_per_day ? 'paid' : 'DAILY_SPIN_NONE_LEFT'
}

/** The spin of this request: the one it made before, or a new one whose outcome is drawn here and now. */
async function findOrAdd(
  tx: PluginTransaction,
  request: Request,
  { settings, events }: { readonly settings: Settings; readonly events: PluginEvents },
): Promise<Spin | Refusal> {
  const { person, requestKey, price, at } = request
  await lockPlayer(tx, person)
  const earlier = await findByRequest(tx, person, requestKey)
  if (earlier) return earlier
  const kind = await chooseKind(tx, request, settings)
  if (kind === 'DAILY_SPIN_NONE_LEFT' || kind === 'DAILY_SPIN_PRICE_CHANGED') return kind
  const { prize, coins } = drawSegment(wheelOf(settings))
  const spin = await addSpin(tx, { person, requestKey, day: dayOf(at), kind, price, prize, coins, at })
  if (kind !== 'paid') await announce(events, tx, spin)
  return spin
}

interface Deps {
  readonly db: PluginDatabase
  readonly events: PluginEvents
  readonly services: PluginServices
}

/** Charges a spin and settles it. A repeated request finds it charged, and answers the same. */
async function charge({ db, events, services }: Deps, spin: Spin): Promise<ChargeFailure | null> {
  const request = { user: spin.person, amount: spin.price, key: chargeKey(spin) }
  const charged = await services.find(Wallet)?.charge(request)
  if (!charged) return 'DAILY_SPIN_CLOSED'
  if (!charged.ok) {
    // Nothing was charged under this key, so the spin does not count.
    await removeUncharged(db, spin.id)
    return charged.reason === 'insufficient' ? 'DAILY_SPIN_TOO_EXPENSIVE' : 'DAILY_SPIN_CLOSED'
  }
  const isSettled = await db.transaction(async (tx) => {
    const isFirst = await markCharged(tx, spin.id)
    if (isFirst) await announce(events, tx, spin)
    return isFirst
  })
  if (isSettled || (await isCharged(db, spin.id))) return null
  // The job took this spin for abandoned.
  await returnCharge({ db, services }, spin)
  return 'DAILY_SPIN_CLOSED'
}

export const answerSpin = answer(spinWheel, manifest, async (call) => {
  const { actor, body, fail, clock, config, db, events, services } = call
  const settings = readSettings(config)
  const request = { person: actor.id, requestKey: body.requestKey, price: body.price, at: clock.now() }
  const spin = await db.transaction((tx) => findOrAdd(tx, request, { settings, events }))
  if (typeof spin === 'string') throw fail(spin)
  if (spin.state === 'returning') throw fail('DAILY_SPIN_CLOSED')
  const failure = spin.state === 'charging' ? await charge({ db, events, services }, spin) : null
  if (failure) throw fail(failure)
  const isPaid = spin.state === 'paid' || (await payPrize({ db, services }, spin))
  return { id: spin.id, prize: spin.prize, coins: spin.coins, isPaid }
})
