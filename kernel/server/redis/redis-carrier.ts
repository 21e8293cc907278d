import type { LogService } from '@spawnpoint/sdk/server'
import type { NoticeCarrier } from '../services/notices.ts'
import type { Redis } from './connect-redis.ts'

/** Carries notices that belong to no transaction; those that do travel with its commit, as only PostgreSQL can. */
export const createRedisCarrier = (deps: {
  redis: Redis
  prefix: string
  log: LogService
}): NoticeCarrier => {
  const channel = `${deps.prefix}:notices`
  return {
    publish: (text) =>
      deps.redis.publish(channel, text).then(
        () => true,
        (error: unknown) => {
          deps.log.debug({ err: error }, 'Redis does not carry a notice')
          return false
        },
      ),
    listen: (hear, lost) => deps.redis.subscribe(channel, hear, lost),
  }
}
