import type { LimitsSource, OpenLimits } from '../../server/services/limits.ts'
import { waitForService } from '../wait-for-service.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisLimits } from './redis-limits.ts'

/** Counts rate limits in Redis, and in the store of `source` while Redis is away. */
export async function withRedis(
  source: LimitsSource & { readonly address: string; readonly startWait: number },
): Promise<OpenLimits> {
  const { address, limits, log, clock, secrets } = source
  const redis = await waitForService(() => connectRedis(address, log), {
    seconds: source.startWait,
    notify: (line) => log.warn({}, line),
  })
  // Several instances may share one Redis: each has keys of its own, the same in all its processes.
  const prefix = `spawnpoint:${secrets.sign('redis', 'prefix').slice(0, 16)}`
  return {
    limits: {
      ...createRedisLimits({ redis, prefix, clock, log, otherwise: limits }),
      sweep: limits.sweep,
    },
    close: redis.close,
  }
}
