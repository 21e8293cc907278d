import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_LIMIT, serverSettings } from '@spawnpoint/contracts/servers'
import { HASH, PASSWORD } from '../../tests/support/importers/ctrlpanel-rows.ts'
import {
  mythicaldashSchema,
  mythicaldashTwoSchema,
} from '../../tests/support/importers/mythicaldash-schema.ts'
import { runImport } from '../../tests/support/importers/run-import.ts'
import { sqlSources, writeSqlSource, type Cell } from '../../tests/support/importers/write-source.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let given: TestServer
beforeAll(async () => {
  given = await startTestServer()
})
afterAll(() => given.stop())

const accountsOf = async (name: string) => {
  const { rows } = await given.pool.query(
    `select u.id, u.username, u.first_name, u.verified_at, u.banned_reason, u.last_seen_at, a.balance::int as coins
     from users.account u left join coins.account a on a.id = u.id
     where u.email like $1 order by u.email`,
    [`%@${name}.example.com`],
  )
  return rows
}

const limitsOf = async (owner: unknown) => {
  const { rows } = await given.pool.query(
    'select memory, disk, cpu, slots, ports, databases, backups from servers.allowance where owner = $1',
    [owner],
  )
  return rows[0]
}

const defaults = () => {
  const values = given.server.core.settings.read(serverSettings)
  return {
    memory: values.default_ram,
    disk: values.default_disk,
    cpu: values.default_cpu,
    slots: values.default_server_slots,
    ports: values.default_ports,
    databases: values.default_databases,
    backups: values.default_backups,
  }
}

const ticketsOf = async (owner: unknown) => {
  const { rows } = await given.pool.query(
    `select t.subject, t.status, t.priority, array_agg(m.body || ' ' || m.staff order by m.id) as messages
     from tickets.ticket t left join tickets.message m on m.ticket_id = t.id where t.owner = $1
     group by t.id order by t.subject`,
    [owner],
  )
  return rows
}

const codesOf = async (name: string) => {
  const { rows } = await given.pool.query(
    `select c.code, c.coins::int, c.uses, c.status, count(r.id)::int as used
     from redeem_codes.redeem_code c left join redeem_codes.redemption r on r.code_id = c.id
     where c.code like $1 group by c.id order by c.code`,
    [`${name}-%`],
  )
  return rows
}

it.each(sqlSources())(
  '[IMP15] [IMP20] everything of MythicalDash 3 but passwords comes from a %s',
  async (kind) => {
    const name = `m${randomUUID().slice(0, 8)}`
    const uuids = [0, 1, 2].map(() => randomUUID())
    const aUser = (at: number, over: Readonly<Record<string, Cell>> = {}) => ({
      id: at + 1,
      username: `${name}_${at}`,
      first_name: 'c2VjcmV0',
      last_name: 'c2VjcmV0',
      email: `${at}@${name}.example.com`,
      password: 'c2VjcmV0',
      credits: 100,
      uuid: uuids[at] ?? '',
      token: 'secret',
      first_ip: '203.0.113.1',
      last_ip: '203.0.113.2',
      banned: 'NO',
      verified: 'true',
      deleted: 'false',
      last_seen: '2026-01-02 03:04:05',
      first_seen: '2024-01-02 03:04:05',
      memory_limit: 0,
      disk_limit: 0,
      server_limit: 0,
      allocation_limit: 0,
      ...over,
    })
    const from = await writeSqlSource(kind, mythicaldashSchema, {
      mythicaldash_users: [
        aUser(0, { memory_limit: 99_000, disk_limit: 1, server_limit: 7, allocation_limit: 2_147_483_647 }),
        aUser(1, { banned: 'Cheating', verified: 'false' }),
        aUser(2, { deleted: 'true' }),
      ],
      mythicaldash_departments: [{ id: 1, name: 'Help', description: '', time_open: '', time_close: '' }],
      mythicaldash_tickets: [
        {
          id: 1,
          user: uuids[0] ?? '',
          department: 1,
          priority: 'urgent',
          status: 'inprogress',
          title: 'Lag',
          description: 'It lags',
          deleted: 'false',
          date: '2025-01-01 00:00:00',
        },
        {
          id: 2,
          user: uuids[0] ?? '',
          department: 1,
          priority: 'low',
          status: 'open',
          title: 'Gone',
          description: '',
          deleted: 'true',
          date: '2025-01-01 00:00:00',
        },
      ],
      mythicaldash_tickets_messages: [
        { id: 1, ticket: 1, user: uuids[1] ?? '', message: 'Where?', date: '2025-01-01 01:00:00' },
        { id: 2, ticket: 1, user: uuids[0] ?? '', message: 'At spawn', date: '2025-01-01 02:00:00' },
      ],
      mythicaldash_redeem_codes: [
        { id: 1, code: `${name}-A`, uses: 4, coins: 20, enabled: 'false', deleted: 'false' },
        { id: 2, code: `${name}-B`, uses: 4, coins: 20, enabled: 'true', deleted: 'true' },
      ],
      mythicaldash_redeem_codes_redeems: [
        { id: 1, user: uuids[0] ?? '', code: 1, created_at: '2025-01-01 00:00:00' },
      ],
    })
    const report = await runImport(given, 'mythicaldash', { from, as: name })
    expect(report).toMatchObject({
      kinds: {
        person: { found: 2, created: 2 },
        ticket: { created: 1 },
        message: { created: 2 },
        code: { created: 1 },
      },
      coins: { here: '200', agrees: true },
      passwordsKept: 0,
      remarks: expect.arrayContaining(['1 deleted accounts of MythicalDash were left out.']),
    })
    const [first, second] = await accountsOf(name)
    expect(first).toMatchObject({ username: `${name}_0`, first_name: '', banned_reason: null, coins: 100 })
    expect(first?.verified_at).toEqual(new Date('2024-01-02T03:04:05Z'))
    expect(second).toMatchObject({ banned_reason: 'Cheating', verified_at: null })
    const raised = { memory: 99_000, slots: 7, ports: MOST_LIMIT }
    expect(await limitsOf(first?.id)).toEqual({ ...defaults(), ...raised })
    expect(await limitsOf(second?.id)).toBeUndefined()
    expect(report.remarks).toContain('1 people had limits there; theirs here are at least as high.')
    expect(await ticketsOf(first?.id)).toEqual([
      {
        subject: 'Lag',
        status: 'inprogress',
        priority: 'urgent',
        messages: ['It lags false', 'Where? true', 'At spawn false'],
      },
    ])
    expect(await codesOf(name)).toEqual([
      { code: `${name}-A`, coins: 20, uses: 4, status: 'disabled', used: 1 },
    ])
  },
)

