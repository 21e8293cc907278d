import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aTicket } from './testing.ts'

const dayMs = 86_400_000
let server: TestServer
let agent: Awaited<ReturnType<TestServer['signIn']>>
let now = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
  agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
})
afterAll(() => server.stop())

type Api = typeof agent.api
const idOf = ({ body }: { readonly body: Record<string, unknown> }) => String(body['id'])
const ticketOf = async (id: string) =>
  (await agent.api.get(`/api/tickets/queue/${id}`)).body['ticket'] as { version: number }
const run = () => server.runJob('tickets', 'delete-closed')
const keep = (days: number) => server.server.core.settings.write({ tickets_keep_closed_days: days })
const close = async (api: Api, id: string) =>
  expect((await api.post(`/api/tickets/${id}/close`)).status).toBe(200)
const kept = async () => {
  const { rows } = await server.pool.query<{ id: string }>('select id from tickets.ticket')
  return rows.map(({ id }) => id).toSorted()
}

it('[TIC52] closed tickets go with their files and those merged into them once the operator limits it', async () => {
  await server.server.core.settings.write({ tickets_undo_seconds: 0 })
  const { api } = await server.signIn()
  const form = new FormData()
  form.append('file', new Blob(['[12:00:01] [main/INFO]: Loading']), 'latest.log')
  const file = idOf(await api.post('/api/tickets/files', form))
  const old = idOf(await api.post('/api/tickets', aTicket({ files: [file] })))
  const merged = idOf(await api.post('/api/tickets', aTicket()))
  const open = idOf(await api.post('/api/tickets', aTicket()))
  const { version } = await ticketOf(merged)
  const done = await agent.api.post(`/api/tickets/queue/${merged}/merge`, { into: old, version })
  expect(done.body).toMatchObject({ success: true })
  await close(api, old)
  now += 400 * dayMs
  const fresh = await server.signIn()
  const late = idOf(await fresh.api.post('/api/tickets', aTicket()))
  await close(fresh.api, late)
  await run()
  expect(await kept(), 'kept unless told otherwise').toEqual([old, merged, open, late].toSorted())
  await keep(365)
  await run()
  expect(await kept()).toEqual([open, late].toSorted())
  const { rows } = await server.pool.query('select id from tickets.attachment')
  expect(rows).toEqual([])
})
