import { coins, defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'

const milliseconds = z.number().int().min(0)
const access = { user: true, flag: 'afk_enabled' } as const

const counting = z.object({
  /** Proves the next heartbeat; each is accepted once. */
  nonce: z.uuid(),
  /** When the next heartbeat is due, from now. An earlier one counts nothing. */
  dueInMs: milliseconds,
  /** Time since the last heartbeat, which the next one counts. */
  openMs: milliseconds,
  /** Counted time towards the next coin, and what a coin takes. */
  restMs: milliseconds,
  coinMs: milliseconds,
  /** Counted time of the day, and of the account's whole life. */
  todayMs: milliseconds,
  totalMs: milliseconds,
  coinsToday: coins,
  coinsPerDay: coins,
  /** Once the day's coins are reached: when the next day begins in the instance's time zone. */
  resumesAt: z.iso.datetime().nullable(),
  /** After this call paid a coin. */
  balance: coins.nullable(),
})

export const startCounting = defineEndpoint({
  method: 'POST',
  path: '/api/afk/counting',
  summary: 'Start counting here; it ends wherever else this account counts',
  access,
  /** With the nonce of before a reload, counting continues as if the page had stayed. */
  body: z.strictObject({ resume: z.uuid().nullable() }),
  reply: counting,
})

export const sendHeartbeat = defineEndpoint({
  method: 'POST',
  path: '/api/afk/heartbeats',
  summary: 'Count the time since the last heartbeat',
  access,
  body: z.strictObject({ nonce: z.uuid() }),
  reply: counting,
  fails: { AFK_ELSEWHERE: 409, AFK_ENDED: 409 },
})
