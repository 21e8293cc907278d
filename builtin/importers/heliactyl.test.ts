import { serverSettings } from '@spawnpoint/contracts/servers'
import { Users } from '@spawnpoint/contracts/users'
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HASH, PASSWORD } from '../../tests/support/importers/ctrlpanel-rows.ts'
import { Raw, writeHeliactyl } from '../../tests/support/importers/heliactyl-file.ts'
import { runCommand, runImport } from '../../tests/support/importers/run-import.ts'
import { scratchFile } from '../../tests/support/importers/write-source.ts'
import {
  startHostingServer,
  until,
  type HostingServer,
} from '../../tests/support/server/start-hosting-server.ts'
import { forgetPerson } from './server/run/records.ts'

let given: HostingServer
beforeAll(async () => {
  given = await startHostingServer()
})
afterAll(() => given.stop())

/** An account on the panel. */
function onPanel(email: string, firstName: string): number {
  const [first] = given.panel.state.users
  if (!first) throw new Error('the panel has no account to copy')
  const id = 700 + given.panel.state.users.length
  given.panel.state.users.push({
    ...first,
    id,
    uuid: randomUUID(),
    external_id: null,
    email,
    username: `u${id}`,
    first_name: firstName,
  })
  return id
}

it('[IMP16] [IMP20] people of Heliactyl come from its file, and what it does not know from the panel', async () => {
  const name = `h${randomUUID().slice(0, 8)}`
  const { api } = await given.signIn()
  await api.post('/api/servers', given.anOrder())
  await until('a server is built', async () => given.panel.state.servers.length > 0)
  const local = randomUUID()
  const discord = '123456789012345678'
  const panelLocal = onPanel(`local@${name}.example.com`, 'local')
  const panelDiscord = onPanel(`discord@${name}.example.com`, `disc-${name}`)
  const [built] = given.panel.state.servers
  if (!built) throw new Error('nothing was built')
  const server = {
    ...built,
    id: 9001,
    uuid: randomUUID(),
    external_id: null,
    name: 'Lobby',
    user: panelDiscord,
    status: null,
    installedAt: null,
  }
  given.panel.state.servers.push(server)
  await given.server.core.settings.write({ server_renew_enabled: true })
  const from = writeHeliactyl({
    users: [panelLocal, panelDiscord],
    [`users-${local}`]: panelLocal,
    [`userid-${local}`]: `local@${name}.example.com`,
    [`user-local@${name}.example.com`]: {
      id: local,
      username: `${name}-local`,
      email: `local@${name}.example.com`,
      password: HASH,
      createdAt: '2024-05-06T07:08:09.000Z',
    },
    [`coins-${local}`]: 12.75,
    [`ban-${local}`]: { reason: 'Mining', expiration: null },
    [`users-${discord}`]: panelDiscord,
    [`coins-${discord}`]: new Raw('{"value":9007199254740.993,"expires":null}'),
    [`ban-${discord}`]: { reason: 'Over', expiration: '2020-01-01T00:00:00.000Z' },
    'ban-203.0.113.9': { reason: 'An address' },
    'users-999': 99_999,
    'coins-999': 5,
    'users-bad': new Raw('no JSON'),
    [`renewal_${server.uuid.slice(0, 8)}`]: { nextRenewal: '2999-01-01T00:00:00.000Z', isActive: true },
    renewal_abc: { nextRenewal: 'Unlimited' },
    [`extra-${local}`]: { ram: 1024, servers: 2 },
    [`extra-${discord}`]: { ram: 0, disk: 0 },
    [`staking-positions-${local}`]: [
      { amount: 30, positionId: 'a', lastClaimTime: 1 },
      { amount: 7.5, positionId: 'b' },
    ],
    'user-vps-5': [1],
  })
  const report = await runImport(given, 'heliactyl', { from, as: name, 'coins-per-credit': '0.1' })
  expect(report.kinds).toMatchObject({
    person: {
      found: 4,
      created: 2,
      skipped: { 'no valid email address': { count: 2, first: ['999', 'bad'] } },
    },
    server: { found: 1, created: 1 },
  })
  expect(report.coins).toEqual({
    coinsPerCredit: '0.1',
    inSource: '9007199254796.243',
    expected: '900719925479.6243',
    here: '900719925479',
    rounded: '0.1243',
    notTaken: { 'the person was not taken over': '0.5' },
    changedSince: '0',
    agrees: true,
  })
  expect(report.remarks).toContain(
    '1 people had staked 37.5, which is in their balances; what it would have earned is not.',
  )
  expect(report.remarks).toContain('1 values of Heliactyl could not be read and were left out.')
  const { rows } = await given.pool.query(
    `select u.username, u.email, u.banned_reason, u.created_at, s.name as server, s.expires_at from users.account u
     left join servers.server s on s.owner = u.id where u.email like $1 order by u.email`,
    [`%@${name}.example.com`],
  )
  expect(rows).toMatchObject([
    {
      username: `disc-${name}`,
      email: `discord@${name}.example.com`,
      banned_reason: null,
      server: 'Lobby',
      expires_at: new Date('2999-01-01T00:00:00Z'),
    },
    {
      username: `${name}-local`,
      banned_reason: 'Mining',
      created_at: new Date('2024-05-06T07:08:09Z'),
      server: null,
    },
  ])
  const { default_ram, default_server_slots } = given.server.core.settings.read(serverSettings)
  const { rows: limits } = await given.pool.query(
    `select memory, slots from servers.allowance a join users.account u on u.id = a.owner where u.email = $1`,
    [`local@${name}.example.com`],
  )
  expect(limits).toEqual([{ memory: default_ram + 1024, slots: default_server_slots + 2 }])
  const { body } = await given
    .anonymous()
    .post('/api/auth/login', { login: `local@${name}.example.com`, password: PASSWORD })
  expect(body['error_code']).toBe('AUTH_BANNED')
  const again = await runImport(given, 'heliactyl', { from, as: name, 'coins-per-credit': '0.1' })
  expect(again.kinds).toMatchObject({
    person: { created: 0, existing: 2 },
    server: { created: 0, existing: 1 },
  })
  expect(again.coins.agrees).toBe(true)
})

