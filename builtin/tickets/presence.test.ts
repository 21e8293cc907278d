import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { followStream } from '../../tests/support/server/follow-stream.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { aTicket } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Api = Awaited<ReturnType<TestServer['signIn']>>['api']
const anAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
const open = async (api: Api) => String((await api.post('/api/tickets', aTicket())).body['id'])

interface Viewer {
  name: string
  typing: boolean
}

/** Follows the stream of a page; `next` waits for the next event about other people. */
async function visit(api: Api, path: string) {
  const stream = await followStream(server, api, path)
  return {
    changed: () => stream.next('change'),
    next: async () => (JSON.parse((await stream.next('presence')) ?? '') as { people: Viewer[] }).people,
    seen: stream.text,
    leave: stream.close,
  }
}
const deskPath = (id: string) => `/api/tickets/queue/live?ticket=${id}`
const type = (api: Api, id: string, typing = true) => api.put(`/api/tickets/queue/${id}/typing`, { typing })
const viewersOf = async (api: Api, id: string) => {
  const { body } = await api.get('/api/tickets/queue')
  return (body['items'] as { id: string; viewers: Viewer[] }[]).find((each) => each.id === id)?.viewers
}

it('[TIC27] tells staff who else has the ticket open and who types, until they leave', async () => {
  const [customer, jonas, marta] = [await server.signIn(), await anAgent(), await anAgent()]
  const [id, other] = [await open(customer.api), await open(customer.api)]
  const [own, first, elsewhere] = [
    await visit(customer.api, `/api/tickets/live?ticket=${id}`),
    await visit(jonas.api, deskPath(id)),
    await visit(jonas.api, deskPath(other)),
  ]
  await Promise.all([own.changed(), first.changed(), elsewhere.changed()])
  const second = await visit(marta.api, deskPath(id))
  const name = (person: { username: string }) => person.username
  expect(await first.next()).toMatchObject([{ name: name(marta.person), typing: false }])
  expect(await second.next()).toMatchObject([{ name: name(jonas.person), typing: false }])
  expect((await type(marta.api, id)).status).toBe(200)
  expect(await first.next()).toMatchObject([{ name: name(marta.person), typing: true }])
  expect(await viewersOf(jonas.api, id)).toMatchObject([{ name: name(marta.person), typing: true }])
  expect(await viewersOf(marta.api, other)).toMatchObject([{ name: name(jonas.person), typing: false }])
  expect(await viewersOf(jonas.api, other)).toEqual([])
  await type(marta.api, id, false)
  expect(await first.next()).toMatchObject([{ typing: false }])
  second.leave()
  expect(await first.next()).toEqual([])
  // The customer is told of changes only.
  await customer.api.post(`/api/tickets/${id}/replies`, { body: 'Hi', requestKey: randomUUID() })
  await own.changed()
  expect(own.seen()).not.toContain('presence')
  for (const page of [own, first, elsewhere]) page.leave()
})

it('[TIC27] knows who typed before their page was connected', async () => {
  const [customer, jonas, marta] = [await server.signIn(), await anAgent(), await anAgent()]
  const id = await open(customer.api)
  expect((await type(marta.api, id)).status).toBe(200)
  const page = await visit(marta.api, deskPath(id))
  await page.changed()
  expect(await viewersOf(jonas.api, id)).toMatchObject([{ typing: true }])
  page.leave()
})

it('[TIC27] counts a person once, as long as one of their pages is open', async () => {
  const [customer, jonas, marta] = [await server.signIn(), await anAgent(), await anAgent()]
  const id = await open(customer.api)
  const pages = [await visit(marta.api, deskPath(id)), await visit(marta.api, deskPath(id))]
  await Promise.all(pages.map((page) => page.changed()))
  const watching = await visit(jonas.api, deskPath(id))
  expect(await watching.next()).toHaveLength(1)
  pages[0]?.leave()
  await type(marta.api, id)
  // The next news is of the other page.
  expect(await watching.next()).toMatchObject([{ typing: true }])
  pages[1]?.leave()
  expect(await watching.next()).toEqual([])
  watching.leave()
})

it('[TIC27] forgets a person whose page is gone without a word', async () => {
  const [customer, jonas, marta] = [await server.signIn(), await anAgent(), await anAgent()]
  const id = await open(customer.api)
  const leftSince = (seconds: number) =>
    server.pool.query(
      `insert into tickets.presence (ticket_id, person, seen_at, typing_at) values ($1, $2, now() - $3 * interval '1 second', now())
       on conflict (ticket_id, person) do update set seen_at = excluded.seen_at`,
      [id, marta.person.id, seconds],
    )
  await leftSince(8)
  expect(await viewersOf(jonas.api, id)).toHaveLength(1)
  await leftSince(21)
  expect(await viewersOf(jonas.api, id)).toEqual([])
})

it('[TIC27] is for staff who may open the ticket', async () => {
  const [customer, jonas] = [await server.signIn(), await anAgent()]
  const id = await open(customer.api)
  expect((await type(customer.api, id)).status).toBe(403)
  expect((await type(jonas.api, randomUUID())).status).toBe(404)
  await type(jonas.api, id)
  // Typing alone, without the page, makes nobody present.
  await until('nobody is there', async () => (await viewersOf((await anAgent()).api, id))?.length === 0)
})
