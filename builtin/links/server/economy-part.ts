import { EconomyParts } from '@spawnpoint/contracts/coins'
import { LinkProviders, linksSettings } from '@spawnpoint/contracts/links'
import { memberOf } from '@spawnpoint/sdk/common'
import { provide } from '@spawnpoint/sdk/server'
import { openOffers } from './availability.ts'
import { createLinkProviders } from './providers.ts'

const changeable = /_(coins_per_link|daily_limit|min_time_to_complete|cooldown_time)$/
const isChangeable = (key: string) => key === 'l4r_enabled' || changeable.test(key)

/** Rewards for sponsored links, as the simulator of the economy sees them. */
export const economyPart = provide(
  memberOf(EconomyParts, 'links'),
  { providers: LinkProviders },
  ({ providers }) => ({
    settings: Object.fromEntries(Object.entries(linksSettings).filter(([key]) => isChangeable(key))),
    rules(settings) {
      if (!settings.read(linksSettings).l4r_enabled) return []
      // Our own under the given settings; the rules of providers that were added are as they are.
      const own = createLinkProviders({ settings }).list()
      const added = providers.list().filter(({ id }) => own.every((each) => each.id !== id))
      return openOffers([...own, ...added]).map(({ coins, dailyLimit, minSeconds, cooldownSeconds }) => ({
        type: 'task' as const,
        kind: 'links:earned',
        coins,
        perDay: dailyLimit,
        durationMs: minSeconds * 1000,
        cooldownMs: cooldownSeconds * 1000,
      }))
    },
  }),
)
