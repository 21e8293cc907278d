import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer } from '../../support/server/start-test-server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeAll(async () => {
  server = await startTestServer()
}, 60_000)
afterAll(() => server.stop())

it('[KRN19] a database that takes its time switches no built-in off, however many people ask', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => server.signIn()))
  const operator = await server.signIn({ role: 'Administrator' })
  const ask = async () => {
    for (const { api } of people) expect((await api.get('/api/user/session')).status).toBe(200)
  }
  const blocker = await server.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table coins.account in access exclusive mode')
    await ask()
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  const { body } = await operator.api.get('/api/plugin-manager/plugins')
  const plugins = body['plugins'] as { id: string; state: string; faults: number }[]
  // It is told, so that an operator sees where the time went.
  expect(plugins.find(({ id }) => id === 'coins')).toMatchObject({ state: 'active', faults: 4 })
  await expect
    .poll(async () => (await people[0]?.api.get('/api/user/session'))?.body['user_info'], { timeout: 10_000 })
    .toHaveProperty('credits')
})
