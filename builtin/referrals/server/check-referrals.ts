import { EarningHolds } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import { Notifications } from '@spawnpoint/contracts/notifications'
import { referralsSettings } from '@spawnpoint/contracts/referrals'
import { Users, type Person } from '@spawnpoint/contracts/users'
import { defineSettings, optional, type ServicesOf } from '@spawnpoint/sdk/common'
import {
  addressPrefix,
  Clock,
  Database,
  defineJob,
  Sessions,
  Settings,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { z } from 'zod'
import {
  countDay,
  decide,
  endHeld,
  isAddressShared,
  listHeld,
  listPending,
  lockPending,
} from './referral-queries.ts'
import { handOver, inspect, ledgerKey, signsOf } from './hold-referral.ts'
import type { Referral } from './tables.ts'

const uses = {
  clock: Clock,
  db: Database,
  holds: optional(EarningHolds),
  ledger: Ledger,
  sessions: Sessions,
  settings: Settings,
  users: Users,
  notifications: optional(Notifications),
}
type Services = ServicesOf<typeof uses>
interface People {
  readonly referrer: Person
  readonly referred: Person
}

const dayMs = 86_400_000
const EXPIRES_AFTER = 90 * dayMs
const AT_A_TIME = 200

// The instance's own setting, read here only.
const zone = defineSettings({
  app_timezone: { schema: z.string(), default: 'UTC', audience: 'public', group: 'general' },
})

/** The day in the instance's time zone, as `2027-12-31`. */
const dayOf = ({ settings }: Pick<Services, 'settings'>, moment: Date) =>
  // Swedish writes a date the way ISO does.
  new Intl.DateTimeFormat('sv', {
    timeZone: settings.read(zone).app_timezone,
    dateStyle: 'short',
  }).format(moment)

/** Without those of staff in the person's place. */
const ownSessions = async (sessions: Services['sessions'], id: string) =>
  (await sessions.list(id, null)).filter(({ isImpersonated }) => !isImpersonated)

async function addressesOf({ sessions }: Services, { id, firstIp, lastIp }: Person) {
  const rows = await ownSessions(sessions, id)
  return new Set([firstIp, lastIp, ...rows.map(({ ip }) => ip)].filter(Boolean).map(addressPrefix))
}

async function lastUse({ sessions }: Services, { id, lastSeenAt }: Person): Promise<Date> {
  const rows = await ownSessions(sessions, id)
  return new Date(Math.max(lastSeenAt.getTime(), ...rows.map((row) => row.lastSeenAt.getTime())))
}

/** Signs of a second account of the same person. They hold the reward and decide nothing. */
async function findReasonToHold(services: Services, row: Referral, { referrer, referred }: People) {
  if (referrer.bannedReason !== null || referred.bannedReason !== null) return 'suspended'
  const [theirs, own] = [await addressesOf(services, referrer), await addressesOf(services, referred)]
  if ([...own].some((address) => theirs.has(address))) return 'same-address'
  return (await isAddressShared(services.db.orm, row)) ? 'shared-address' : null
}

/** Both rewards are one movement under the referral's own key. */
async function pay({ ledger }: Services, tx: Transaction, row: Referral): Promise<boolean> {
  const { reward, rewardOfInvited } = row
  const rewards = [
    { account: { user: row.referrer }, amount: reward },
    { account: { user: row.referred }, amount: rewardOfInvited },
  ].filter(({ amount }) => amount > 0)
  if (rewards.length === 0) return true
  const posting = await ledger.post(tx, {
    ...ledgerKey(row),
    lines: [{ account: { system: 'earnings' }, amount: -(reward + rewardOfInvited) }, ...rewards],
  })
  return 'balances' in posting
}

/** Each side hears of its own coins. */
async function notifyBoth(
  { notifications }: Services,
  tx: Transaction,
  { id, reward, rewardOfInvited }: Referral,
  { referrer, referred }: People,
) {
  const sides = [
    { user: referrer.id, coins: reward, name: referred.username },
    { user: referred.id, coins: rewardOfInvited, name: referrer.username },
  ]
  for (const { user, ...params } of sides.filter(({ coins }) => coins > 0))
    await notifications.get()?.notify(tx, {
      plugin: 'referrals',
      kind: 'paid',
      user,
      params,
      link: '/earn/referrals',
      key: String(id),
    })
}

async function settle(services: Services, pending: Referral, people: People, now: Date): Promise<void> {
  const { id } = pending
  const found = await findReasonToHold(services, pending, people)
  const review = await inspect(services, found, people)
  const reason = review ? (found ?? 'review') : found
  await services.db.orm.transaction(async (tx) => {
    const row = await lockPending(tx, pending.id)
    if (!row) return
    // Without a plugin that decides about held earnings, the reason alone holds.
    if (reason && review !== null) {
      await decide(tx, id, { state: 'held', reason, decidedAt: now })
      return review && handOver(tx, row, review)
    }
    // A refused payment, e.g. to a full account, is tried again.
    if (!(await pay(services, tx, row))) return
    await decide(tx, id, { state: 'paid', reason: null, decidedAt: now })
    await notifyBoth(services, tx, row, people)
  })
}

async function check(services: Services, row: Referral, people: People, now: Date): Promise<void> {
  const { referrals_wait_days, referrals_active_days } = services.settings.read(referralsSettings)
  const age = now.getTime() - row.createdAt.getTime()
  const day = dayOf(services, await lastUse(services, people.referred))
  const isNewDay = row.lastActiveOn === null || day > row.lastActiveOn
  if (isNewDay) await countDay(services.db.orm, row.id, day)
  const activeDays = row.activeDays + (isNewDay ? 1 : 0)
  const isActive = age >= referrals_wait_days * dayMs && activeDays >= referrals_active_days
  if (isActive && people.referred.verifiedAt !== null) await settle(services, row, people, now)
  else if (age > EXPIRES_AFTER)
    await decide(services.db.orm, row.id, { state: 'expired', reason: null, decidedAt: now })
}

/** Referrals that were held while nothing decided about them. */
async function handOverHeld(services: Services, now: Date): Promise<void> {
  const service = services.holds.get()
  if (service === null) return
  for (const row of await listHeld(services.db.orm, AT_A_TIME)) {
    const review = await service.inspect([{ user: row.referrer, signs: signsOf(row.reason, row.referred) }])
    await services.db.orm.transaction(async (tx) => {
      if (review) await handOver(tx, row, review)
      else if (await pay(services, tx, row)) await endHeld(tx, row.id, 'paid', now)
    })
  }
}

const hourly = { payload: z.object({}), schedule: '20 * * * *', timeoutMs: 300_000 }

export const checkJob = defineJob('check', hourly, uses, async (services) => {
  if (!services.settings.read(referralsSettings).referrals_enabled) return
  const now = services.clock.now()
  await handOverHeld(services, now)
  let last = 0n
  for (;;) {
    const rows = await listPending(services.db.orm, last, AT_A_TIME)
    const found = await services.users.findMany(
      rows.flatMap(({ referrer, referred }) => [referrer, referred]),
    )
    const people = new Map(found.map((person) => [person.id, person]))
    for (const row of rows) {
      const [referrer, referred] = [people.get(row.referrer), people.get(row.referred)]
      if (referrer && referred) await check(services, row, { referrer, referred }, now)
      last = row.id
    }
    if (rows.length < AT_A_TIME) return
  }
})
