import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { followStream } from '../../tests/support/server/follow-stream.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aReply, aTicket } from './testing.ts'

let server: TestServer
let agent: Person
beforeAll(async () => {
  server = await startTestServer()
  agent = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
  await server.server.core.settings.write({ tickets_undo_seconds: 0 })
})
afterAll(() => server.stop())

type Person = Awaited<ReturnType<TestServer['signIn']>>
type Api = Person['api']

const open = async (api: Api) => String((await api.post('/api/tickets', aTicket())).body['id'])

/** Follows the changes of a ticket. */
async function follow(api: Api, path: string) {
  const { next, ...stream } = await followStream(server, api, path)
  return { ...stream, next: () => next('change') }
}

describe('a live page', () => {
  it('[TIC20] is told of each change of its ticket by an event', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    const [own, desk] = [
      await follow(customer.api, `/api/tickets/live?ticket=${id}`),
      await follow(agent.api, `/api/tickets/queue/live?ticket=${id}`),
    ]
    expect([own.status, own.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const event = JSON.stringify({ ticket: id })
    // The first comes at once.
    expect([await own.next(), await desk.next()]).toEqual([event, event])
    await agent.api.post(`/api/tickets/queue/${id}/replies`, aReply())
    expect([await own.next(), await desk.next()]).toEqual([event, event])
    await customer.api.post(`/api/tickets/${id}/replies`, { body: 'Hi', requestKey: randomUUID() })
    expect([await own.next(), await desk.next()]).toEqual([event, event])
    await agent.api.post(`/api/tickets/queue/${id}/replies`, aReply({ internal: true }))
    expect(await desk.next()).toBe(event)
    await server.server.core.settings.write({ tickets_undo_seconds: 60 })
    const held = await agent.api.post(`/api/tickets/queue/${id}/replies`, aReply())
    expect(await desk.next()).toBe(event)
    await agent.api.delete(`/api/tickets/queue/${id}/replies/${String(held.body['id'])}`)
    expect(await desk.next()).toBe(event)
    await server.server.core.settings.write({ tickets_undo_seconds: 0 })
    await Promise.all([own.close(), desk.close()])
  })

  it('[TIC20] is for those who may read the ticket, and only for event sources', async () => {
    const [customer, stranger] = [await server.signIn(), await server.signIn()]
    const id = await open(customer.api)
    expect((await stranger.api.get(`/api/tickets/live?ticket=${id}`)).status).toBe(404)
    expect((await agent.api.get(`/api/tickets/live?ticket=${id}`)).status).toBe(404)
    expect((await customer.api.get(`/api/tickets/queue/live?ticket=${id}`)).status).toBe(403)
    expect((await agent.api.get(`/api/tickets/queue/live?ticket=${randomUUID()}`)).status).toBe(404)
    expect((await customer.api.get(`/api/tickets/live?ticket=${id}`)).body).toEqual({ success: true })
  })

  it('[TIC20] ends its oldest stream beyond six, and all with the plugin', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    const path = `/api/tickets/live?ticket=${id}`
    const streams: Awaited<ReturnType<typeof follow>>[] = []
    for (let count = 0; count < 7; count += 1) streams.push(await follow(customer.api, path))
    for (const stream of streams.slice(1)) expect(await stream.next()).not.toBeNull()
    await customer.api.post(`/api/tickets/${id}/replies`, { body: 'Hi', requestKey: randomUUID() })
    for (const stream of streams.slice(1)) expect(await stream.next()).not.toBeNull()
    // At most the first event came before its end.
    const first = await streams[0]?.next()
    expect(first && (await streams[0]?.next())).toBeNull()
    await server.server.plugins.disable('tickets', null)
    for (const stream of streams.slice(1)) expect(await stream.next()).toBeNull()
    await server.server.plugins.enable('tickets', null)
  })
})

describe('a draft', () => {
  const draftOf = async (api: Api, query = '') => (await api.get(`/api/tickets/draft${query}`)).body['draft']

  it('[TIC21] is kept for each ticket and person, on every device, until it is sent', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    const draft = { subject: '', body: 'Half a sen' }
    expect((await customer.api.put('/api/tickets/draft', { ticket: id, body: 'Half' })).status).toBe(200)
    expect((await customer.api.put('/api/tickets/draft', { ticket: id, ...draft })).status).toBe(200)
    const device = await server.signInAgain(customer.person.id)
    expect(await draftOf(device, `?ticket=${id}`)).toEqual(draft)
    expect(await draftOf(agent.api, `?ticket=${id}`)).toBeNull()
    await agent.api.put('/api/tickets/draft', { ticket: id, body: 'Mine' })
    await customer.api.post(`/api/tickets/${id}/replies`, {
      body: 'Half a sentence',
      requestKey: randomUUID(),
    })
    expect(await draftOf(device, `?ticket=${id}`)).toBeNull()
    expect(await draftOf(agent.api, `?ticket=${id}`)).toEqual({ subject: '', body: 'Mine' })
    await agent.api.post(`/api/tickets/queue/${id}/replies`, aReply())
    expect(await draftOf(agent.api, `?ticket=${id}`)).toBeNull()
  })

  it('[TIC21] of a new ticket ends with it; an empty one is removed', async () => {
    const { api, person } = await server.signIn()
    await api.put('/api/tickets/draft', { subject: 'Help', body: 'My ser\u0000ver' })
    expect(await draftOf(api)).toEqual({ subject: 'Help', body: 'My server' })
    await api.put('/api/tickets/draft', { subject: ' ', body: '' })
    expect(await draftOf(api)).toBeNull()
    await api.put('/api/tickets/draft', { subject: 'Help', body: 'again' })
    await open(api)
    const { rows } = await server.pool.query('select 1 from tickets.draft where person = $1', [person.id])
    expect(rows).toEqual([])
  })

  it('[TIC21] is kept for no ticket of another', async () => {
    const [customer, stranger] = [await server.signIn(), await server.signIn()]
    const id = await open(customer.api)
    const put = await stranger.api.put('/api/tickets/draft', { ticket: id, body: 'Hi' })
    expect([put.status, (await stranger.api.get(`/api/tickets/draft?ticket=${id}`)).status]).toEqual([
      404, 404,
    ])
  })
})