it.each(sqlSources())('[IMP15] [IMP20] MythicalDash 2 comes with its passwords, from a %s', async (kind) => {
  const name = `m${randomUUID().slice(0, 8)}`
  const aUser = (id: number, over: Readonly<Record<string, Cell>> = {}) => ({
    id,
    panel_id: String(id),
    email: `${id}@${name}.example.com`,
    username: `${name}.${id}`,
    first_name: 'x',
    last_name: 'x',
    password: HASH,
    api_key: `key-${name}-${id}`,
    coins: '12.5',
    last_seen: 1_767_323_045,
    last_ip: '203.0.113.2',
    cpu: '900',
    backups: 'many',
    banned: '',
    registred: '2023-01-02 03:04:05',
    ...over,
  })
  const key = (id: number) => `key-${name}-${id}`
  const from = await writeSqlSource(kind, mythicaldashTwoSchema, {
    mythicaldash_users: [aUser(1), aUser(2, { banned: 'Spam' })],
    mythicaldash_tickets: [
      {
        id: 1,
        ownerkey: key(1),
        ticketuuid: 'abc',
        subject: 'Help',
        priority: 'medium',
        description: 'Please',
        status: 'closed',
        created: '2023-01-01 00:00:00',
      },
      {
        id: 2,
        ownerkey: key(1),
        ticketuuid: 'def',
        subject: 'Old',
        priority: 'low',
        description: 'x',
        status: 'deleted',
        created: '2023-01-01 00:00:00',
      },
    ],
    mythicaldash_tickets_messages: [
      { id: 1, ticketuuid: 'abc', userkey: key(2), message: 'Done', created: '2023-01-01 01:00:00' },
    ],
    mythicaldash_redeem: [{ id: 1, code: `${name}-A`, uses: '3', coins: '10' }],
  })
  const report = await runImport(given, 'mythicaldash', { from, as: name })
  expect(report).toMatchObject({
    kinds: {
      person: { created: 2 },
      ticket: { found: 1, created: 1 },
      message: { created: 1 },
      code: { created: 1 },
    },
    coins: { inSource: '25', here: '24', rounded: '1', agrees: true },
    passwordsKept: 2,
  })
  const [first, second] = await accountsOf(name)
  expect(first?.last_seen_at).toEqual(new Date(1_767_323_045_000))
  expect(second).toMatchObject({ banned_reason: 'Spam', verified_at: null })
  expect(await limitsOf(first?.id)).toEqual({ ...defaults(), cpu: 900 })
  expect(await ticketsOf(first?.id)).toEqual([
    { subject: 'Help', status: 'closed', priority: 'medium', messages: ['Please false', 'Done true'] },
  ])
  expect(await codesOf(name)).toEqual([{ code: `${name}-A`, coins: 10, uses: 3, status: 'enabled', used: 0 }])
  const { rows } = await given.pool.query(`select source_id from importers.record where source = $1`, [name])
  // API keys are secrets of the source.
  expect(JSON.stringify([rows, report])).not.toContain('key-')
  const { body } = await given.anonymous().post('/api/auth/login', { login: `${name}.1`, password: PASSWORD })
  expect(body['step']).toBe('done')
})