it('[IMP16] other files are refused in one sentence', async () => {
  const said = async (from: string) => (await runCommand(given, 'import heliactyl', { from })).text
  expect(await said(scratchFile('x.db', 'SQLite format 3\u0000 and then nothing'))).toContain(
    'is no SQLite database',
  )
  expect(await said(scratchFile('x.sql', 'CREATE TABLE `users` (`id` int);'))).toContain(
    'This is no database of Heliactyl',
  )
})

it('[IMP33] an erased person leaves no id of the source, and the next run changes nothing', async () => {
  const name = `h${randomUUID().slice(0, 8)}`
  const discord = '223456789012345678'
  const email = `erased@${name}.example.com`
  const options = {
    from: writeHeliactyl({ [`userid-${discord}`]: email, [`coins-${discord}`]: 7 }),
    as: name,
  }
  expect((await runImport(given, 'heliactyl', options)).kinds.person).toMatchObject({ created: 1 })
  const { rows } = await given.pool.query<{ id: string }>('select id from users.account where email = $1', [
    email,
  ])
  const { orm, services } = given.server.core
  await orm.transaction(async (tx) => services.find(Users)?.erase(tx, rows[0]?.id ?? ''))
  const withId = async () => {
    const found = await given.pool.query(
      `select source_id from importers.record where source_id = $1
       union all select key from coins.transfer where key like '%' || $1`,
      [discord],
    )
    return found.rows
  }
  await expect.poll(withId).toEqual([])
  const again = await runImport(given, 'heliactyl', options)
  expect(again.kinds.person).toMatchObject({ created: 0, existing: 1 })
  expect(again.coins).toMatchObject({ here: '7', agrees: true })
})

it('[IMP35] people who were erased before SECRET_KEY was replaced do not come back by the next run', async () => {
  const name = `h${randomUUID().slice(0, 8)}`
  const person = (id: string, email: string) => ({ [`userid-${id}`]: email, [`coins-${id}`]: 7 })
  const erased = person('323456789012345678', `erased@${name}.example.com`)
  const options = { from: writeHeliactyl(erased), as: name }
  await runImport(given, 'heliactyl', options)
  const { rows } = await given.pool.query<{ id: string }>('select id from users.account where email = $1', [
    `erased@${name}.example.com`,
  ])
  const user = rows[0]?.id ?? ''
  const { orm, secrets, services } = given.server.core
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', purpose).update(text).digest('base64url')
  await orm.transaction((tx) => forgetPerson(tx, { ...secrets, sign }, user))
  await orm.transaction(async (tx) => services.find(Users)?.erase(tx, user))
  const people = async () => (await given.pool.query('select from users.account')).rowCount
  const before = await people()
  for (const more of [{}, { 'dry-run': true as const }])
    expect(await runCommand(given, 'import heliactyl', { ...options, ...more })).toEqual({
      failed: true,
      text: expect.stringMatching(
        /^Before SECRET_KEY was replaced, people from \w+ were erased here \(1\)[^\n]+--erased-are-gone\.$/,
      ),
    })
  expect(await people()).toBe(before)
  // Other sources are not concerned.
  expect((await runImport(given, 'heliactyl', { ...options, as: `${name}-b`, 'dry-run': true })).source).toBe(
    `${name}-b`,
  )
  const rest = person('423456789012345678', `new@${name}.example.com`)
  const gone = { ...options, from: writeHeliactyl(rest), 'erased-are-gone': true as const }
  expect((await runImport(given, 'heliactyl', gone)).kinds.person).toMatchObject({ found: 1, created: 1 })
})
