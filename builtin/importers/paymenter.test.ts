import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HASH, PASSWORD } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { paymenterSchema } from '../../tests/support/importers/paymenter-schema.ts'
import { runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { sqlSources, writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

const aSource = () => {
  const name = `p${randomUUID().slice(0, 8)}`
  const aUser = (id: number, firstName: string | null) => ({
    id,
    first_name: firstName,
    last_name: 'van der Berg',
    email: `${id}@${name}.example.com`,
    email_verified_at: id === 1 ? '2025-01-02 03:04:05' : null,
    password: HASH,
    created_at: '2024-01-02 03:04:05',
  })
  const aCredit = (id: number, user: number, amount: string, currency = 'EUR') => ({
    id,
    user_id: user,
    currency_code: currency,
    amount,
  })
  return { name, aUser, aCredit }
}

it.each(sqlSources())('[IMP14] people, credit and tickets of Paymenter come from a %s', async (kind) => {
  const { name, aUser, aCredit } = aSource()
  const from = await writeSqlSource(kind, paymenterSchema, {
    users: [aUser(1, 'Anneke'), aUser(2, 'X Æ A-12')],
    credits: [aCredit(1, 1, '12.34'), aCredit(2, 2, '0.05'), aCredit(3, 2, '7.00', 'USD')],
    services: [
      { id: 7, status: 'cancelled', user_id: 1, currency_code: 'EUR', price: '1.00' },
      { id: 8, status: 'active', user_id: 1, currency_code: 'EUR', price: '1.00' },
    ],
    tickets: [
      {
        id: 1,
        subject: 'Refund',
        status: 'replied',
        priority: 'high',
        department: 'Sales',
        user_id: 1,
        created_at: '2025-01-01 00:00:00',
        updated_at: '2025-01-02 00:00:00',
      },
    ],
    ticket_messages: [
      { id: 1, ticket_id: 1, user_id: 1, message: 'Please', created_at: '2025-01-01 00:00:00' },
      { id: 2, ticket_id: 1, user_id: 2, message: 'Done', created_at: '2025-01-02 00:00:00' },
    ],
    coupons: [{ id: 1, type: 'percentage', code: 'TEN', value: '10.00' }],
  })
  const options = { from, as: name, 'coins-per-credit': '10' }
  const refused = async (given_: Readonly<Record<string, string>>) =>
    (await runCommand(given, 'import paymenter', given_)).text
  expect(await refused({ from, as: name })).toContain('Credit in Paymenter is money')
  expect(await refused(options)).toContain('People have credit in EUR, USD. Choose')
  expect(await refused({ ...options, currency: 'GBP' })).toBe('Nobody has credit in GBP: there is EUR, USD.')
  const report = await runImport(given, 'paymenter', { ...options, currency: 'eur' })
  expect(report.coins).toMatchObject({
    inSource: '12.39',
    expected: '123.9',
    here: '123',
    rounded: '0.9',
    agrees: true,
  })
  expect(report.kinds).toMatchObject({
    person: { created: 2 },
    server: { found: 1, created: 0 },
    ticket: { created: 1 },
    message: { created: 2 },
    code: { found: 0 },
  })
  expect(report.remarks).toEqual([
    '7 USD of credit was left out: only one currency becomes coins.',
    '1 services that are pending or cancelled were left out.',
    '1 coupons were left out: they are discounts on prices of Paymenter.',
  ])
  const { rows } = await given.pool.query(
    `select username, first_name, last_name, verified_at is not null as verified from users.account
     where email like $1 order by email`,
    [`%@${name}.example.com`],
  )
  expect(rows).toMatchObject([
    {
      username: expect.stringMatching(/^user-1/),
      first_name: 'Anneke',
      last_name: 'van der Berg',
      verified: true,
    },
    { username: expect.stringMatching(/^user-2/), first_name: 'X Æ A-', verified: false },
  ])
  const { body } = await given
    .anonymous()
    .post('/api/auth/login', { login: `1@${name}.example.com`, password: PASSWORD })
  expect(body['step']).toBe('done')
})

it('[IMP14] one currency needs no choice, and a table of credits may be missing', async () => {
  const { name, aUser, aCredit } = aSource()
  const one = await writeSqlSource('dump', paymenterSchema, {
    users: [aUser(1, null)],
    credits: [aCredit(1, 1, '3.00')],
  })
  const report = await runImport(given, 'paymenter', { from: one, as: name, 'coins-per-credit': '100' })
  expect(report.coins).toMatchObject({ here: '300', agrees: true })
  const none = await writeSqlSource('dump', paymenterSchema.replaceAll('`credits`', '`older_credits`'), {
    users: [aUser(5, null)],
  })
  expect(
    await runImport(given, 'paymenter', { from: none, as: `${name}-b`, 'coins-per-credit': '100' }),
  ).toMatchObject({
    kinds: { person: { created: 1 } },
    coins: { here: '0', agrees: true },
  })
})
