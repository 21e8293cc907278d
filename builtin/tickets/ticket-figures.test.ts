import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { aTicket } from './testing.ts'

const DAY_MS = 86_400_000
let now = new Date('2027-03-01T12:00:00Z')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
afterAll(() => server.stop())

/** Thirty numbers: those of the last days are given, the others are 0. */
const lastDays = (...counts: number[]) => [...Array.from({ length: 30 - counts.length }, () => 0), ...counts]

it('[TIC51] counts tickets opened and closed on each of the last 30 days; one that was reopened is not closed', async () => {
  // A session does not last from one step to the next.
  const signInAgent = () => server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
  const figures = async () => (await (await signInAgent()).api.get('/api/tickets/figures')).body
  const open = async () => {
    const customer = await server.signIn()
    return String((await customer.api.post('/api/tickets', aTicket())).body['id'])
  }
  const setStatus = async (id: string, status: string) => {
    const agent = await signInAgent()
    const { ticket } = (await agent.api.get(`/api/tickets/queue/${id}`)).body as unknown as {
      ticket: { version: number }
    }
    const { version } = ticket
    expect((await agent.api.patch(`/api/tickets/queue/${id}`, { version, status })).status).toBe(200)
  }
  await open()
  now = new Date(now.getTime() + 29 * DAY_MS)
  const [first, second] = [await open(), await open()]
  await setStatus(first, 'closed')
  expect(await figures()).toMatchObject({ opened: [1, ...lastDays(2).slice(1)], closed: lastDays(1) })
  now = new Date(now.getTime() + DAY_MS)
  await setStatus(first, 'open')
  await setStatus(second, 'closed')
  // The first of all was opened 30 days ago, which is no longer counted.
  expect(await figures()).toMatchObject({ opened: lastDays(2, 0), closed: lastDays(0, 1) })
})
