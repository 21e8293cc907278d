import { Roles } from '@spawnpoint/contracts/roles'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.stop())

const twoAdministrators = () =>
  Promise.all([server.signIn({ role: 'Administrator' }), server.signIn({ role: 'Administrator' })])
// Everybody's account is in its first version here.
const change = (api: ApiClient, id: string, body: object) =>
  api.patch(`/api/users/${id}`, { ...body, version: 1 })
const ban = { banned: true, bannedReason: 'a coup' }
const hasAdministrator = () => server.server.core.services.find(Roles)?.hasAdministrator()

it.each([
  ['ban each other', ban, ban],
  ['ban and demote each other', ban, { role: '00000000-0000-4000-8000-000000000001' }],
])('[ROL10] leaves one who can act when two administrators %s at once', async (_what, first, second) => {
  for (let round = 0; round < 3; round += 1) {
    const [ada, bob] = await twoAdministrators()
    // Only these two: whoever was left of the rounds before is out of the way.
    await server.pool.query(`delete from roles.member where user_id <> all($1::uuid[])`, [
      [ada.person.id, bob.person.id],
    ])
    const answers = await Promise.all([
      change(ada.api, bob.person.id, first),
      change(bob.api, ada.person.id, second),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await hasAdministrator()).toBe(true)
  }
})

it('[ROL10] does not count a banned administrator as one', async () => {
  const [ada, bob] = await twoAdministrators()
  await server.pool.query('delete from roles.member where user_id <> all($1::uuid[])', [
    [ada.person.id, bob.person.id],
  ])
  expect((await change(ada.api, bob.person.id, ban)).status).toBe(200)
  const erased = await ada.api.post('/api/account/delete', { username: ada.person.username })
  expect([erased.status, erased.body.error_code]).toEqual([409, 'ROLES_LAST_ADMINISTRATOR'])
  expect(await hasAdministrator()).toBe(true)
})
