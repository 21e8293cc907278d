import { LinkProviders, startLink } from '@spawnpoint/contracts/links'
import {
  answer,
  Clock,
  Database,
  Instance,
  Log,
  Secrets,
  Settings,
  type EndpointCall,
  type Queries,
} from '@spawnpoint/sdk/server'
import { randomUUID } from 'node:crypto'
import { lockProvider, readRewards, replaceOpen, saveAttempt } from './attempt-queries.ts'
import { availabilityOf, openOffers, type Offer } from './availability.ts'
import { readDay } from './day.ts'
import { createToken } from './return-token.ts'

const uses = {
  clock: Clock,
  db: Database,
  instance: Instance,
  log: Log,
  providers: LinkProviders,
  secrets: Secrets,
  settings: Settings,
}
type Call = EndpointCall<typeof startLink, typeof uses>

async function checkAvailable({ actor, clock, settings, fail }: Call, db: Queries, offer: Offer) {
  const now = clock.now()
  const day = readDay(settings, now)
  const rewards = await readRewards(db, actor.id, day.today)
  const had = rewards.get(offer.provider.id) ?? { today: 0, last: null }
  const { left, nextAt } = availabilityOf(offer, had, now, day)
  if (left === 0) throw fail('LINKS_DAILY_LIMIT')
  if (nextAt) throw fail('LINKS_COOLDOWN')
}

/** The provider's address, as far as it is one that a browser may be sent to. */
async function createAddress({ log, fail }: Call, { provider }: Offer, target: string): Promise<string> {
  try {
    const address = new URL(await provider.createLink(target))
    if (address.protocol === 'https:') return address.href
    throw new Error('E_LINK_PROVIDER: its address is not secure')
  } catch (error) {
    log.warn({ provider: provider.id, error: String(error) }, 'link provider failed')
    throw fail('LINKS_UNAVAILABLE')
  }
}

export const handleStartLink = answer(startLink, uses, async (call) => {
  const { actor, body, clock, db, instance, providers, secrets, fail } = call
  const offer = openOffers(providers.list()).find(({ provider }) => provider.id === body.provider)
  if (!offer) throw fail('LINKS_NO_PROVIDER')
  // Before the provider is asked, and again under the lock.
  await checkAvailable(call, db.orm, offer)
  const key = randomUUID()
  const target = new URL('/earn/links', instance.origin)
  target.searchParams.set('attempt', createToken(secrets, { key, user: actor.id }))
  const address = await createAddress(call, offer, target.href)
  await db.orm.transaction(async (tx) => {
    await lockProvider(tx, actor.id, offer.provider.id)
    await checkAvailable(call, tx, offer)
    await replaceOpen(tx, actor.id, offer.provider.id)
    const at = clock.now()
    await saveAttempt(tx, {
      key,
      userId: actor.id,
      provider: offer.provider.id,
      coins: offer.coins,
      createdAt: at,
      earliestAt: new Date(at.getTime() + offer.minSeconds * 1000),
      expiresAt: new Date(at.getTime() + offer.expirySeconds * 1000),
    })
  })
  return { address }
})
