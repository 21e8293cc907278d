import { RedeemCodes } from '@spawnpoint/contracts/redeem-codes'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aComment, aSource, aTicket, aVoucher } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { runImport } from '../../tests/support/importers/run-import.ts'
import { writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

const logIn = async (login: string) => {
  const api = given.anonymous()
  await api.post('/api/auth/login', { login, password: 'a fine phrase' })
  return api
}

it('[IMP10] [TIC50] tickets come with messages, dates, state and department, and nobody is told', async () => {
  const { name, aUser } = aSource()
  const staff = await given.signIn({ role: 'Administrator' })
  await staff.api.post('/api/departments', {
    name: `Billing ${name}`,
    description: '',
    enabled: true,
    openingHours: {
      timeZone: 'UTC',
      mon: null,
      tue: null,
      wed: null,
      thu: null,
      fri: null,
      sat: null,
      sun: null,
    },
  })
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1), aUser(2), aUser(3, { email: 'none' })],
    ticket_categories: [
      { id: 1, name: `BILLING ${name}` },
      { id: 2, name: 'Unknown' },
    ],
    tickets: [
      aTicket(1, 1),
      aTicket(2, 1, {
        status: 'Closed',
        ticketcategory_id: 2,
        title: '\u0007',
        priority: 'Low',
        updated_at: '2025-01-02 10:00:00',
      }),
      aTicket(3, 3),
    ],
    ticket_comments: [
      aComment(1, 1, 2, 'Which version?'),
      aComment(2, 1, 1, `1.21\u0000 ${'x'.repeat(10_000)}`),
      aComment(3, 1, 3, 'From somebody who did not come along'),
      aComment(4, 3, 3),
      aComment(5, 1, 1, ' \r\n '),
    ],
  })
  const told = async () =>
    (await given.pool.query(`select 1 from kernel.outbox where name like 'tickets:%'`)).rowCount
  const before = await told()
  const { kinds } = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(await told()).toBe(before)
  expect(kinds.ticket).toEqual({
    found: 3,
    created: 2,
    existing: 0,
    skipped: { 'the owner was not taken over': { count: 1, first: ['3'] } },
    notes: {
      'no subject; "(no subject)" is written': { count: 1, first: ['2'] },
      'its department is not a department here': { count: 1, first: ['2'] },
    },
  })
  expect(kinds.message).toEqual({
    found: 5,
    created: 3,
    existing: 0,
    skipped: {
      'the ticket was not taken over': { count: 1, first: ['4'] },
      'the message is empty': { count: 1, first: ['5'] },
    },
    notes: { 'the message is longer than 10,000 characters and was cut': { count: 1, first: ['2'] } },
  })
  const api = await logIn(`1@${name}.example.com`)
  const { body } = await api.get('/api/tickets')
  const items = body['items'] as readonly { id: string; subject: string }[]
  expect(items).toMatchObject([
    { subject: 'Ticket 1', status: 'open', priority: 'high', createdAt: '2025-01-01T10:00:00.000Z' },
    { subject: '(no subject)', status: 'closed', priority: 'low' },
  ])
  const open = items.find(({ subject }) => subject === 'Ticket 1')
  const read = (await api.get(`/api/tickets/${open?.id}`)).body as unknown as {
    ticket: unknown
    messages: readonly { body: string; staff: boolean }[]
  }
  expect(read.messages.map(({ body: text, staff: byStaff }) => [text.slice(0, 24), byStaff])).toEqual([
    ['It does not start.\nWhy?', false],
    ['Which version?', true],
    [`1.21 ${'x'.repeat(19)}`, false],
    ['From somebody who did no', true],
  ])
  expect(JSON.stringify(read.messages[1])).toContain('2025-01-02T10:00:01.000Z')
  expect(JSON.stringify(read.messages[3])).toContain('CtrlPanel')
  const { rows } = await given.pool.query(
    `select d.name from tickets.ticket t join departments.department d on d.id = t.department_id where t.id = $1`,
    [open?.id],
  )
  expect(rows).toEqual([{ name: `Billing ${name}` }])
})

it('[IMP11] [RDM13] codes come with the uses that are left and who has used them', async () => {
  const { name, aUser } = aSource()
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users: [aUser(1, { credits: 0 }), aUser(2, { credits: 0 }), aUser(3, { email: 'none', credits: 0 })],
    vouchers: [
      aVoucher(1, `${name}-A`, { uses: 3 }),
      aVoucher(2, `${name}-B`, { uses: 1, credits: 1500 }),
      aVoucher(3, 'two words'),
      aVoucher(4, `${name}-a`),
      aVoucher(5, `${name}-C`, { credits: 999 }),
      aVoucher(6, `${name}-D`, { expires_at: '2020-01-02 03:04:05' }),
    ],
    user_voucher: [
      { user_id: 1, voucher_id: 1, created_at: '2025-02-02 02:02:02' },
      { user_id: 3, voucher_id: 1, created_at: '2025-02-03 02:02:02' },
      { user_id: 2, voucher_id: 2, created_at: '2025-02-02 02:02:02' },
    ],
  })
  const { kinds } = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(kinds.code).toEqual({
    found: 6,
    created: 3,
    existing: 0,
    skipped: {
      'the code has characters or a length that no code here has': { count: 1, first: ['3'] },
      'a code here reads the same': { count: 1, first: ['4'] },
      'it gives less than one coin, or too many': { count: 1, first: ['5'] },
    },
    notes: { 'its coins were rounded down': { count: 1, first: ['2'] } },
  })
  const { rows } = await given.pool.query(
    `select c.code, c.coins::int, c.uses, c.status, count(r.id)::int as used
     from redeem_codes.redeem_code c left join redeem_codes.redemption r on r.code_id = c.id
     where c.code like $1 group by c.id order by c.code`,
    [`${name}-%`],
  )
  expect(rows).toEqual([
    { code: `${name}-A`, coins: 50, uses: 1, status: 'enabled', used: 1 },
    { code: `${name}-B`, coins: 1, uses: 0, status: 'depleted', used: 1 },
    { code: `${name}-D`, coins: 50, uses: 10, status: 'expired', used: 0 },
  ])
  const redeem = async (user: number, code: string) => {
    const { rows: found } = await given.pool.query<{ id: string }>(
      'select id from users.account where email = $1',
      [`${user}@${name}.example.com`],
    )
    const service = given.server.core.services.find(RedeemCodes)
    return (await service?.redeem({ user: found[0]?.id ?? '', code, requestKey: randomUUID() }))?.outcome
  }
  expect([await redeem(1, `${name}-A`), await redeem(2, `${name}-A`), await redeem(1, `${name}-B`)]).toEqual([
    'already',
    'redeemed',
    'depleted',
  ])
})
