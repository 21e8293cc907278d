import { userErased } from '@spawnpoint/contracts/users'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const editor = () => server.signIn({ permissions: ['admin.users.list', 'admin.users.edit'] })
const add = (api: ApiClient, user: string, text: string) => api.post(`/api/user-notes/${user}`, { text })
const texts = async (api: ApiClient, user: string) => {
  const { body } = await api.get(`/api/user-notes/${user}`)
  return (body['items'] as { text: string }[]).map(({ text }) => text)
}

it('[UNO1] are written and read by staff with the right, and by nobody else', async () => {
  const [writer, customer] = [await editor(), await server.signIn()]
  const { id } = customer.person
  expect((await add(writer.api, id, ' Paid twice, refunded by hand. ')).status).toBe(200)
  expect((await add(writer.api, id, 'Asked about it again')).status).toBe(200)
  const reader = await server.signIn({ permissions: ['admin.users.list'] })
  expect(await texts(reader.api, id)).toEqual(['Asked about it again', 'Paid twice, refunded by hand.'])
  expect((await add(reader.api, id, 'no')).status).toBe(403)
  expect((await customer.api.get(`/api/user-notes/${id}`)).status).toBe(403)
  expect((await add(writer.api, id, '  ')).status).toBe(400)
  expect((await add(writer.api, '00000000-0000-4000-8000-000000000000', 'x')).status).toBe(404)
})

it('[UNO2] are deleted by their author or an administrator, and the log has no words of them', async () => {
  const [writer, other, root] = [
    await editor(),
    await editor(),
    await server.signIn({ role: 'Administrator' }),
  ]
  const { id } = (await server.signIn()).person
  const note = async () => String((await add(writer.api, id, 'a secret of theirs')).body['id'])
  const [one, two] = [await note(), await note()]
  const remove = (api: ApiClient, which: string, user = id) => api.delete(`/api/user-notes/${user}/${which}`)
  expect((await remove(other.api, one)).body.error_code).toBe('USER_NOTES_NOT_YOURS')
  expect((await remove(writer.api, one, other.person.id)).status).toBe(404)
  expect((await remove(writer.api, one)).status).toBe(200)
  expect((await remove(root.api, two)).status).toBe(200)
  expect(await texts(root.api, id)).toEqual([])
  const { rows } = await server.pool.query<{ action: string; entry: string }>(
    `select action, row_to_json(a)::text as entry from kernel.audit a where target = $1 order by id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual(
    ['added', 'added', 'deleted', 'deleted'].map((verb) => `user-notes:${verb}`),
  )
  expect(rows.some(({ entry }) => entry.includes('secret of theirs'))).toBe(false)
})

it('[UNO3] go with the account that they are about', async () => {
  const writer = await editor()
  const { id } = (await server.signIn()).person
  await add(writer.api, id, 'gone soon')
  await server.server.core.orm.transaction((tx) => server.server.core.events.emit(tx, userErased, { id }))
  await expect.poll(() => texts(writer.api, id)).toEqual([])
})
