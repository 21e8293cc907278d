import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aSource } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
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
const referrals = (count: number) =>
  `${count} referrals were left out: what they were worth is in the balances.`

it('[IMP19] CtrlPanel: referrals are counted', async () => {
  const { aUser } = aSource()
  const schema = ctrlpanelSchema() + tables({ user_referrals: ['referral_id', 'registered_user_id'] })
  const of = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ referral_id: 1, registered_user_id: at + 2 }))
  expect(
    await remarksOf('ctrlpanel', schema, {
      users: [aUser(1, { pterodactyl_id: null })],
      user_referrals: of(3),
    }),
  ).toEqual([referrals(3)])
  expect(
    await remarksOf('ctrlpanel', schema, { users: [aUser(1, { pterodactyl_id: null })], user_referrals: [] }),
  ).toEqual([])
  expect(
    await remarksOf('ctrlpanel', ctrlpanelSchema(), { users: [aUser(1, { pterodactyl_id: null })] }),
  ).toEqual([])
})

it('[IMP19] Paymenter: files of tickets are counted', async () => {
  const schema = paymenterSchema + tables({ ticket_message_attachments: ['uuid', 'path'] })
  const rows = { ticket_message_attachments: [{ uuid: 'a', path: 'tickets/a.png' }] }
  expect(await remarksOf('paymenter', schema, rows)).toEqual([files(1)])
})

it('[IMP19] MythicalDash 3: referrals and files of tickets are counted, but deleted ones', async () => {
  const schema =
    mythicaldashSchema +
    tables({
      mythicaldash_referral_uses: ['id', 'deleted'],
      mythicaldash_tickets_attachments: ['id', 'deleted'],
    })
  const rows = {
    mythicaldash_referral_uses: [{ id: 1, deleted: 'false' }],
    mythicaldash_tickets_attachments: [
      { id: 1, deleted: 'false' },
      { id: 2, deleted: 'true' },
      { id: 3, deleted: 'false' },
    ],
  }
  expect(await remarksOf('mythicaldash', schema, rows)).toEqual([referrals(1), files(2)])
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
