import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ctrlpanelSchema } from '../../tests/support/importers/ctrlpanel-schema.ts'
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

it('[IMP19] CtrlPanel: discounts, canceled servers and people who may not write tickets are counted', async () => {
  const schema =
    ctrlpanelSchema() + tables({ partner_discounts: ['id'], ticket_blacklists: ['id', 'user_id', 'status'] })
  const aServer = (id: string, canceled: string | null) => ({
    id,
    name: id,
    user_id: 1,
    product_id: 'p',
    canceled,
  })
  const rows = {
    partner_discounts: [{ id: 1 }],
    ticket_blacklists: [
      { id: 1, user_id: 1, status: 'True' },
      { id: 2, user_id: 2, status: 'False' },
    ],
    servers: [aServer('a', '2026-01-01 00:00:00'), aServer('b', null)],
  }
  expect(await remarksOf('ctrlpanel', schema, rows)).toEqual(
    expect.arrayContaining([
      '1 discounts of partners were left out.',
      '1 servers were canceled by their owners in CtrlPanel and go on here: look at them.',
      '1 people were barred from writing tickets; here they may write some.',
    ]),
  )
})

it('[IMP19] Paymenter: second factors, billing details and unpaid invoices are counted', async () => {
  const schema =
    paymenterSchema + tables({ properties: ['id', 'model_type', 'key'], invoices: ['id', 'status'] })
  const aUser = (id: number, secret: string | null) => ({
    id,
    email: `${id}@left.example.com`,
    password: 'x',
    tfa_secret: secret,
  })
  const rows = {
    users: [aUser(1, 'sealed'), aUser(2, null)],
    properties: [
      { id: 1, model_type: 'App\\Models\\User', key: 'phone' },
      { id: 2, model_type: 'App\\Models\\Service', key: 'node' },
    ],
    invoices: [
      { id: 1, status: 'pending' },
      { id: 2, status: 'paid' },
    ],
  }
  expect(await remarksOf('paymenter', schema, rows)).toEqual([
    '1 people had a second factor and set it up again.',
    '1 billing details of people were left out: they enter them with their next order.',
    '1 unpaid invoices were left out: settle them in Paymenter.',
  ])
})

it('[IMP19] MythicalDash 3: second factors and linked accounts are counted, but of deleted people', async () => {
  const aUser = (id: number, more: Readonly<Record<string, string>>) => ({
    id,
    uuid: randomUUID(),
    username: `left-${id}`,
    email: `${id}@left.example.com`,
    '2fa_enabled': 'false',
    discord_linked: 'false',
    github_linked: 'false',
    deleted: 'false',
    ...more,
  })
  const rows = {
    mythicaldash_users: [
      aUser(1, { '2fa_enabled': 'true', discord_linked: 'true' }),
      aUser(2, { discord_linked: 'true', github_linked: 'true' }),
      aUser(3, { '2fa_enabled': 'true', discord_linked: 'true', deleted: 'true' }),
    ],
  }
  expect(await remarksOf('mythicaldash', mythicaldashSchema, rows)).toEqual(
    expect.arrayContaining([
      '1 people had a second factor and set it up again.',
      '2 Discord accounts were left out.',
      '1 GitHub accounts were left out.',
    ]),
  )
})

it('[IMP19] MythicalDash: orders are counted', async () => {
  const queue = tables({ mythicaldash_servers_queue: ['id', 'deleted'] })
  const orders = (count: number) =>
    `${count} orders in the server queue were left out: people order these servers again.`
  const rows = {
    mythicaldash_servers_queue: [
      { id: 1, deleted: 'false' },
      { id: 2, deleted: 'true' },
    ],
  }
  expect(await remarksOf('mythicaldash', mythicaldashSchema + queue, rows)).toContain(orders(1))
  expect(await remarksOf('mythicaldash', mythicaldashTwoSchema + queue, rows)).toContain(orders(2))
})

it('[IMP19] Heliactyl: packages of people are counted', async () => {
  const from = writeHeliactyl({ 'package-1': 'gold', 'package-2': 'silver', 'coins-1': 5 })
  const { remarks } = await runImport(given, 'heliactyl', { from, 'dry-run': true })
  expect(remarks).toContain(
    '2 people had a package of their own: what it gives is in the settings of Heliactyl, so raise their limits.',
  )
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
