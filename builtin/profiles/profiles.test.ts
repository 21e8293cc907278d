import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const open = (api: ApiClient, id: string) => api.get(`/api/profiles/${id}`)
const choose = (api: ApiClient, over: object) =>
  api.put('/api/profiles/privacy', { visible: true, findable: true, fields: ['role', 'since'], ...over })
const nothing = { lastSeen: null, facts: [], places: [] }

it('[PRF1] shows others name, picture, role and since when, until a person chooses', async () => {
  const [ada, ben] = [await server.signIn(), await server.signIn()]
  const { status, body } = await open(ben.api, ada.person.id)
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      person: { id: ada.person.id, name: ada.person.username, avatar: null },
      isOwn: false,
      since: ada.person.createdAt.toISOString(),
      ...nothing,
    },
  })
  expect(body['role']).toMatchObject({ name: expect.any(String) })
  for (const secret of [ada.person.email, ada.person.firstIp, 'credits'])
    expect(JSON.stringify(body)).not.toContain(secret)
  expect((await open(server.anonymous(), ada.person.id)).status).toBe(401)
})

it('[PRF2] shows each fact only where its owner wants it', async () => {
  const [ada, ben] = [await server.signIn(), await server.signIn()]
  await choose(ada.api, { fields: ['coins'] })
  const seen = await open(ben.api, ada.person.id)
  expect(seen.body).toMatchObject({ role: null, since: null, ...nothing, facts: [{ id: 'coins', value: 0 }] })
  await choose(ada.api, { fields: ['role'] })
  expect((await open(ben.api, ada.person.id)).body).toMatchObject({
    role: { name: expect.any(String) },
    since: null,
  })
  await choose(ada.api, { fields: ['since'] })
  expect((await open(ben.api, ada.person.id)).body).toMatchObject({ role: null, since: expect.any(String) })
  await choose(ada.api, { fields: ['servers', 'lastSeen', 'places'] })
  await server.pool.query(
    `insert into leaderboard.score values ('coins', $1, 5, true) on conflict do nothing`,
    [ada.person.id],
  )
  const more = await open(ben.api, ada.person.id)
  expect(more.body['facts']).toEqual([{ id: 'servers', plugin: 'servers', value: 0 }])
  expect(more.body['lastSeen']).toEqual(expect.any(String))
  expect(more.body['places']).toEqual([{ category: 'coins', plugin: 'coins', rank: 1 }])
  await ada.api.put('/api/leaderboard/appearance', { appearance: 'hidden' })
  expect((await open(ben.api, ada.person.id)).body['places']).toEqual([])
})

it('[PRF3] answers for hidden, banned and unknown people alike, and shows the owner the own profile', async () => {
  const [ada, ben, eve] = [await server.signIn(), await server.signIn(), await server.signIn()]
  await choose(ada.api, { visible: false })
  await server.pool.query(`update users.account set banned_reason = 'spam' where id = $1`, [eve.person.id])
  const ids = [ada.person.id, eve.person.id, crypto.randomUUID()]
  const answers = await Promise.all(ids.map((id) => open(ben.api, id)))
  const plain = answers.map(({ status, body: { request_id: _id, ...body } }) => ({ status, body }))
  expect(plain[0]).toMatchObject({ status: 404, body: { error_code: 'PROFILES_UNKNOWN' } })
  expect(plain.every((each) => JSON.stringify(each) === JSON.stringify(plain[0]))).toBe(true)
  expect((await open(ada.api, ada.person.id)).body).toMatchObject({ isOwn: true, visible: false })
})

it('[PRF4] takes only facts that are offered, and keeps those of a disabled plugin', async () => {
  const { api } = await server.signIn()
  const refused = await choose(api, { fields: ['email'] })
  expect([refused.status, refused.body.error_code]).toEqual([400, 'PROFILES_FIELD_UNKNOWN'])
  expect((await choose(api, { fields: ['since', 'servers', 'since'] })).status).toBe(200)
  const { body } = await api.get('/api/profiles/privacy')
  expect(body['fields']).toEqual(['since', 'servers'])
  const offered = (body['offered'] as { id: string }[]).map(({ id }) => id)
  expect(offered).toEqual(['role', 'since', 'lastSeen', 'places', 'minecraft', 'coins', 'servers'])
})

it('[PRF5] is not there while allow_public_profiles is off', async () => {
  const { api, person } = await server.signIn()
  await server.server.core.settings.write({ allow_public_profiles: false })
  expect((await open(api, person.id)).status).toBe(404)
  expect((await api.get('/api/profiles/privacy')).status).toBe(404)
  await server.server.core.settings.write({ allow_public_profiles: true })
  expect((await open(api, person.id)).status).toBe(200)
})

it('[PRF9] marks the first who registered, as many as the settings say, once it is turned on', async () => {
  const people = [await server.signIn(), await server.signIn(), await server.signIn()]
  const [first, second, third] = people
  const move = (id: string | undefined, at: string) =>
    server.pool.query('update users.account set created_at = $2 where id = $1', [id, at])
  await move(first?.person.id, '2001-01-01')
  await move(second?.person.id, '2001-01-02')
  await move(third?.person.id, '2001-01-03')
  const marked = async () => {
    const answers = await Promise.all(
      people.map(({ person }) => (first ? open(first.api, person.id) : undefined)),
    )
    return answers.map((answer) => answer?.body['earlySupporter'])
  }
  expect(await marked()).toEqual([false, false, false])
  await server.server.core.settings.write({ early_supporters_enabled: true, early_supporters_amount: 2 })
  expect(await marked()).toEqual([true, true, false])
  // An account that is deleted makes room.
  await server.pool.query('update users.account set deleted_at = now() where id = $1', [second?.person.id])
  expect((await marked()).at(-1)).toBe(true)
  await server.server.core.settings.write({ early_supporters_enabled: false })
})
