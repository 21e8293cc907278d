import { departments } from '@spawnpoint/contracts/departments/resource'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { readSlaClocks, type SlaFact, type SlaTargets } from './server/sla-clocks.ts'
import { aReply, aTicket } from './testing.ts'

const day = { from: '09:00', to: '17:00' }
const weekdays = {
  timeZone: 'Europe/Berlin',
  mon: day,
  tue: day,
  wed: day,
  thu: day,
  fri: day,
  sat: null,
  sun: null,
}
const never = { ...weekdays, mon: null, tue: null, wed: null, thu: null, fri: null }

// A Friday; Berlin is one hour ahead of UTC until 28 March 2027.
const at = (time: string, date = '2027-03-26') => Date.parse(`${date}T${time}:00+01:00`)

const read = ({
  facts = [],
  now,
  priority = 'medium',
  targets = {},
  createdAt = at('15:00'),
}: {
  facts?: readonly SlaFact[]
  now: number
  priority?: 'medium' | 'high' | 'urgent'
  targets?: Partial<SlaTargets>
  createdAt?: number
}) =>
  readSlaClocks(
    { createdAt, priority, facts },
    { firstReplyHours: 4, nextReplyHours: 8, resolutionHours: null, openingHours: weekdays, ...targets },
    now,
  ).map(({ kind, state, dueAt }) => [kind, state, dueAt && Date.parse(dueAt)])

describe('the time of a first reply', () => {
  it('[TIC40] runs in the opening hours of the department, over a weekend and a change of the clocks', () => {
    // Two hours on Friday, two on Monday, when Berlin is two hours ahead.
    const due = Date.parse('2027-03-29T11:00:00+02:00')
    expect(read({ now: at('16:00') })).toEqual([['first', 'running', due]])
    expect(read({ now: at('12:00', '2027-03-27') })).toEqual([['first', 'running', due]])
    expect(read({ now: due + 60_000 })).toEqual([['first', 'overdue', due]])
  })

  it('[TIC40] does not run on dates that the department is closed', () => {
    const openingHours = { ...weekdays, closedOn: ['2027-03-29', '2027-12-25'] }
    const due = Date.parse('2027-03-30T11:00:00+02:00')
    expect(read({ now: at('16:00'), targets: { openingHours } })).toEqual([['first', 'running', due]])
  })

  it('[TIC40] runs day and night where a department has no hours', () => {
    expect(read({ now: at('16:00'), targets: { openingHours: never } })).toEqual([
      ['first', 'running', at('19:00')],
    ])
  })

  it('[TIC40] is half as long for high priority, and a quarter for urgent', () => {
    expect(read({ now: at('15:00'), priority: 'high' })).toEqual([['first', 'running', at('17:00')]])
    expect(read({ now: at('15:00'), priority: 'urgent' })).toEqual([['first', 'running', at('16:00')]])
  })

  it('[TIC41] is met by a reply in time, and missed by a later one', () => {
    const inTime = [{ at: at('16:59'), by: 'staff' }] as const
    expect(read({ now: at('17:00', '2027-04-20'), facts: inTime })).toEqual([['first', 'met', null]])
    const late = [{ at: at('16:00', '2027-03-29'), by: 'staff' }] as const
    expect(read({ now: at('17:00', '2027-04-20'), facts: late })).toEqual([
      ['first', 'missed', Date.parse('2027-03-29T11:00:00+02:00')],
    ])
  })
})

