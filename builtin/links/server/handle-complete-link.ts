import { EarningHolds, EarningSources, type EarningReview } from '@spawnpoint/contracts/anti-abuse'
import { Ledger } from '@spawnpoint/contracts/coins'
import { completeLink, LinkProviders } from '@spawnpoint/contracts/links'
import { memberOf, optional } from '@spawnpoint/sdk/common'
import { asTransaction } from '@spawnpoint/sdk/resource/server'
import {
  answer,
  Clock,
  Database,
  Log,
  provide,
  Secrets,
  Settings,
  type EndpointCall,
  type Transaction,
} from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import { endHeld, findAttempt, isProofUsed, leaveOpen, lockProvider, readRewards } from './attempt-queries.ts'
import { openOffers, type Offer } from './availability.ts'
import { readDay } from './day.ts'
import { readToken } from './return-token.ts'
import type { Attempt } from './tables.ts'

const uses = {
  clock: Clock,
  db: Database,
  holds: optional(EarningHolds),
  ledger: Ledger,
  log: Log,
  providers: LinkProviders,
  secrets: Secrets,
  settings: Settings,
}
type Call = EndpointCall<typeof completeLink, typeof uses>

async function getAttempt({ actor, body, db, secrets, fail }: Call): Promise<Attempt> {
  const key = readToken(secrets, actor.id, body.token)
  const attempt = key === null ? null : await findAttempt(db.orm, key)
  if (!attempt || attempt.userId !== actor.id) throw fail('LINKS_TOKEN_INVALID')
  if (attempt.state !== 'open') throw fail('LINKS_USED')
  return attempt
}

/** A script that follows the link is faster than a person: its attempt ends, and the next one starts over. */
async function checkTime({ clock, db, fail }: Call, { id, earliestAt, expiresAt }: Attempt): Promise<void> {
  const now = clock.now()
  if (now > expiresAt) throw fail('LINKS_EXPIRED')
  if (now >= earliestAt) return
  await leaveOpen(db.orm, id, { state: 'failed' })
  throw fail('LINKS_TOO_EARLY')
}

/** No answer of the provider is a no. */
async function checkProof({ body, log, fail }: Call, { provider }: Offer): Promise<void> {
  if (!provider.verify) return
  if (!body.hash) throw fail('LINKS_NOT_VERIFIED')
  const isProved = await provider.verify(body.hash).catch((error: unknown) => {
    log.warn({ provider: provider.id, error: String(error) }, 'link provider failed')
    throw fail('LINKS_UNAVAILABLE')
  })
  if (!isProved) throw fail('LINKS_NOT_VERIFIED')
}

const hashProof = (provider: string, hash: string) =>
  createHash('sha256').update(`${provider}:${hash}`).digest('base64url')

async function pay(
  call: Call,
  tx: Transaction,
  { id, key, provider, coins }: Attempt,
  offer: Offer,
  review: EarningReview | null,
) {
  const { actor, body, clock, ledger, settings, fail } = call
  await lockProvider(tx, actor.id, provider)
  const now = clock.now()
  const { today } = readDay(settings, now)
  const rewards = await readRewards(tx, actor.id, today)
  if ((rewards.get(provider)?.today ?? 0) >= offer.dailyLimit) throw fail('LINKS_DAILY_LIMIT')
  const state = review ? ('held' as const) : ('paid' as const)
  const proof = offer.provider.verify && body.hash ? hashProof(provider, body.hash) : null
  if (proof !== null && (await isProofUsed(tx, proof))) throw fail('LINKS_NOT_VERIFIED')
  if (!(await leaveOpen(tx, id, { state, paidAt: now, paidOn: today, proof }))) throw fail('LINKS_USED')
  const reward = { scope: 'links', key, kind: 'links:earned', note: offer.provider.name, user: actor.id }
  if (review) {
    await review.hold(tx, { ...reward, source: 'links', recipients: [{ user: actor.id, amount: coins }] })
    return { coins, balance: null, provider: offer.provider.name }
  }
  const posting = await ledger.earn(tx, { ...reward, from: 'earnings', amount: coins })
  if (!('balance' in posting)) throw fail('LINKS_ACCOUNT_CLOSED')
  return { coins, balance: posting.balance, provider: offer.provider.name }
}

export const handleCompleteLink = answer(completeLink, uses, async (call) => {
  const attempt = await getAttempt(call)
  const offer = openOffers(call.providers.list()).find(({ provider }) => provider.id === attempt.provider)
  if (!offer) throw call.fail('LINKS_NO_PROVIDER')
  await checkTime(call, attempt)
  await checkProof(call, offer)
  const review = (await call.holds.get()?.inspect([{ user: call.actor.id, ip: call.ip }])) ?? null
  return call.db.orm.transaction((tx) => pay(call, tx, attempt, offer, review))
})

export const learnDecisions = provide(memberOf(EarningSources, 'links'), {}, () => ({
  plugin: 'links',
  async decided(tx, { key, state }) {
    await endHeld(asTransaction(tx), key, state)
  },
}))
