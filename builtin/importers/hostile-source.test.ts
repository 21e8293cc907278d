import { afterAll, beforeAll, expect, it } from 'vitest'
import { aComment, aSource, aTicket, aVoucher } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
import { endMariadb, findMariadb, startMariadb } from '../../tests/support/importers/mariadb.ts'
import { startRecordingMysql } from '../../tests/support/importers/recording-mysql.ts'
import { runImport } from '../../tests/support/importers/run-import.ts'
import { dumpOf, scratchFile, writeSqlSource } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'
import { openMysql } from './server/source/mysql-source.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())
endMariadb()

const MEGABYTE = 1_048_576

it('[IMP13] [IMP5] [IMP6] values that are none end in the report, and everybody else comes', async () => {
  const { name, aUser } = aSource()
  const users = [
    aUser(1, { name: 'x'.repeat(MEGABYTE) }),
    aUser(2, { name: '\u0000\u0007\u202E\u001B[31m' }),
    aUser(3, { name: 'Zoë 😀 \uD800' }),
    aUser(4, { email: 'a@b' }),
    aUser(5, { email: `\u0000@${name}.example.com` }),
    aUser(6, { email: `${'x'.repeat(MEGABYTE)}@example.com` }),
    aUser(7, { credits: -5000 }),
    aUser(8, { credits: '9223372036854775807' }),
    aUser(9, { credits: 'many' }),
    aUser(10, { credits: '1'.repeat(100) }),
    aUser(11, {
      created_at: '0000-00-00 00:00:00',
      last_seen: '9999-99-99 00:00:00',
      ip: 'x'.repeat(MEGABYTE),
    }),
    aUser(12, { password: null, name: null, email_verified_at: '2999-01-01 00:00:00' }),
    aUser(1, { email: `again@${name}.example.com` }),
    aUser(13, { name: `${name}-7` }),
    aUser(14, { email: null }),
    { ...aUser(15), id: 'x'.repeat(MEGABYTE) },
    { ...aUser(16), id: null },
  ]
  const from = await writeSqlSource('dump', ctrlpanelSchema(), {
    users,
    tickets: [
      aTicket(1, 1, {
        title: '\u0000'.repeat(10),
        message: `\u0000${'y'.repeat(MEGABYTE)}`,
        created_at: 'now',
      }),
      aTicket(2, 99),
    ],
    ticket_comments: [aComment(1, 1, 98, '\u0000'), aComment(2, 77, 1)],
    vouchers: [
      aVoucher(1, '\u0000'),
      aVoucher(2, `${name}-V`, { uses: -1 }),
      aVoucher(3, 'y'.repeat(MEGABYTE)),
    ],
    user_voucher: [{ user_id: 98, voucher_id: 2 }],
  })
  const dry = await runImport(given, 'ctrlpanel', { from, as: name, 'dry-run': true })
  const report = await runImport(given, 'ctrlpanel', { from, as: name })
  expect({ ...dry, dryRun: false }).toEqual(report)
  expect(report.kinds.person).toEqual({
    found: 17,
    created: 10,
    existing: 0,
    skipped: {
      'no valid email address': { count: 4, first: ['4', '5', '6', '14'] },
      'the source has this id twice': { count: 1, first: ['1'] },
      'the id is missing or not usable': { count: 2, first: ['x'.repeat(60), ''] },
    },
    notes: {
      'another username': { count: 4, first: ['1', '2', '3', '13'] },
      'no coins: the balance is below zero': { count: 1, first: ['7'] },
      'no coins: the balance is above 1,000,000,000,000 coins': { count: 1, first: ['8'] },
      'no coins: the balance is no number': { count: 2, first: ['9', '10'] },
      'no password that can be kept; "forgot password" sets one': { count: 1, first: ['12'] },
    },
  })
  expect(report.coins).toEqual({
    coinsPerCredit: '1',
    inSource: '9223372036858020.807',
    expected: '9223372036858020.807',
    here: '1500',
    rounded: '0',
    notTaken: {
      'the balance is below zero': '-5',
      'the balance is above 1,000,000,000,000 coins': '9223372036854775.807',
      'the person was not taken over': '1750',
    },
    changedSince: '0',
    agrees: true,
  })
  expect(report.kinds.ticket).toMatchObject({
    created: 1,
    skipped: { 'the owner was not taken over': { count: 1 } },
  })
  expect(report.kinds.message).toMatchObject({ created: 0 })
  expect(report.kinds.code).toMatchObject({ found: 3, created: 0 })
  const { rows } = await given.pool.query<{
    username: string
    first_ip: string
    created_at: Date
    verified_at: Date
  }>(
    `select username, first_ip, created_at, verified_at from users.account where email like $1 order by length(email), email`,
    [`%@${name}.example.com`],
  )
  expect(rows.map(({ username }) => username)).toEqual([
    'x'.repeat(32),
    '31m',
    'Zoe',
    `${name}-7`,
    `${name}-8`,
    `${name}-9`,
    `${name}-10`,
    `${name}-11`,
    'user-12',
    `${name}-7-2`,
  ])
  expect(rows.every(({ first_ip: ip }) => ip.length <= 45)).toBe(true)
  // Dates that are none, or still to come, are today.
  const soon = Date.now() + 60_000
  expect(rows.every((each) => each.created_at.getTime() < soon && each.verified_at.getTime() < soon)).toBe(
    true,
  )
})

