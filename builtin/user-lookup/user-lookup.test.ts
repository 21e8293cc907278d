import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const choose = (api: ApiClient, over: object) =>
  api.put('/api/profiles/privacy', { visible: true, findable: true, fields: ['role', 'since'], ...over })

const find = async (api: ApiClient, text: string) => {
  const { status, body } = await api.get(`/api/user-lookup?text=${encodeURIComponent(text)}`)
  return { status, found: (body['people'] as { name: string }[] | undefined)?.map(({ name }) => name) }
}
it('[LKP1] finds people by a part of the username, never by email or id', async () => {
  const [ada, ben] = [await server.signIn({ username: 'Adelheid77' }), await server.signIn()]
  expect((await find(ben.api, 'ELHEID')).found).toEqual(['Adelheid77'])
  expect((await find(ben.api, 'ad')).status).toBe(400)
  expect((await find(ben.api, 'Adelheid77@example.com')).found).toEqual([])
  expect((await find(ben.api, ada.person.id)).found).toEqual([])
})

it('[LKP2] does not find people who are banned or do not want to be found', async () => {
  const [ada, ben] = [await server.signIn({ username: 'hideme_1' }), await server.signIn()]
  await choose(ada.api, { findable: false })
  expect((await find(ben.api, 'hideme')).found).toEqual([])
  await choose(ada.api, {})
  expect((await find(ben.api, 'hideme')).found).toEqual(['hideme_1'])
  // A hidden profile is enough, whatever the other switch says.
  await choose(ada.api, { visible: false })
  expect((await find(ben.api, 'hideme')).found).toEqual([])
  await choose(ada.api, {})
  await server.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [ada.person.id])
  expect((await find(ben.api, 'hideme')).found).toEqual([])
})

it('[LKP3] answers thirty searches a minute of each person, and only people who are logged in', async () => {
  const [ben, eve] = [await server.signIn(), await server.signIn()]
  const statuses: number[] = []
  for (let search = 0; search < 32; search += 1) statuses.push((await find(ben.api, 'nobody')).status)
  expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
  expect((await find(eve.api, 'nobody')).status).toBe(200)
  expect((await find(server.anonymous(), 'nobody')).status).toBe(401)
})
