import type { ClockService, LogService, SecretsService } from '@spawnpoint/sdk/server'
import type { LimitStore } from '../services/limits.ts'
import type { NoticeCarrier } from '../services/notices.ts'
import { waitForService } from '../wait-for-service.ts'
import { connectRedis } from './connect-redis.ts'
import { createRedisCarrier } from './redis-carrier.ts'
import { createRedisLimits } from './redis-limits.ts'

/** Work that Redis takes over: rate limits and notices. */
export interface Relief {
  readonly carrier: NoticeCarrier | undefined
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
  if (address === null) return { carrier: undefined, limits, close: async () => undefined }
  const redis = await waitForService(() => connectRedis(address, log), {
    seconds: deps.startWait,
    notify: (line) => log.warn({}, line),
  })
  // Several instances may share one Redis: each has keys of its own, the same in all its processes.
  const prefix = `spawnpoint:${deps.secrets.sign('redis', 'prefix').slice(0, 16)}`
  return {
    carrier: createRedisCarrier({ redis, prefix, log }),
    limits: {
      ...createRedisLimits({ redis, prefix, clock: deps.clock, log, otherwise: limits }),
      sweep: limits.sweep,
    },
    close: redis.close,
  }
}
