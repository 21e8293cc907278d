import { afkSettings, sendHeartbeat, startCounting } from '@spawnpoint/contracts/afk'
import type { ServicesOf } from '@spawnpoint/sdk/common'
import { answer, Clock, Settings, type Actor } from '@spawnpoint/sdk/server'
import { randomInt, randomUUID } from 'node:crypto'
import { countBeat, findCounter, startChain, type Beat, type Counter } from './counter-queries.ts'
import { findNextDay, readDay } from './day.ts'
import { payOwed, payUses } from './pay.ts'

const uses = { ...payUses, clock: Clock, settings: Settings }
type Services = ServicesOf<typeof uses>

/** Not to be foreseen, so that a script has to wait for each answer as a page does. */
const chooseDelay = () => randomInt(20_000, 40_001)

function createBeat({ clock, settings }: Services, actor: Actor, nonce: string | null): Beat {
  const now = clock.now()
  const { afk_min_per_coin, afk_coins_per_day } = settings.read(afkSettings)
  return {
    user: actor.id,
    session: actor.session,
    nonce,
    next: randomUUID(),
    now,
    dueAt: new Date(now.getTime() + chooseDelay()),
    day: readDay(settings, now),
    coinMs: afk_min_per_coin * 60_000,
    coinsPerDay: afk_coins_per_day,
  }
}

async function present(
  services: Services & { readonly ip: string },
  { user, now, coinMs, coinsPerDay }: Beat,
  counter: Counter,
) {
  const balance = counter.owed > 0 ? await payOwed(services, user, services.ip) : null
  const isCapped = counter.day_coins >= coinsPerDay
  return {
    nonce: counter.nonce ?? '',
    dueInMs: Math.max(0, counter.due_at.getTime() - now.getTime()),
    openMs: isCapped ? 0 : Math.max(0, now.getTime() - counter.beat_at.getTime()),
    restMs: Math.min(counter.rest_ms, coinMs),
    coinMs,
    todayMs: counter.day_ms,
    totalMs: counter.total_ms,
    coinsToday: counter.day_coins,
    coinsPerDay,
    resumesAt: isCapped ? findNextDay(services.settings, now).toISOString() : null,
    balance,
  }
}

export const handleStartCounting = answer(startCounting, uses, async ({ actor, body, ...services }) => {
  const beat = createBeat(services, actor, body.resume)
  return present(services, beat, await startChain(services.db, beat))
})

export const handleSendHeartbeat = answer(sendHeartbeat, uses, async ({ actor, body, fail, ...services }) => {
  const beat = createBeat(services, actor, body.nonce)
  const counted = await countBeat(services.db, beat)
  if (counted) return present(services, beat, counted)
  const counter = await findCounter(services.db, actor.id)
  if (!counter?.nonce) throw fail('AFK_ENDED')
  // An early heartbeat, or one whose answer was lost: it counts nothing and learns how things stand.
  const isOwn = counter.session_id === actor.session
  if (isOwn && [counter.nonce, counter.previous_nonce].includes(body.nonce))
    return present(services, beat, counter)
  throw fail('AFK_ELSEWHERE')
})
