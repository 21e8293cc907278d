import { Roles } from '@spawnpoint/contracts/roles'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const MINUTE = 60_000
let now = Date.parse('2027-03-01T12:00:00Z')
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
})
afterAll(() => server.stop())

const agent = (more: { proven?: boolean } = {}) =>
  server.signIn({ permissions: ['admin.users.list', 'admin.users.impersonate'], ...more })
const start = (api: ApiClient, user: string, reason = 'Ticket 12') =>
  api.post('/api/impersonation', { user, reason })
const stop = (api: ApiClient) => api.delete('/api/impersonation')
const whoAmI = async (api: ApiClient) => {
  const { status, body } = await api.get('/api/user/session')
  return status === 200 ? (body['user_info'] as { uuid: string; impersonated?: true }) : null
}
const trail = async (target: string) => {
  const { rows } = await server.pool.query<{ actor: string; action: string; after: unknown }>(
    `select actor, action, after from kernel.audit where target = $1 order by id`,
    [target],
  )
  return rows
}

/** An agent in the place of a customer. */
async function impersonated() {
  const [{ api, person }, customer] = [await agent(), await server.signIn()]
  expect((await start(api, customer.person.id)).status).toBe(200)
  return { api, agent: person.id, customer }
}

it('[LGA1] takes the permission, a recent password and a reason', async () => {
  const { id } = (await server.signIn()).person
  const editor = await server.signIn({ permissions: ['admin.users.list', 'admin.users.edit'] })
  expect((await start(editor.api, id)).body.error_code).toBe('FORBIDDEN')
  expect((await start((await agent({ proven: false })).api, id)).body.error_code).toBe(
    'REAUTHENTICATION_REQUIRED',
  )
  const { api } = await agent()
  expect((await start(api, id, ' x ')).body.error_code).toBe('VALIDATION')
  expect((await start(api, id)).status).toBe(200)
  expect(await whoAmI(api)).toMatchObject({ uuid: id, impersonated: true })
})

it('[LGA1] is refused for staff, for suspended accounts and for nobody', async () => {
  const { api, person } = await agent()
  const colleague = await server.signIn({ permissions: ['admin.tickets.list'] })
  const suspended = await server.signIn()
  await server.pool.query(`update users.account set banned_reason = 'Fraud' where id = $1`, [
    suspended.person.id,
  ])
  expect((await start(api, colleague.person.id)).body.error_code).toBe('IMPERSONATION_STAFF')
  expect((await start(api, person.id)).body.error_code).toBe('IMPERSONATION_STAFF')
  expect((await start(api, suspended.person.id)).body.error_code).toBe('IMPERSONATION_BANNED')
  expect((await start(api, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect(await whoAmI(api)).toMatchObject({ uuid: person.id })
})

it('[LGA2] is in the audit log with each write under the name of the member of staff', async () => {
  const { api, agent: staff, customer } = await impersonated()
  await api.get('/api/account/sessions')
  // It fails, and is recorded all the same.
  expect((await api.post('/api/account/delete', { username: 'somebody' })).status).toBe(403)
  await stop(api)
  expect(await trail(customer.person.id)).toEqual([
    { actor: staff, action: 'impersonation:started', after: { reason: 'Ticket 12' } },
    { actor: staff, action: 'sessions:impersonated', after: { call: 'POST /api/account/delete' } },
    { actor: staff, action: 'sessions:impersonated', after: { call: 'DELETE /api/impersonation' } },
    { actor: staff, action: 'impersonation:ended', after: null },
  ])
})

it('[LGA3] ends after an hour of use, and after half an hour without', async () => {
  const [busy, idle] = [await impersonated(), await impersonated()]
  const seenAt = async () => {
    const { rows } = await server.pool.query<{ last_seen_at: Date }>(
      'select last_seen_at from kernel.session where impersonator = $1',
      [busy.agent],
    )
    return rows[0]?.last_seen_at.getTime()
  }
  for (const _ of [19, 38, 57]) {
    now += 19 * MINUTE
    await busy.api.get('/api/account/sessions')
    // No call waits for this write, and the clock leaps.
    await expect.poll(seenAt).toBe(now)
  }
  expect(await whoAmI(idle.api)).toBeNull()
  expect(await whoAmI(busy.api)).not.toBeNull()
  now += 4 * MINUTE
  expect(await whoAmI(busy.api)).toBeNull()
})

it('[LGA3] ends when the customer becomes staff', async () => {
  const { api, customer } = await impersonated()
  const { core } = server.server
  const roles = core.services.find(Roles)
  const administrator = (await roles?.list())?.find(({ name }) => name === 'Administrator')
  await core.orm.transaction(async (tx) =>
    roles?.assign(tx, {
      user: customer.person.id,
      role: administrator?.id ?? '',
      actor: { permissions: ['admin.root'] },
    }),
  )
  expect(await whoAmI(api)).toBeNull()
})

it.each(['suspended', 'no longer staff'])('[LGA3] ends when the member of staff is %s', async (state) => {
  const { api, agent: staff } = await impersonated()
  const { core } = server.server
  if (state === 'suspended') await core.orm.transaction((tx) => core.sessions.ban(tx, staff, true))
  else
    await server.pool.query(
      `delete from roles.grant g using roles.member m where m.role_id = g.role_id and m.user_id = $1`,
      [staff],
    )
  now += 16_000
  expect(await whoAmI(api)).toBeNull()
})

it('[LGA4] leads back to the own account, and nobody else to one', async () => {
  const { api, agent: staff, customer } = await impersonated()
  expect((await stop(api)).body).toMatchObject({ user: customer.person.id })
  expect(await whoAmI(api)).toEqual(expect.not.objectContaining({ impersonated: true }))
  expect(await whoAmI(api)).toMatchObject({ uuid: staff })
  expect((await stop(api)).body.error_code).toBe('IMPERSONATION_NONE')
  expect((await stop(customer.api)).body.error_code).toBe('IMPERSONATION_NONE')
  expect(await whoAmI(customer.api)).toMatchObject({ uuid: customer.person.id })
})

it('[LGA5] is seen and ended by the customer, who does not learn from where it came', async () => {
  const { api, customer } = await impersonated()
  const { body } = await customer.api.get('/api/account/sessions')
  const sessions = body['sessions'] as { id: string; isImpersonated: boolean; ip: string | null }[]
  const theirs = sessions.find(({ isImpersonated }) => isImpersonated)
  expect(theirs).toMatchObject({ ip: null })
  expect(sessions.filter(({ isImpersonated }) => !isImpersonated)).toMatchObject([{ ip: '127.0.0.1' }])
  const { body: activity } = await customer.api.get('/api/account/activity')
  expect(activity['items']).toMatchObject([{ action: 'impersonation:started', own: false, ip: null }])
  expect((await customer.api.delete(`/api/account/sessions/${theirs?.id}`)).status).toBe(200)
  expect(await whoAmI(api)).toBeNull()
})
