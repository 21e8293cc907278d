import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer } from '../../support/server/start-test-server.ts'

const metricsToken = 'a-token-of-thirty-two-characters'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeAll(async () => {
  server = await startTestServer({ env: { METRICS_TOKEN: metricsToken } })
})
afterAll(() => server.stop())

const late = async () => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = String((await server.anonymous().get('/api/metrics', headers)).body['text'])
  return Number(/^spawnpoint_session_late_total\{plugin="coins"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

/** Listeners change new accounts, and after each change the server forgets what it said of them. */
const untilJobsAreDone = () =>
  expect
    .poll(async () => {
      const { rows } = await server.pool.query<{ jobs: number }>(
        'select count(*)::int as jobs from graphile_worker.jobs where run_at <= now()',
      )
      return rows[0]?.jobs
    })
    .toBe(0)

/** Blocks every read of a balance during the work. */
async function whileCoinsAreLocked(work: () => Promise<void>) {
  const blocker = await server.pool.connect()
  try {
    await blocker.query('begin')
    await blocker.query('lock table coins.account in access exclusive mode')
    await work()
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

it('[KRN19] a database that takes its time switches no built-in off and takes nothing from what people saw', async () => {
  const known = await server.signIn()
  const people = await Promise.all(Array.from({ length: 4 }, () => server.signIn()))
  const operator = await server.signIn({ role: 'Administrator' })
  await untilJobsAreDone()
  const heard: unknown[] = []
  const stopHearing = server.server.core.notices.on((notice) => void heard.push(notice))
  const told = (await known.api.get('/api/user/session')).body['user_info']
  expect(told).toHaveProperty('credits', 0)
  await whileCoinsAreLocked(async () => {
    // The first of them is waited for longer than an answer is held.
    for (const { api } of people) {
      const { status, body } = await api.get('/api/user/session')
      expect([status, body['user_info']]).toEqual([200, expect.objectContaining({ role: 'Default' })])
    }
    const again = (await known.api.get('/api/user/session')).body['user_info']
    // A notice of a change would make it forget what it said.
    expect({ heard, again }).toEqual({ heard: [], again: told })
  })
  stopHearing()
  const { body } = await operator.api.get('/api/plugin-manager/plugins')
  const plugins = body['plugins'] as { id: string; state: string; faults: number }[]
  expect(plugins.find(({ id }) => id === 'coins')).toMatchObject({ state: 'active', faults: 0 })
  expect(await late()).toBe(5)
  // Answers that lacked a part were not cached.
  for (const { api } of people)
    expect((await api.get('/api/user/session')).body['user_info']).toHaveProperty('credits', 0)
})
