import type { ClockService, LogService, SecretsService } from '@spawnpoint/sdk/server'
import type { LimitStore } from '../services/limits.ts'
import { waitForService } from '../wait-for-service.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisLimits } from './redis-limits.ts'

/** Work that Redis takes over: rate limits. */
export interface Relief {
  readonly limits: LimitStore
  close(): Promise<void>
}

export async function withRedis(deps: {
  address: string | null
  secrets: SecretsService
  clock: ClockService
  log: LogService
  limits: LimitStore
  startWait: number
}): Promise<Relief> {
  const { address, limits, log } = deps
  if (address === null) return { limits, close: async () => undefined }
  const redis = await waitForService(() => connectRedis(address, log), {
    seconds: deps.startWait,
    notify: (line) => log.warn({}, line),
  })
  // Several instances may share one Redis: each has keys of its own, the same in all its processes.
  const prefix = `spawnpoint:${deps.secrets.sign('redis', 'prefix').slice(0, 16)}`
  return {
    limits: {
      ...createRedisLimits({ redis, prefix, clock: deps.clock, log, otherwise: limits }),
      sweep: limits.sweep,
    },
    close: redis.close,
  }
}
