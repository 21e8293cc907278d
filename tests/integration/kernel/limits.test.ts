import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectRedis, type Redis } from '../../../kernel/cli/redis/connect-redis.ts'
import { createRedisLimits } from '../../../kernel/cli/redis/redis-limits.ts'
import { createLimits } from '../../../kernel/server/services/limits.ts'
import { ensureRedis } from '../../support/redis/ensure-redis.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const program = ensureRedis()
let server: TestServer
let redisServer: RedisServer | null = null
let redis: Redis | null = null
let time = Date.parse('2030-01-01T00:00:00Z')
const clock = { now: () => new Date(time) }

beforeAll(async () => {
  server = await startTestServer()
  redisServer = program === null ? null : await startRedis(program)
  redis = redisServer && (await connectRedis(redisServer.url, server.server.core.log))
})
afterAll(async () => {
  await redis?.close()
  await redisServer?.kill()
  await server.stop()
})

const inPostgres = () => createLimits(server.pool, clock)
const inRedis = () => {
  if (!redis) throw new Error('there is no Redis')
  return createRedisLimits({
    redis,
    prefix: 'test',
    clock,
    log: server.server.core.log,
    otherwise: inPostgres(),
  })
}

describe.each([
  { name: 'PostgreSQL', create: inPostgres, isThere: true },
  { name: 'Redis', create: inRedis, isThere: program !== null },
])('limits in $name', ({ create, isThere }) => {
  const rule = { max: 3, perSeconds: 60 }

  it.runIf(isThere)('let as many calls pass as the rule says, also from two processes at once', async () => {
    const [one, two, key] = [create(), create(), randomUUID()]
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? one : two).take(key, rule)),
    )
    expect(taken.filter(Boolean)).toHaveLength(3)
  })

  it.runIf(isThere)('[OPS49] let calls pass again after the clock was set back two hours', async () => {
    const [limits, key] = [create(), randomUUID()]
    const take = () => limits.take(key, { ...rule, max: 1 })
    expect([await take(), await take()]).toEqual([true, false])
    time -= 2 * 3_600_000
    expect([await take(), await take()]).toEqual([true, false])
  })

  it.runIf(isThere)('count each key apart', async () => {
    const limits = create()
    const [one, two] = [randomUUID(), randomUUID()]
    expect(await limits.take(one, { ...rule, max: 1 })).toBe(true)
    expect(await limits.take(one, { ...rule, max: 1 })).toBe(false)
    expect(await limits.take(two, { ...rule, max: 1 })).toBe(true)
  })

  it.runIf(isThere)('begin anew when their window has passed, and not before', async () => {
    const [limits, key] = [create(), randomUUID()]
    expect(await limits.take(key, { ...rule, max: 1 })).toBe(true)
    time += 59_999
    expect(await limits.take(key, { ...rule, max: 1 })).toBe(false)
    time += 1
    expect(await limits.take(key, { ...rule, max: 1 })).toBe(true)
  })

  it.runIf(isThere)('forget a key that is cleared', async () => {
    const [limits, key] = [create(), randomUUID()]
    await limits.take(key, { ...rule, max: 1 })
    await limits.clear(key)
    expect(await limits.take(key, { ...rule, max: 1 })).toBe(true)
  })
})
