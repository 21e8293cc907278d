import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeHeliactyl } from '../../tests/support/importers/heliactyl-file.ts'
import {
  mythicaldashSchema,
  mythicaldashTwoSchema,
} from '../../tests/support/importers/mythicaldash-schema.ts'
import { paymenterSchema } from '../../tests/support/importers/paymenter-schema.ts'
import { runImport } from '../../tests/support/importers/run-import.ts'
import { writeSqlSource, type TableRows } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

const tables = (columns: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(columns)
    .map(
      ([name, each]) =>
        `CREATE TABLE \`${name}\` (${each.map((column) => `\`${column}\` varchar(255) DEFAULT NULL`).join(', ')});\n`,
    )
    .join('')

async function remarksOf(system: string, schema: string, rows: TableRows) {
  const from = await writeSqlSource('dump', schema, rows)
  const options = {
    from,
    as: `l${randomUUID().slice(0, 8)}`,
    'dry-run': true,
    'coins-per-credit': '1',
  } as const
  return (await runImport(given, system, options)).remarks
}

const files = (count: number) => `${count} files of tickets were left out: they are not in the database.`
it('[IMP19] Paymenter: files of tickets are counted', async () => {
  const schema = paymenterSchema + tables({ ticket_message_attachments: ['uuid', 'path'] })
  const rows = { ticket_message_attachments: [{ uuid: 'a', path: 'tickets/a.png' }] }
  expect(await remarksOf('paymenter', schema, rows)).toEqual([files(1)])
})

it('[IMP19] MythicalDash 3: files of tickets are counted, but deleted ones', async () => {
  const schema = mythicaldashSchema + tables({ mythicaldash_tickets_attachments: ['id', 'deleted'] })
  const rows = {
    mythicaldash_tickets_attachments: [
      { id: 1, deleted: 'false' },
      { id: 2, deleted: 'true' },
      { id: 3, deleted: 'false' },
    ],
  }
  expect(await remarksOf('mythicaldash', schema, rows)).toEqual([files(2)])
})

it('[IMP19] Heliactyl: referrals are counted, since it does not keep who invited', async () => {
  const from = writeHeliactyl({ 'referral-1': 1, 'referral-2': 1, 'coins-1': 5 })
  const { remarks } = await runImport(given, 'heliactyl', { from, 'dry-run': true })
  expect(remarks).toContain('2 referrals were left out: Heliactyl does not keep who invited these people.')
  const none = await runImport(given, 'heliactyl', {
    from: writeHeliactyl({ 'coins-1': 5 }),
    'dry-run': true,
  })
  expect(none.remarks.join(' ')).not.toContain('referrals')
})

it('[IMP19] MythicalDash 2: files of tickets are counted', async () => {
  const aMessage = (id: number, attachment: string) => ({
    id,
    ticketuuid: 'abc',
    userkey: 'key',
    message: 'Look',
    attachment,
    created: '2023-01-01 00:00:00',
  })
  const rows = { mythicaldash_tickets_messages: [aMessage(1, 'https://old.example/a.png'), aMessage(2, '')] }
  expect(await remarksOf('mythicaldash', mythicaldashTwoSchema, rows)).toContain(files(1))
})
