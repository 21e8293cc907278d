import { LinkProviders, listLinkAttempts, listLinkOffers } from '@spawnpoint/contracts/links'
import { answer, Clock, Database, Settings } from '@spawnpoint/sdk/server'
import { listAttempts, readRewards } from './attempt-queries.ts'
import { availabilityOf, openOffers } from './availability.ts'
import { readDay } from './day.ts'

export const handleListOffers = answer(
  listLinkOffers,
  { clock: Clock, db: Database, providers: LinkProviders, settings: Settings },
  async ({ actor, clock, db, providers, settings }) => {
    const now = clock.now()
    const day = readDay(settings, now)
    const rewards = await readRewards(db.orm, actor.id, day.today)
    const offers = openOffers(providers.list()).map((offer) => {
      const { provider, coins, dailyLimit, minSeconds, expirySeconds } = offer
      const had = rewards.get(provider.id) ?? { today: 0, last: null }
      const { left, nextAt } = availabilityOf(offer, had, now, day)
      return {
        id: provider.id,
        name: provider.name,
        coins,
        left,
        dailyLimit,
        minSeconds,
        expirySeconds,
        nextAt: nextAt?.toISOString() ?? null,
      }
    })
    return { offers }
  },
)

export const handleListAttempts = answer(
  listLinkAttempts,
  { clock: Clock, db: Database, providers: LinkProviders },
  async ({ actor, query, clock, db, providers }) => {
    const names = new Map(providers.list().map(({ id, name }) => [id, name]))
    const { items, ...page } = await listAttempts(db.orm, actor.id, query)
    return {
      ...page,
      items: items.map(({ id, provider, createdAt, expiresAt, state, coins }) => ({
        id: String(id),
        provider: names.get(provider) ?? provider,
        at: createdAt.toISOString(),
        state: state === 'open' && expiresAt < clock.now() ? ('expired' as const) : state,
        coins,
      })),
    }
  },
)
