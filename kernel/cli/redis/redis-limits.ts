import type { ClockService, LimitsService, LogService } from '@spawnpoint/sdk/server'
import { createHash } from 'node:crypto'
import type { Redis } from './connect-redis.ts'

// A window that begins later than this one would end is of before the clock was set back. One step for Redis, so that parallel calls and processes share one count.
const TAKE = `
local now, window = tonumber(ARGV[1]), tonumber(ARGV[2])
local started = tonumber(redis.call('HGET', KEYS[1], 'started'))
if started and started > now - window and started < now + window then return redis.call('HINCRBY', KEYS[1], 'count', 1) end
redis.call('HSET', KEYS[1], 'started', now, 'count', 1)
redis.call('PEXPIRE', KEYS[1], window)
return 1`

/**
 * Counts in fixed windows in Redis. While Redis does not answer, `otherwise` counts: nobody is locked out, and nobody
 * guesses without limit.
 */
export function createRedisLimits(deps: {
  redis: Redis
  prefix: string
  clock: ClockService
  log: LogService
  otherwise: LimitsService
}): LimitsService {
  const { redis, otherwise, log } = deps
  // Keys may hold addresses and names: only their hash is stored.
  const stored = (key: string) =>
    `${deps.prefix}:limit:${createHash('sha256').update(key).digest('base64url')}`
  return {
    async take(key, rule) {
      const values = [String(deps.clock.now().getTime()), String(rule.perSeconds * 1000)]
      try {
        return Number(await redis.run(TAKE, stored(key), values)) <= rule.max
      } catch (error) {
        log.debug({ err: error }, 'Redis does not count')
        return otherwise.take(key, rule)
      }
    },
    async clear(key) {
      // Both: the count may have begun in the other one.
      const removed = redis.remove(stored(key)).catch((error: unknown) => {
        log.debug({ err: error }, 'Redis does not forget')
      })
      await Promise.all([removed, otherwise.clear(key)])
    },
  }
}
