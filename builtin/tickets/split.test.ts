import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
let agent: Person
let now = Date.parse('2027-03-01T12:00:00Z')
const signInAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => new Date((now += 1_000)) } })
  await server.server.core.settings.write({ tickets_undo_seconds: 0 })
  agent = await signInAgent()
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<TestServer['signIn']>>
type Api = Person['api']
interface Desk {
  readonly ticket: {
    readonly version: number
    readonly status: string
    readonly lastBy: string
    readonly createdAt: string
    readonly previous: { readonly id: string } | null
  }
  readonly messages: readonly { readonly id: string; readonly body: string; readonly at: string }[]
  readonly events: readonly {
    readonly kind: string
    readonly from: string | null
    readonly to: string | null
  }[]
}
const desk = async (id: string) => (await agent.api.get(`/api/tickets/queue/${id}`)).body as unknown as Desk
const said = async (id: string) => (await desk(id)).messages.map(({ body }) => body)
const answer = (id: string, over: object = {}) =>
  agent.api.post(`/api/tickets/queue/${id}/replies`, aReply(over))
const write = (api: Api, id: string, body: string, files: readonly string[] = []) =>
  api.post(`/api/tickets/${id}/replies`, { body, files, requestKey: randomUUID() })
const attach = async (api: Api, ticket: string) => {
  const form = new FormData()
  form.append('ticket', ticket)
  form.append('file', new Blob(['[12:00:01] [main/INFO]: Loading']), 'latest.log')
  return String((await api.post('/api/tickets/files', form)).body['id'])
}
const found = async (word: string) =>
  ((await agent.api.get(`/api/tickets/queue?search=${word}`)).body['items'] as { id: string }[]).map(
    ({ id }) => id,
  )

/** A ticket with a question, its answer, and another question with a file and a word of its own. */
async function twoQuestions() {
  const customer = await server.signIn()
  const id = String((await customer.api.post('/api/tickets', aTicket({ body: 'first' }))).body['id'])
  await answer(id, { body: 'answered' })
  const word = `w${randomUUID().slice(0, 8)}`
  const file = await attach(customer.api, id)
  await write(customer.api, id, `second ${word}`, [file])
  await answer(id, { body: 'note', internal: true })
  const { messages, ticket } = await desk(id)
  const from = messages.find(({ body }) => body.startsWith('second'))?.id ?? ''
  const body = { from, subject: 'The second question', version: ticket.version, requestKey: randomUUID() }
  const split = (over: object = {}, api: Api = agent.api) =>
    api.post(`/api/tickets/queue/${id}/split`, { ...body, ...over })
  return { customer, id, word, file, messages, split }
}

describe('a split', () => {
  it('[TIC48] moves a message and all after it with their files into a new ticket of the customer', async () => {
    const { customer, id, word, file, messages, split } = await twoQuestions()
    const { status, body } = await split()
    expect(status).toBe(200)
    const made = String(body['id'])
    expect(await said(id)).toEqual(['first', 'answered'])
    expect(await said(made)).toEqual([`second ${word}`, 'note'])
    expect(await found(word)).toEqual([made])
    const own = (await customer.api.get(`/api/tickets/${made}`)).body
    expect(own).toMatchObject({ ticket: { subject: 'The second question', previous: { id } } })
    expect((await customer.api.get(`/api/tickets/files/${file}`)).status).toBe(200)
    const { rows } = await server.pool.query('select ticket_id from tickets.attachment where id = $1', [file])
    expect(rows).toEqual([{ ticket_id: made }])
    // Both wait for the side that did not write last.
    const [before, after] = [await desk(id), await desk(made)]
    expect(before.ticket).toMatchObject({ status: 'replied', lastBy: 'staff' })
    expect(after.ticket).toMatchObject({ status: 'open', lastBy: 'customer' })
    expect(after.ticket.createdAt).toBe(messages[2]?.at)
    expect([before.events.at(-1), after.events.at(-1)]).toMatchObject([
      { kind: 'split', to: `#${Number(body['number'])}` },
      { kind: 'split', to: null },
    ])
  })

  it('[TIC48] happens once for each request, and on what was seen', async () => {
    const { id, split } = await twoQuestions()
    expect((await split({ version: 99 })).body.error_code).toBe('STALE_EDIT')
    const [one, other] = [await split(), await split()]
    expect(one.body['id']).toBe(other.body['id'])
    expect((await split({ subject: 'Another' })).body.error_code).toBe('TICKETS_KEY_REUSED')
    expect(await said(id)).toEqual(['first', 'answered'])
  })

  it('[TIC48] begins with a later message of the customer, and not while a reply can be undone', async () => {
    const { customer, id, messages, split } = await twoQuestions()
    for (const { id: from } of [messages[0], messages[1], { id: '1' }].filter((each) => each !== undefined))
      expect((await split({ from })).body.error_code).toBe('TICKETS_SPLIT')
    const foreign = await twoQuestions()
    expect((await split({ from: foreign.messages[2]?.id })).body.error_code).toBe('TICKETS_SPLIT')
    await server.server.core.settings.write({ tickets_undo_seconds: 60 })
    const held = await answer(id)
    expect((await split()).body.error_code).toBe('TICKETS_SENDING')
    await agent.api.delete(`/api/tickets/queue/${id}/replies/${String(held.body['id'])}`)
    await server.server.core.settings.write({ tickets_undo_seconds: 0 })
    expect((await split({}, customer.api)).status).toBe(403)
    expect((await split()).status).toBe(200)
  })

  it('[TIC48] is taken back by a merge', async () => {
    const { id, word, split } = await twoQuestions()
    const made = String((await split()).body['id'])
    const { version } = (await desk(made)).ticket
    expect((await agent.api.post(`/api/tickets/queue/${made}/merge`, { into: id, version })).status).toBe(200)
    expect(await said(id)).toEqual(['first', 'answered', `second ${word}`, 'note'])
    expect((await split({ requestKey: randomUUID() })).body.error_code).toBe('STALE_EDIT')
  })
})
