import { Ledger } from '@spawnpoint/contracts/coins'
import { Roles } from '@spawnpoint/contracts/roles'
import type { ServiceToken } from '@spawnpoint/sdk/common'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLAN_VERSION_HEADER } from '../../../kernel/common/plan.ts'
import type { ApiClient } from '../../support/server/api-client.ts'
import { createStandingClock } from '../../support/server/standing-clock.ts'
import { startTestServer, type TestServer } from '../../support/server/start-test-server.ts'

const MINUTE = 60_000
const metricsToken = 'a-token-of-thirty-two-characters'

const clock = createStandingClock()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    clock,
    env: { METRICS_TOKEN: metricsToken },
  })
})
afterAll(() => server.stop())

const path = '/api/user/session'

/** Asks until the answer lies in memory: the first call reads the session, and asks what there is to say of it. */
async function inMemory(api: ApiClient) {
  expect((await api.get(path)).status).toBe(200)
  return api.get(path)
}

const service = <T>(token: ServiceToken<T>): T => {
  const found = server.server.core.services.find(token)
  if (!found) throw new Error(`${token.id} is not running`)
  return found
}

/** The headers that do not differ from call to call. */
const steady = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)))

it('[KRN17] answers from memory what the call itself answers, header by header', async () => {
  const { api } = await server.signIn()
  const first = await api.get(path)
  const second = await api.get(path)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect(steady(second.headers)).toEqual(steady(first.headers))
  expect(second.headers.get('x-content-type-options')).toBe('nosniff')
  expect(second.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
})

it('[KRN17] tells the length of a body in bytes', async () => {
  const { api, person } = await server.signIn()
  await server.pool.query('update users.account set first_name = $2 where id = $1', [person.id, 'Zoë 🦊'])
  const { body } = await inMemory(api)
  expect(body['user_info']).toMatchObject({ first_name: 'Zoë 🦊' })
})

it('[KRN17] refuses a revoked session on the very next call, with the cookies expired', async () => {
  const { api, person } = await server.signIn()
  await inMemory(api)
  await server.server.core.sessions.revokeAll(person.id)
  const { status, body, headers } = await api.get(path)
  expect([status, body.error_code]).toEqual([401, 'UNAUTHENTICATED'])
  expect(headers.getSetCookie().join()).toMatch(/sid=; Max-Age=0; Path=\//)
})

it('[KRN17] refuses whoever has just been banned or deleted', async () => {
  const { orm, sessions } = server.server.core
  for (const end of ['ban', 'remove'] as const) {
    const { api, person } = await server.signIn()
    await inMemory(api)
    await orm.transaction((tx) =>
      end === 'ban' ? sessions.ban(tx, person.id, true) : sessions.remove(tx, person.id),
    )
    expect((await api.get(path)).status).toBe(401)
  }
})

it('[KRN17] ends a session at its second, even one that lies in memory', async () => {
  const { api } = await server.signIn({ role: 'Administrator' })
  clock.advance(30 * MINUTE - 5_000)
  await inMemory(api)
  clock.advance(5_000)
  expect((await api.get(path)).status).toBe(200)
  clock.advance(1)
  expect((await api.get(path)).status).toBe(401)
})

it('[KRN17] tells the very next call what has changed: rights, coins, the plan', async () => {
  const { orm } = server.server.core
  const { api, person } = await server.signIn()
  const before = await inMemory(api)
  await orm.transaction((tx) =>
    service(Ledger).earn(tx, {
      scope: 'test',
      key: person.id,
      kind: 'test:given',
      user: person.id,
      from: 'earnings',
      amount: 7,
    }),
  )
  expect((await api.get(path)).body['user_info']).toMatchObject({ credits: 7 })
  expect(before.body['user_info']).toMatchObject({ credits: 0 })

  const { api: operator } = await server.signIn({ role: 'Administrator' })
  await inMemory(api)
  await operator.post('/api/plugin-manager/plugins/admin-home/disable', { withDependants: false })
  const { headers } = await api.get(path)
  expect(Number(headers.get(PLAN_VERSION_HEADER))).toBe(Number(before.headers.get(PLAN_VERSION_HEADER)) + 1)

  const role = (await service(Roles).list()).find(({ name }) => name === 'Administrator')?.id ?? ''
  const actor = { permissions: ['admin.root'] }
  await orm.transaction((tx) => service(Roles).assign(tx, { user: person.id, role, actor }))
  expect((await api.get(path)).body['permissions']).toContain('admin.root')
})

it('[KRN17] counts each call once, however it was answered', async () => {
  const counted = async () => {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const text = String((await server.anonymous().get('/api/metrics', headers)).body['text'])
    const line = new RegExp(`http_request_seconds_count\\{.*route="GET ${path}".*status="200".*\\} (\\d+)`)
    return Number(line.exec(text)?.[1] ?? 0)
  }
  const { api } = await server.signIn()
  const before = await counted()
  for (let call = 0; call < 5; call += 1) await api.get(path)
  expect(await counted()).toBe(before + 5)
})

it('[KRN17] leaves every other method to the call itself', async () => {
  const { api } = await server.signIn()
  await inMemory(api)
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
    expect((await api.send(method, path, method === 'HEAD' ? undefined : {})).status).toBe(404)
})
