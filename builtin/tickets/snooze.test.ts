import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aTicket } from './testing.ts'

let server: TestServer
let agent: Awaited<ReturnType<typeof signInAgent>>
const signInAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
beforeAll(async () => {
  server = await startTestServer()
  agent = await signInAgent()
})
afterAll(() => server.stop())

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

interface Desk {
  readonly ticket: { readonly version: number; readonly status: string; readonly snoozedUntil: string | null }
  readonly events: readonly { readonly kind: string; readonly to: string | null }[]
}
const desk = async (id: string) => (await agent.api.get(`/api/tickets/queue/${id}`)).body as unknown as Desk
const change = async (id: string, values: object) =>
  agent.api.patch(`/api/tickets/queue/${id}`, { version: (await desk(id)).ticket.version, ...values })
const find = async (query: string) => {
  const { body } = await agent.api.get(`/api/tickets/queue?limit=100&${query}`)
  return (body['items'] as { id: string }[]).map(({ id }) => id)
}
const counts = async () => (await agent.api.get('/api/tickets/queue/counts')).body

/** A customer with a ticket that is snoozed. */
const snoozed = async (subject = 'My server does not start') => {
  const customer = await server.signIn()
  const { body } = await customer.api.post('/api/tickets', aTicket({ subject }))
  const id = String(body['id'])
  const until = inDays(3)
  expect((await change(id, { snoozedUntil: until })).status).toBe(200)
  return { customer, id, until }
}

describe('a snoozed ticket', () => {
  it('[TIC46] leaves the queue and its counts, and comes back when the time is over', async () => {
    const before = await counts()
    const { id, until } = await snoozed()
    expect(await find('')).not.toContain(id)
    expect(await counts()).toEqual(before)
    expect((await desk(id)).ticket).toMatchObject({ snoozedUntil: until, status: 'open' })
    await server.pool.query(
      `update tickets.ticket set snoozed_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    expect(await find('')).toContain(id)
    expect((await desk(id)).ticket.snoozedUntil).toBeNull()
    expect(await counts()).toMatchObject({ active: Number(before['active']) + 1 })
  })

  it('[TIC46] comes back at once when its customer writes', async () => {
    const { customer, id } = await snoozed()
    const reply = { body: 'It is urgent now.', files: [], requestKey: randomUUID() }
    expect((await customer.api.post(`/api/tickets/${id}/replies`, reply)).status).toBe(200)
    expect(await find('')).toContain(id)
  })

  it('[TIC46] is brought back by staff, and by its end', async () => {
    const { id } = await snoozed()
    expect((await change(id, { snoozedUntil: null })).status).toBe(200)
    expect(await find('')).toContain(id)
    await change(id, { snoozedUntil: inDays(1) })
    await change(id, { status: 'closed' })
    await change(id, { status: 'open' })
    expect(await find('')).toContain(id)
    const lines = (await desk(id)).events.filter(({ kind }) => kind === 'snoozed')
    expect(lines.map(({ to }) => to !== null)).toEqual([true, false, true])
  })

  it('[TIC46] waits for at most 90 days, from now on, and not where it is closed', async () => {
    const { id } = await snoozed()
    for (const days of [-1, 91]) {
      const { status, body } = await change(id, { snoozedUntil: inDays(days) })
      expect([status, body.error_code]).toEqual([400, 'TICKETS_SNOOZE'])
    }
    await change(id, { status: 'closed' })
    expect((await change(id, { snoozedUntil: inDays(1) })).body.error_code).toBe('TICKETS_SNOOZE')
    expect((await desk(id)).ticket.snoozedUntil).toBeNull()
  })

  it('[TIC46] is nothing that its customer sees', async () => {
    const { customer, id } = await snoozed()
    expect(JSON.stringify((await customer.api.get(`/api/tickets/${id}`)).body)).not.toContain('snooze')
  })

  it('[TIC47] is found by the filter, by is:snoozed, by number and by words or a person', async () => {
    const { customer, id } = await snoozed('An axolotl in the console')
    const { rows } = await server.pool.query<{ number: string }>(
      'select number from tickets.ticket where id = $1',
      [id],
    )
    for (const query of [
      'filter=status:snoozed',
      'filter=status:any',
      'search=is:snoozed',
      'search=axolotl',
      'search=axolotl%20is:open',
      `search=from:${customer.person.username}`,
      `search=%23${rows[0]?.number}`,
    ])
      expect(await find(query), query).toContain(id)
    for (const query of ['search=is:open', 'filter=status:open', 'filter=status:waiting'])
      expect(await find(query), query).not.toContain(id)
    const { id: other } = await snoozed()
    await change(other, { snoozedUntil: null })
    expect(await find('filter=status:snoozed')).not.toContain(other)
  })
})
