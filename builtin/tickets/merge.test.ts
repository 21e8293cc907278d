import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
let agent: Person
let now = Date.parse('2027-03-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date(now) } })
  agent = await signInAgent()
})
afterAll(() => server.stop())

const signInAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
type Person = Awaited<ReturnType<TestServer['signIn']>>
type Api = Person['api']
const upload = (api: Api) => {
  const form = new FormData()
  form.append('file', new Blob(['[12:00:01] [main/INFO]: Loading']), 'latest.log')
  return api.post('/api/tickets/files', form)
}
const idOf = ({ body }: Awaited<ReturnType<typeof upload>>) => String(body['id'])
const open = async (api: Api, over: object = {}) => idOf(await api.post('/api/tickets', aTicket(over)))
const answer = (id: string, over: object) => agent.api.post(`/api/tickets/queue/${id}/replies`, aReply(over))
const hold = (seconds: number) => server.server.core.settings.write({ tickets_undo_seconds: seconds })
const statuses = (apis: readonly Api[], path: string) =>
  Promise.all(apis.map(async (api) => (await api.get(path)).status))

describe('a merge', () => {
  type Message = { body: string }
  const at = (id: string) => `/api/tickets/queue/${id}/merge`
  const read = async (api: Api, path: string) => (await api.get(path)).body
  const ticketOf = async (id: string) =>
    (await read(agent.api, `/api/tickets/queue/${id}`))['ticket'] as { version: number; status: string }
  const merge = async (id: string, into: string) =>
    agent.api.post(at(id), { into, version: (await ticketOf(id)).version })
  const said = async (api: Api, path: string) =>
    ((await read(api, path))['messages'] as Message[]).map(({ body }) => body).toSorted()
  const found = async (word: string) =>
    ((await read(agent.api, `/api/tickets/queue?search=${word}`))['items'] as { id: string }[]).map(
      ({ id }) => id,
    )

  /** Two tickets of one customer; the first has a file, a note and a word of its own. */
  async function aPair() {
    await hold(0)
    const customer = await server.signIn()
    const word = `w${randomUUID().slice(0, 8)}`
    const older = await open(customer.api, { body: 'older' })
    const file = idOf(await upload(customer.api))
    const source = await open(customer.api, { body: `newer ${word}`, files: [file] })
    await answer(source, { body: 'note', internal: true })
    return { customer, word, older, source, file }
  }

  it('[TIC34] moves messages, notes and files, and both numbers keep working', async () => {
    const { customer, word, older, source, file } = await aPair()
    expect((await merge(source, older)).body).toMatchObject({ success: true, id: older })
    expect(await said(customer.api, `/api/tickets/${older}`)).toEqual([`newer ${word}`, 'older'])
    expect(await said(agent.api, `/api/tickets/queue/${older}`)).toEqual([`newer ${word}`, 'note', 'older'])
    expect(await said(customer.api, `/api/tickets/${source}`)).toEqual([])
    expect(await read(customer.api, `/api/tickets/${source}`)).toMatchObject({
      ticket: { status: 'closed', mergedInto: { id: older } },
    })
    expect(await found(word)).toEqual([older])
    expect(await statuses([customer.api, agent.api], `/api/tickets/files/${file}`)).toEqual([200, 404])
    const { rows } = await server.pool.query('select ticket_id from tickets.attachment where id = $1', [file])
    expect(rows).toEqual([{ ticket_id: older }])
    const key = randomUUID()
    const late = await customer.api.post(`/api/tickets/${source}/replies`, { body: 'late', requestKey: key })
    expect(late.body.error_code).toBe('TICKETS_CLOSED')
    expect((await answer(source, { internal: true })).body.error_code).toBe('TICKETS_MERGED')
    const { version } = await ticketOf(source)
    const reopened = await agent.api.patch(`/api/tickets/queue/${source}`, { version, status: 'open' })
    expect(reopened.body.error_code).toBe('TICKETS_MERGED')
    const rated = await customer.api.post(`/api/tickets/${source}/rating`, { rating: 'bad' })
    expect(rated.body.error_code).toBe('TICKETS_OPEN')
  })

  it('[TIC34] joins only tickets of one customer, as they were seen, with no reply on its way', async () => {
    const { customer, older, source } = await aPair()
    const stranger = await server.signIn()
    const foreign = await open(stranger.api)
    const targets = (await read(agent.api, at(source)))['tickets'] as { id: string }[]
    expect(targets.map(({ id }) => id)).toEqual([older])
    for (const into of [foreign, source])
      expect((await merge(source, into)).body.error_code).toBe('TICKETS_MERGE_OTHER')
    for (const { api } of [customer, stranger]) {
      expect((await api.post(at(source), { into: older, version: 1 })).status).toBe(403)
      expect((await api.get(at(source))).status).toBe(403)
      expect((await api.delete(at(source))).status).toBe(403)
    }
    expect((await agent.api.post(at(source), { into: older, version: 99 })).body.error_code).toBe(
      'STALE_EDIT',
    )
    await hold(60)
    const held = await answer(older, {})
    expect((await merge(source, older)).body.error_code).toBe('TICKETS_SENDING')
    await agent.api.delete(`/api/tickets/queue/${older}/replies/${String(held.body['id'])}`)
    await customer.api.post(`/api/tickets/${older}/close`)
    expect((await merge(source, older)).body.error_code).toBe('TICKETS_CLOSED')
  })

  it('[TIC35] is undone within a day: what was moved comes back, what came since stays', async () => {
    const { customer, word, older, source, file } = await aPair()
    const third = await open(customer.api, { body: 'third' })
    await merge(source, older)
    await customer.api.post(`/api/tickets/${older}/replies`, { body: 'since', requestKey: randomUUID() })
    // A merge of merged tickets is undone from its end.
    await merge(older, third)
    expect((await agent.api.delete(at(source))).body.error_code).toBe('TICKETS_MERGED')
    expect((await agent.api.delete(at(older))).status).toBe(200)
    expect((await agent.api.delete(at(source))).status).toBe(200)
    expect(await said(customer.api, `/api/tickets/${source}`)).toEqual([`newer ${word}`])
    expect(await said(customer.api, `/api/tickets/${older}`)).toEqual(['older', 'since'])
    expect(await said(customer.api, `/api/tickets/${third}`)).toEqual(['third'])
    expect([await found(word), (await ticketOf(source)).status]).toEqual([[source], 'open'])
    const { rows } = await server.pool.query('select ticket_id from tickets.attachment where id = $1', [file])
    expect(rows).toEqual([{ ticket_id: source }])
    expect((await agent.api.delete(at(source))).status).toBe(404)
    await merge(source, older)
    now += 25 * 3_600_000
    agent = await signInAgent()
    expect((await agent.api.delete(at(source))).body.error_code).toBe('TICKETS_MERGE_OLD')
  })
})