it('[IMP13] dumps of other tools are read: named columns, comments, doubled quotes, many chunks', async () => {
  const { name, aUser } = aSource()
  const many = Array.from({ length: 3000 }, (_, at) =>
    aUser(at + 10, { avatar: 'a'.repeat(400), credits: 0 }),
  )
  const dump = `${dumpOf(ctrlpanelSchema(), { users: many })}
-- phpMyAdmin writes each row on its own line, and doubles quotes; it''s a comment
/* a comment; with a ' quote */
INSERT INTO \`other\`.\`users\` (\`email\`, \`id\`, \`name\`, \`password\`, \`credits\`) VALUES
  ('1@${name}.example.com', 1, 'It''s "me"); DROP', NULL, 1000),
  (_utf8mb4'2@${name}.example.com', 2, "double "" quote", '', 0x10);
INSERT INTO \`sessions\` VALUES ('(;', ');', NULL);
insert ignore into users values (3,'three',3000,1,NULL,NULL,'3@${name}.example.com',NULL,'',NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);`
  const report = await runImport(given, 'ctrlpanel', { from: scratchFile('dump.sql', dump), as: name })
  expect(report.kinds.person).toMatchObject({ found: 3003, created: 3003 })
  expect(report.coins).toMatchObject({ here: '4', agrees: true })
  const { rows } = await given.pool.query(
    `select username, email from users.account where email ~ $1 order by email`,
    [`^[123]@${name}`],
  )
  expect(rows).toEqual([
    { username: 'Its-me-DROP', email: `1@${name}.example.com` },
    { username: 'double--quote', email: `2@${name}.example.com` },
    { username: 'three', email: `3@${name}.example.com` },
  ])
})

it('[IMP13] a quote that two chunks of a dump share is one quote', async () => {
  const { name, aUser } = aSource()
  const dump = dumpOf(ctrlpanelSchema(), { users: [aUser(1, { name: 'QUOTE' })] }).replace(
    'QUOTE',
    "O''Brien",
  )
  // The first of both quotes is the last byte of a chunk.
  const pad = 'x'.repeat(MEGABYTE - 1 - Buffer.from(dump.slice(0, dump.indexOf("''Brien"))).length - 4)
  const from = scratchFile('dump.sql', `-- ${pad}\n${dump}`)
  const report = await runImport(given, 'ctrlpanel', { from, as: name })
  expect(report.kinds.person).toMatchObject({ found: 1, created: 1 })
  const { rows } = await given.pool.query('select username from users.account where email = $1', [
    `1@${name}.example.com`,
  ])
  expect(rows).toEqual([{ username: 'OBrien' }])
})

it('[IMP12] a database is asked for a read-only transaction before anything is read', async () => {
  const server = await startRecordingMysql()
  const source = await openMysql(server.address, {})
  expect(server.statements).toEqual([
    `set time_zone = '+00:00'`,
    'set transaction isolation level repeatable read',
    'start transaction with consistent snapshot, read only',
  ])
  await source.close()
  await server.stop()
})

it.runIf(findMariadb())('[IMP12] a database is read in one read-only transaction', async () => {
  const { name, aUser } = aSource()
  const from = await writeSqlSource('mariadb', ctrlpanelSchema(), { users: [aUser(1)] })
  const mariadb = await startMariadb()
  const statements = await mariadb.statementsOf(() => runImport(given, 'ctrlpanel', { from, as: name }))
  const begun = statements.findIndex((each) =>
    /^start transaction with consistent snapshot, read only$/.test(each),
  )
  expect(begun).toBeGreaterThan(0)
  expect(
    statements
      .slice(begun + 1)
      .filter((each) => !each.startsWith('select ') && !each.startsWith('set global')),
  ).toEqual([])
  expect(statements.some((each) => each.includes('from `users`'))).toBe(true)
})
