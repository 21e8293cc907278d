import type { LinkProvider, LinkRules } from '@spawnpoint/contracts/links'
import type { Rewards } from './attempt-queries.ts'
import type { readDay } from './day.ts'

export interface Offer extends LinkRules {
  readonly provider: LinkProvider
}

/** The providers that the operator has turned on and set up. */
export const openOffers = (providers: readonly LinkProvider[]): readonly Offer[] =>
  providers.flatMap((provider) => {
    const rules = provider.rules()
    return rules ? [{ ...rules, provider }] : []
  })

export interface Availability {
  readonly left: number
  /** Null when a link can be started now. */
  readonly nextAt: Date | null
}

/** How many rewards the day still has, and when the next link can be started. */
export function availabilityOf(
  { dailyLimit, cooldownSeconds }: LinkRules,
  { today, last }: Rewards,
  now: Date,
  day: ReturnType<typeof readDay>,
): Availability {
  const left = Math.max(0, dailyLimit - today)
  const cooled = new Date((last?.getTime() ?? 0) + cooldownSeconds * 1000)
  const nextAt = left === 0 ? new Date(Math.max(day.next().getTime(), cooled.getTime())) : cooled
  return { left, nextAt: nextAt > now ? nextAt : null }
}
