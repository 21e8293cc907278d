import { Ledger, type Refusal } from '@spawnpoint/contracts/coins'
import { coinsGiven, giftSettings, giveCoins, readGiftOffer } from '@spawnpoint/contracts/gifts'
import { feeOf } from '@spawnpoint/contracts/gifts/schemas'
import { Mail } from '@spawnpoint/contracts/mail'
import { Notifications } from '@spawnpoint/contracts/notifications'
import { Profiles } from '@spawnpoint/contracts/profiles'
import { Users, type Person } from '@spawnpoint/contracts/users'
import { optional } from '@spawnpoint/sdk/common'
import {
  answer,
  Database,
  Events,
  Instance,
  Limits,
  Settings,
  type EndpointCall,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { sendNotice } from './gift-notice.ts'
import { findRecipient } from './recipient.ts'

const uses = {
  db: Database,
  ledger: Ledger,
  users: Users,
  settings: Settings,
  events: Events,
  limits: Limits,
  instance: Instance,
  mail: optional(Mail),
  notifications: optional(Notifications),
  profiles: optional(Profiles),
}

type Call = EndpointCall<typeof giveCoins, typeof uses>
type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

const perMinute = { max: 20, perSeconds: 60 }

export const handleReadGiftOffer = answer(
  readGiftOffer,
  uses,
  async ({ actor, params: { uuid }, fail, ledger, settings, ...services }) => {
    if (uuid === actor.id) throw fail('GIFTS_TO_SELF')
    const [recipient, balance] = await Promise.all([findRecipient(services, uuid), ledger.balance(actor.id)])
    if (!recipient?.canReceive) throw fail('GIFTS_NO_RECIPIENT')
    const values = settings.read(giftSettings)
    return {
      recipient: {
        id: recipient.person.id,
        name: recipient.person.username,
        avatar: recipient.person.avatar,
      },
      balance,
      min: values.coins_share_min_amount,
      max: values.coins_share_max_amount,
      feePercent: values.coins_share_fee,
    }
  },
)

const refuse = ({ fail, body }: Call, refusal: Refusal) => {
  if (refusal.outcome === 'insufficient')
    return fail('GIFTS_INSUFFICIENT', {
      details: { required: body.coins + body.fee, available: refusal.available },
    })
  return fail(refusal.outcome === 'key-reused' ? 'GIFTS_KEY_REUSED' : 'GIFTS_ACCOUNT_CLOSED')
}

/** Checks a new gift by the settings of now; a repeated one was checked when it was made. */
const checkOffer = ({ body: { coins, fee }, fail, settings }: Call) => {
  const values = settings.read(giftSettings)
  const [min, max] = [values.coins_share_min_amount, values.coins_share_max_amount]
  if (coins < min) throw fail('GIFTS_TOO_LOW', { details: { min } })
  if (coins > max) throw fail('GIFTS_TOO_HIGH', { details: { max } })
  if (fee !== feeOf(coins, values.coins_share_fee)) throw fail('GIFTS_FEE_CHANGED')
}

const received = { plugin: 'gifts', kind: 'received' } as const

/** Both in the dashboard, the recipient also by email, each where they want it. */
async function notifyBoth(call: Call, tx: Transaction, gift: Parameters<typeof sendNotice>[2]) {
  const { giver, recipient, coins } = gift
  const notifications = call.notifications.get()
  const params = { giver: giver.username, coins }
  await notifications?.notify(tx, { ...received, user: recipient.id, params, link: '/account' })
  await notifications?.notify(tx, {
    plugin: 'gifts',
    kind: 'given',
    user: giver.id,
    params: { name: recipient.username, coins },
    link: '/account',
  })
  if (!notifications || (await notifications.wantsEmail(tx, recipient.id, received)))
    await sendNotice(call, tx, gift)
}

/** The ledger is asked first: it keeps the request's key, so a repeated request gets the same answer whatever the rules are by now. */
async function give(
  tx: Transaction,
  call: Call,
  giver: Person,
  { person: recipient, canReceive }: Recipient,
) {
  const { actor, body, fail, ledger, events } = call
  const { coins, fee, requestKey } = body
  const posting = await ledger.post(tx, {
    scope: `gifts:${actor.id}`,
    key: requestKey,
    kind: 'gifts:given',
    lines: [
      { account: { user: actor.id }, amount: -(coins + fee) },
      { account: { user: recipient.id }, amount: coins },
      ...(fee > 0 ? [{ account: { system: 'fees' as const }, amount: fee }] : []),
    ],
  })
  if (!canReceive && posting.outcome !== 'repeated') throw fail('GIFTS_NO_RECIPIENT')
  if (!('balances' in posting)) throw refuse(call, posting)
  if (posting.outcome === 'posted') {
    checkOffer(call)
    await events.emit(tx, coinsGiven, { from: actor.id, to: body.to, coins, fee })
    await notifyBoth(call, tx, { giver, recipient, coins })
  }
  return { coins, fee, balance: posting.balances[actor.id] ?? 0 }
}

export const handleGiveCoins = answer(giveCoins, uses, async (call) => {
  const { actor, body, fail, db, users, limits } = call
  if (body.to === actor.id) throw fail('GIFTS_TO_SELF')
  if (!(await limits.take(`gifts:${actor.id}`, perMinute))) throw fail('GIFTS_TOO_MANY')
  const [giver, recipient] = await Promise.all([users.find(actor.id), findRecipient(call, body.to)])
  if (!giver || !recipient) throw fail('GIFTS_NO_RECIPIENT')
  return db.orm.transaction((tx) => give(tx, call, giver, recipient))
})