describe('a rating', () => {
  it('[TIC22] is given once after the end, by the customer', async () => {
    const [customer, stranger] = [await server.signIn(), await server.signIn()]
    const id = await open(customer.api)
    const rate = (api: Api, rating: string) => api.post(`/api/tickets/${id}/rating`, { rating })
    expect((await rate(customer.api, 'good')).body.error_code).toBe('TICKETS_OPEN')
    await customer.api.post(`/api/tickets/${id}/close`)
    for (const { api } of [stranger, agent]) expect((await rate(api, 'bad')).status).toBe(404)
    expect((await rate(customer.api, 'good')).status).toBe(200)
    expect((await rate(customer.api, 'good')).status).toBe(200)
    expect((await rate(customer.api, 'bad')).body.error_code).toBe('TICKETS_RATED')
    const { body } = await customer.api.get(`/api/tickets/${id}`)
    expect(body['ticket']).toMatchObject({ rating: 'good' })
  })

  it('[TIC22] takes one comment, with it or later, which staff read after a day', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    const rate = (body: object) => customer.api.post(`/api/tickets/${id}/rating`, body)
    await customer.api.post(`/api/tickets/${id}/close`)
    await rate({ rating: 'bad' })
    expect((await rate({ rating: 'bad', comment: ' ' })).status).toBe(400)
    expect((await rate({ rating: 'bad', comment: 'x'.repeat(1_001) })).status).toBe(400)
    expect((await rate({ rating: 'good', comment: 'It works' })).body.error_code).toBe('TICKETS_RATED')
    const added = await rate({ rating: 'bad', comment: ' Too slow\n' })
    expect(added.body).toMatchObject({ rating: 'bad', ratingComment: 'Too slow' })
    // A repeated call, as a lost answer makes it, and a click without a comment change nothing.
    expect((await rate({ rating: 'bad', comment: 'Too slow' })).status).toBe(200)
    expect((await rate({ rating: 'bad' })).body).toMatchObject({ ratingComment: 'Too slow' })
    expect((await rate({ rating: 'bad', comment: 'Far too slow' })).body.error_code).toBe('TICKETS_RATED')
    const own = await customer.api.get(`/api/tickets/${id}`)
    expect(own.body['ticket']).toMatchObject({ rating: 'bad', ratingComment: 'Too slow' })
    const desk = async () => (await agent.api.get(`/api/tickets/queue/${id}`)).body['ticket']
    expect(await desk()).toMatchObject({ rating: null, ratingComment: null })
    await server.pool.query(
      `update tickets.ticket set rated_at = now() - interval '25 hours' where id = $1`,
      [id],
    )
    expect(await desk()).toMatchObject({ rating: 'bad', ratingComment: 'Too slow' })
    // The words of a customer stay out of the audit log, which outlives the account.
    const { rows } = await server.pool.query(`select 1 from kernel.audit where "after"::text like '%slow%'`)
    expect(rows).toEqual([])
  })

  it('[TIC22] is shown to staff after a day, and ends when the ticket is opened again', async () => {
    const customer = await server.signIn()
    const id = await open(customer.api)
    await customer.api.post(`/api/tickets/${id}/close`)
    await customer.api.post(`/api/tickets/${id}/rating`, { rating: 'bad' })
    const desk = async () =>
      (await agent.api.get(`/api/tickets/queue/${id}`)).body['ticket'] as { rating: string; version: number }
    expect((await desk()).rating).toBeNull()
    await server.pool.query(
      `update tickets.ticket set rated_at = now() - interval '25 hours' where id = $1`,
      [id],
    )
    // A comment that follows later does not hide the rating again.
    await customer.api.post(`/api/tickets/${id}/rating`, { rating: 'bad', comment: 'Too slow' })
    const { rating, version } = await desk()
    expect(rating).toBe('bad')
    await agent.api.patch(`/api/tickets/queue/${id}`, { version, status: 'open' })
    expect((await desk()).rating).toBeNull()
    const { rows } = await server.pool.query(
      'select rating, rating_comment from tickets.ticket where id = $1',
      [id],
    )
    expect(rows).toEqual([{ rating: null, rating_comment: null }])
  })
})
