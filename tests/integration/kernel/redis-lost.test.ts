import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectRedis } from '../../../kernel/cli/redis/connect-redis.ts'
import { ensureRedis } from '../../support/redis/ensure-redis.ts'
import { startRedis, type RedisServer } from '../../support/redis/start-redis.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'
import { freePort } from '../../support/product/start-product.ts'

const program = ensureRedis()

describe.runIf(program)('a Redis that is lost', () => {
  let redis: RedisServer
  let server: TestServer
  const open = () => startRedis(program ?? '', redis?.port)

  beforeAll(async () => {
    redis = await open()
    server = await startTestServer({ env: { REDIS_URL: redis.url } })
  })
  afterAll(async () => {
    await server.stop()
    await redis.kill()
  })

  it('counts while it is there, and PostgreSQL holds no counts', async () => {
    const { core } = server.server
    const key = randomUUID()
    expect(await core.limits.take(key, { max: 1, perSeconds: 60 })).toBe(true)
    expect(await core.limits.take(key, { max: 1, perSeconds: 60 })).toBe(false)
    const { rows } = await server.pool.query('select 1 from kernel.rate')
    expect(rows).toEqual([])
  })

  it('leaves people signed in and calls limited, and is used again when it is back', async () => {
    const { core } = server.server
    const { api } = await server.signIn()
    await redis.kill()
    expect((await api.get('/api/user/session')).status).toBe(200)
    const key = randomUUID()
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => core.limits.take(key, { max: 2, perSeconds: 60 })),
    )
    expect(taken.filter(Boolean)).toHaveLength(2)

    redis = await open()
    await vi.waitFor(
      async () => {
        await server.pool.query('delete from kernel.rate')
        await core.limits.take(randomUUID(), { max: 1, perSeconds: 60 })
        expect((await server.pool.query('select 1 from kernel.rate')).rows).toEqual([])
      },
      { interval: 500 },
    )
  })
})

it('says in one sentence that there is no Redis, without its password', async () => {
  const port = await freePort()
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  await expect(connectRedis(`redis://shop:hunter2@127.0.0.1:${port}`, log)).rejects.toThrow(
    `The Redis at 127.0.0.1:${port} cannot be reached because nothing listens there: check REDIS_URL, or leave it out to do without Redis.`,
  )
})