describe('the next clocks', () => {
  const morning = at('09:00', '2027-03-25')
  const on = (time: string) => at(time, '2027-03-25')

  it('[TIC41] a question after a reply starts a clock of its own, the first question alone', () => {
    const facts = [
      { at: on('10:00'), by: 'staff' },
      { at: on('11:00'), by: 'customer' },
      { at: on('12:00'), by: 'customer' },
    ] as const
    const shown = read({ createdAt: morning, facts, now: on('13:00') })
    expect(shown).toEqual([
      ['first', 'met', null],
      ['next', 'running', at('11:00')],
    ])
    const answered = [...facts, { at: on('14:00'), by: 'staff' }] as const
    expect(read({ createdAt: morning, facts: answered, now: on('15:00') })).toEqual([['first', 'met', null]])
  })

  it("[TIC41] the customer's turn pauses the way to a resolution, and what was used stays used", () => {
    const targets = { firstReplyHours: null, resolutionHours: 4 }
    const facts = [
      { at: on('10:00'), to: 'inprogress' },
      { at: on('11:00'), to: 'waiting' },
    ] as const
    expect(read({ createdAt: morning, facts, targets, now: on('16:00') })).toEqual([
      ['resolution', 'paused', null],
    ])
    const asked = [...facts, { at: on('15:00'), by: 'customer' }] as const
    expect(read({ createdAt: morning, facts: asked, targets, now: on('16:00') })).toEqual([
      ['resolution', 'running', on('17:00')],
    ])
    const closed = [...asked, { at: on('16:30'), to: 'closed' }] as const
    expect(read({ createdAt: morning, facts: closed, targets, now: on('16:59') })).toEqual([
      ['resolution', 'met', null],
    ])
    const reopened = [...closed, { at: on('16:45'), to: 'open' }] as const
    expect(read({ createdAt: morning, facts: reopened, targets, now: on('16:50') })).toEqual([
      ['resolution', 'running', at('09:15')],
    ])
  })

  it('[TIC41] a question about work in progress leaves it in progress, and a closed ticket stands still', () => {
    const targets = { firstReplyHours: 100, resolutionHours: null }
    const facts = [{ at: on('10:00'), to: 'closed' }] as const
    expect(read({ createdAt: morning, facts, targets, now: at('10:00', '2028-01-10') })).toEqual([
      ['first', 'paused', null],
    ])
  })
})

describe('in the product', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
    await server.server.core.settings.write({ tickets_undo_seconds: 0 })
  })
  afterAll(() => server.stop())

  it('[TIC42] queue and ticket show the clocks of a department that has promised times', async () => {
    const service = server.server.core.services.find(departments.service)
    if (!service) throw new Error('departments are not running')
    const body = { description: '', enabled: true, openingHours: never }
    const make = (name: string, promised: object) =>
      server.server.core.orm.transaction((tx) => service.create(tx, { ...body, name, ...promised }))
    const fast = await make('Fast', { firstReplyHours: 2, nextReplyHours: 3, resolutionHours: 24 })
    const calm = await make('Calm', {})
    const customer = await server.signIn()
    const { api } = await server.signIn({ permissions: ['admin.tickets.list', 'admin.tickets.view'] })
    const open = async (departmentId?: string) =>
      String((await customer.api.post('/api/tickets', aTicket({ departmentId }))).body['id'])
    const [timed, free] = [await open(fast.id), await open(calm.id)]
    const due = async () => {
      const { items } = (await api.get('/api/tickets/queue')).body as unknown as {
        items: { id: string; due: { kind: string; state: string } | null }[]
      }
      return Object.fromEntries(items.map((item) => [item.id, item.due]))
    }
    const clocks = async (id: string) =>
      (
        (await api.get(`/api/tickets/queue/${id}`)).body['ticket'] as {
          sla: { kind: string; state: string }[]
        }
      ).sla
    expect(await due()).toEqual({
      [timed]: { kind: 'first', state: 'running', dueAt: expect.any(String) as unknown },
      [free]: null,
    })
    expect(await clocks(free)).toEqual([])
    await server.pool.query(`update tickets.ticket set created_at = created_at - interval '3 hours'`)
    expect(await due()).toMatchObject({ [timed]: { kind: 'first', state: 'overdue' } })
    // A note is no reply.
    await api.post(`/api/tickets/queue/${timed}/replies`, aReply({ internal: true }))
    expect(await due()).toMatchObject({ [timed]: { kind: 'first', state: 'overdue' } })
    await api.post(`/api/tickets/queue/${timed}/replies`, aReply())
    expect(await due()).toMatchObject({ [timed]: null })
    expect(await clocks(timed)).toMatchObject([
      { kind: 'first', state: 'missed' },
      { kind: 'resolution', state: 'paused' },
    ])
    await customer.api.post(`/api/tickets/${timed}/replies`, {
      body: 'Still down',
      files: [],
      requestKey: crypto.randomUUID(),
    })
    expect(await due()).toMatchObject({ [timed]: { kind: 'next', state: 'running' } })
  })
})
