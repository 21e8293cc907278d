import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import type { ConfigurationSection } from '@spawnpoint/sdk/server'
import { readState } from './server/config/state.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'config-'))
  // The demonstration panel's games come a moment after the start.
  await vi.waitFor(async () => {
    const { rows } = await server.pool.query('select from eggs.egg')
    expect(rows.length).toBeGreaterThan(0)
  }, 60_000)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await server.stop()
})
beforeEach(async () => {
  vi.unstubAllEnvs()
  await server.pool.query('delete from kernel.setting')
  await server.server.core.settings.write({ app_name: 'Northwind', pterodactyl_api_key: 'ptla_first' })
})

const run = (name: string, ...given: string[]) => {
  const commands = server.server.host.running().flatMap(({ owned }) => owned.registrations.commands)
  const command = commands.find((each) => each.name === `config ${name}`)
  if (!command) throw new Error(`there is no command ${name}`)
  return command.run(given)
}
const path = (name: string) => join(folder, name)
const write = (text: string) => {
  writeFileSync(path('wanted.yml'), text)
  return path('wanted.yml')
}
const plan = (text: string) => run('plan', write(text), path('plan.json'))
const apply = () => run('apply', path('plan.json'))
const read = (key: string) => server.server.core.settings.describe().find((each) => each.key === key)?.value

it('[CFG1] exports what differs from the defaults, with secrets as references, for its owner alone', async () => {
  await run('export', path('now.yml'))
  const text = readFileSync(path('now.yml'), 'utf8')
  const { settings, plugins } = parse(text) as { settings: object; plugins: Record<string, unknown> }
  expect(settings).toEqual({ app_name: 'Northwind', pterodactyl_api_key: '${env:PTERODACTYL_API_KEY}' })
  expect(plugins['gifts']).toEqual({ enabled: true })
  expect(plugins).not.toHaveProperty('users')
  expect(text).not.toContain('ptla_first')
  expect(text).toMatch(/^#   app_timezone: "UTC"$/m)
  expect(text).not.toMatch(/^# +(app_name|pterodactyl_api_key):/m)
  expect(statSync(path('now.yml')).mode & 0o777).toBe(0o600)
})

it('[OPS51] an export names the command that wrote it as it is typed here', async () => {
  await run('export', path('written.yml'))
  expect(readFileSync(path('written.yml'), 'utf8')).toMatch(/^# Written by: npm run admin -- config export\n/)
})

it('[CFG1] finds files from where the command was typed, and says in a sentence what cannot be opened', async () => {
  vi.stubEnv('INIT_CWD', folder)
  vi.stubEnv('PTERODACTYL_API_KEY', 'ptla_first')
  expect(await run('export', 'typed.yml')).toEqual({ text: `Wrote ${path('typed.yml')}.` })
  expect(await run('plan', 'typed.yml', 'typed.json')).toEqual({ text: 'Nothing to change.' })
  expect(await run('apply', 'typed.json')).toEqual({ text: 'Made 0 changes.' })
  const missing = { failed: true, text: `There is no file ${path('none.yml')}.` }
  expect(await run('plan', 'none.yml', 'typed.json')).toEqual(missing)
  expect(await run('apply', 'none.yml')).toEqual(missing)
  const noFolder = { failed: true, text: `There is no folder ${path('none')}.` }
  expect(await run('export', 'none/now.yml')).toEqual(noFolder)
})

it('[CFG2] [CFG5] an export is a plan without changes', async () => {
  vi.stubEnv('PTERODACTYL_API_KEY', 'ptla_first')
  await run('export', path('now.yml'))
  expect(await run('plan', path('now.yml'), path('plan.json'))).toEqual({ text: 'Nothing to change.' })
})

it('[CFG3] shows the changes, without secrets, makes them, and has nothing to change then', async () => {
  vi.stubEnv('PANEL_KEY', 'ptla_second')
  const text = [
    'version: 1',
    'settings:',
    '  app_name: Southwind',
    '  pterodactyl_api_key: ${env:PANEL_KEY}',
    'plugins:',
    '  leaderboard: { enabled: false }',
  ].join('\n')
  expect((await plan(text)).text.split('\n')).toEqual([
    '~ app_name: "Northwind" -> "Southwind"',
    '~ pterodactyl_api_key: secret from ${env:PANEL_KEY}',
    '- plugin leaderboard',
    `3 changes. To make them: config apply ${path('plan.json')}`,
  ])
  expect(readFileSync(path('plan.json'), 'utf8')).not.toContain('ptla')
  expect(read('app_name')).toBe('Northwind')
  expect(await apply()).toEqual({ text: 'Made 3 changes.' })
  expect(read('app_name')).toBe('Southwind')
  expect((await server.server.plugins.list()).find(({ id }) => id === 'leaderboard')?.enabled).toBe(false)
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
  await server.server.plugins.enable('leaderboard', null)
  const { rows } = await server.pool.query<{ before: unknown; after: unknown; actor: null }>(
    `select actor, before, after from kernel.audit where action = 'settings:applied'`,
  )
  expect(rows).toEqual([
    {
      actor: null,
      before: { app_name: 'Northwind', pterodactyl_api_key: 'set' },
      after: { app_name: 'Southwind', pterodactyl_api_key: 'changed' },
    },
  ])
})

it('[CFG3] a plan leaves nothing behind: no row, number of a sequence, event, log entry or notice', async () => {
  const { pool } = server
  const client = await pool.connect()
  const heard: (string | undefined)[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query('listen spawnpoint')
  vi.stubEnv('PANEL_KEY', 'ptla_second')
  const rowsOf = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows
  const everything = async () => ({
    settings: await rowsOf('select * from kernel.setting order by key'),
    sequences: await rowsOf(
      `select sequencename, last_value from pg_sequences where schemaname = 'kernel' order by 1`,
    ),
    events: await rowsOf('select count(*) from kernel.outbox'),
    audit: await rowsOf('select count(*) from kernel.audit'),
  })
  // A job of the product may write something of its own in between; it does not do so each time.
  await vi.waitFor(async () => {
    const before = await everything()
    expect(before.sequences.length).toBeGreaterThan(0)
    const { text } = await plan(
      '{ version: 1, settings: { app_name: Southwind, pterodactyl_api_key: "${env:PANEL_KEY}" } }',
    )
    expect(text).toContain('2 changes')
    expect(await everything()).toEqual(before)
  })
  expect(read('app_name')).toBe('Northwind')
  const notices = () => heard.filter((text) => text?.includes('settings'))
  expect(notices()).toEqual([])
  // The ear works: a change is heard.
  await server.server.core.settings.write({ app_name: 'Westwind' })
  await vi.waitFor(() => expect(notices()).toHaveLength(1))
  await client.query('unlisten spawnpoint')
  client.release()
})

it.each([
  ['a setting', () => server.server.core.settings.write({ company_city: 'Bonn' })],
  ['a secret', () => server.server.core.settings.write({ pterodactyl_api_key: 'ptla_third' })],
  ['a plugin', () => server.server.plugins.disable('leaderboard', null)],
])('[CFG4] applies nothing when %s has changed since the plan', async (_what, move) => {
  await plan('{ version: 1, settings: { app_name: Southwind } }')
  await move()
  expect(await apply()).toEqual({ failed: true, text: expect.stringContaining('changed since the plan') })
  expect(read('app_name')).toBe('Northwind')
  await server.server.plugins.enable('leaderboard', null)
})

it('[CFG4] applies a plan once', async () => {
  await plan('{ version: 1, settings: { app_name: Southwind } }')
  expect(await apply()).not.toHaveProperty('failed')
  expect(await apply()).toMatchObject({ failed: true })
})

it('[CFG5] leaves what the file does not name', async () => {
  await server.server.core.settings.write({ company_city: 'Bonn' })
  await plan('{ version: 1, settings: { app_name: Southwind } }')
  await apply()
  expect(read('company_city')).toBe('Bonn')
})

it.each([
  ['{ version: 2 }', 'version'],
  ['{ version: 1, setings: {} }', 'setings'],
  [
    '{ version: 1, settings: { nothing_here: 1 } }',
    'There is no setting nothing_here. A file of config export names them all.',
  ],
  ['{ version: 1, plugins: { nothing: { enabled: true } } }', 'There is no plugin nothing.'],
  ['{ version: 1, plugins: { users: { enabled: false } } }', 'users cannot be switched off.'],
  ['{ version: 1, settings: { pterodactyl_api_key: ptla_open } }', 'is a secret'],
  ['{ version: 1, settings: { app_name: "${env:NOT_THERE}" } }', 'The environment has no NOT_THERE.'],
  ['{ version: 1, settings: { app_name: "${file:/nowhere/at/all}" } }', 'cannot be read'],
  ['{ version: 1', 'no YAML'],
])('[CFG2] refuses %s', async (text, reason) => {
  expect(await plan(text)).toEqual({ failed: true, text: expect.stringContaining(reason) })
})

it('[CFG2] changes nothing when one value is not usable, and names it', async () => {
  vi.stubEnv('RENEW_DAYS', '5')
  await plan('{ version: 1, settings: { app_name: Southwind, server_renew_days: "${env:RENEW_DAYS}" } }')
  vi.stubEnv('RENEW_DAYS', '-5')
  expect(await apply()).toEqual({ failed: true, text: expect.stringContaining('server_renew_days') })
  expect(read('app_name')).toBe('Northwind')
})

it('[CFG11] compares a secret as it is stored', async () => {
  const text = '{ version: 1, settings: { stripe_secret_key: "${env:STRIPE_KEY}" } }'
  vi.stubEnv('STRIPE_KEY', ' sk_test_51NorthwindNorthwind ')
  expect((await plan(text)).text).toContain('~ stripe_secret_key: secret from')
  expect(await apply()).toEqual({ text: 'Made 1 changes.' })
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
})

it('[CFG12] takes numbers and switches by reference', async () => {
  const text =
    '{ version: 1, settings: { daily_backup_hour: "${env:HOUR}", allow_tickets: "${env:TICKETS}", company_city: "${env:CITY}" } }'
  vi.stubEnv('HOUR', '5')
  vi.stubEnv('TICKETS', 'false')
  vi.stubEnv('CITY', '53')
  expect((await plan(text)).text.split('\n')).toEqual([
    '~ daily_backup_hour: 3 -> 5',
    '~ allow_tickets: true -> false',
    '~ company_city: "" -> "53"',
    expect.stringContaining('3 changes.'),
  ])
  expect(await apply()).toEqual({ text: 'Made 3 changes.' })
  expect([read('daily_backup_hour'), read('allow_tickets'), read('company_city')]).toEqual([5, false, '53'])
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
})

it.each([
  ['daily_backup_hour: 24', 'daily_backup_hour (Too big'],
  ['daily_backup_hour: "${env:HOUR}"', 'daily_backup_hour (Invalid input'],
  ['allow_tickets: "${env:HOUR}"', 'allow_tickets (Invalid input'],
])('[CFG12] says in the plan that %s is not usable', async (setting, problem) => {
  vi.stubEnv('HOUR', 'five')
  expect(await plan(`{ version: 1, settings: { app_name: Southwind, ${setting} } }`)).toEqual({
    failed: true,
    text: expect.stringContaining(problem),
  })
  expect(read('app_name')).toBe('Northwind')
})

it('[CFG6] reads a value from a file, without its last line break', async () => {
  writeFileSync(path('key'), 'ptla_first\n')
  const text = `{ version: 1, settings: { pterodactyl_api_key: "\${file:${path('key')}}" } }`
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
  writeFileSync(path('key'), 'ptla_second\r\n')
  expect((await plan(text)).text).toContain('~ pterodactyl_api_key')
  await apply()
  writeFileSync(path('key'), 'ptla_second')
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
})

const rowsOf = async (section: string) => {
  await run('export', path('now.yml'))
  const { resources } = parse(readFileSync(path('now.yml'), 'utf8')) as {
    resources: Record<string, Record<string, unknown>[]>
  }
  return resources[section] ?? []
}

it('[CFG7] creates and changes rows by name, those that others refer to first, noted as the operator', async () => {
  const text = [
    'version: 1',
    'resources:',
    '  eggs:',
    '    - { categoryId: Sandbox, name: Paper, description: A fast server, panelEggId: 1 }',
    '  egg-categories:',
    '    - { name: Sandbox, description: Build and survive, panelNestId: 77 }',
    '  redirect-links:',
    '    - { name: chat, target: "https://chat.example.com" }',
  ].join('\n')
  expect((await plan(text)).text.split('\n')).toEqual([
    '+ egg-categories "Sandbox"',
    '+ eggs "Sandbox / Paper"',
    '+ redirect-links "chat"',
    expect.stringContaining('3 changes.'),
  ])
  expect(await apply()).toEqual({ text: 'Made 3 changes.' })
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
  expect(await rowsOf('eggs')).toContainEqual(
    expect.objectContaining({ categoryId: 'Sandbox', name: 'Paper', enabled: true }),
  )
  expect((await plan(text.replace('A fast server', 'Faster'))).text).toContain(
    '~ eggs "Sandbox / Paper": description "A fast server" -> "Faster"',
  )
  await apply()
  expect(await plan(text)).toMatchObject({ text: expect.stringContaining('1 changes.') })
  const { rows } = await server.pool.query<{ action: string; actor: null }>(
    `select action, actor from kernel.audit where action like 'egg%' or action like 'redirect-links:%' order by id`,
  )
  expect(rows).toEqual([
    { action: 'egg-categories:created', actor: null },
    { action: 'eggs:created', actor: null },
    { action: 'redirect-links:created', actor: null },
    { action: 'eggs:updated', actor: null },
  ])
})

it('[CFG7] an export of rows is a plan without changes', async () => {
  vi.stubEnv('PTERODACTYL_API_KEY', 'ptla_first')
  expect(await rowsOf('roles')).toContainEqual(expect.objectContaining({ realName: 'default' }))
  expect(await run('plan', path('now.yml'), path('plan.json'))).toEqual({ text: 'Nothing to change.' })
})

it('[CFG8] gives a role exactly the permissions of the file, and keeps somebody who can act', async () => {
  const text = (permissions: string) =>
    `{ version: 1, resources: { roles: [{ realName: agents, name: Agents, permissions: ${permissions} }] } }`
  await plan(text('[admin.tickets.list, admin.users.list]'))
  await apply()
  expect((await plan(text('[admin.users.list]'))).text).toContain('~ roles "agents": permissions')
  await apply()
  expect(await rowsOf('roles')).toContainEqual(
    expect.objectContaining({ realName: 'agents', permissions: ['admin.users.list'] }),
  )
  expect(await plan(text('[admin.nothing]'))).toEqual({
    failed: true,
    text: expect.stringContaining('there is no admin.nothing'),
  })
  await plan('{ version: 1, resources: { roles: [{ realName: administrator, permissions: [] }] } }')
  expect(await apply()).toEqual({
    failed: true,
    text: expect.stringContaining('ROLES_LAST_ADMINISTRATOR'),
  })
})

it('[CFG9] writes the texts of emails, checked like those of staff', async () => {
  const text = (subject: string) =>
    `{ version: 1, resources: { mail-templates: [{ purpose: auth.verify, language: EN, subject: "${subject}", body: "Hello {{name}}", action: Confirm }] } }`
  expect(await plan(text('For {{nobody}}'))).toEqual({
    failed: true,
    text: expect.stringContaining('{{nobody}}'),
  })
  await plan(text('A new password'))
  expect(await apply()).toEqual({ text: 'Made 1 changes.' })
  expect(await plan(text('A new password'))).toEqual({ text: 'Nothing to change.' })
})

it.each([
  ['resources: { nothing: [] }', 'There is no section nothing'],
  ['resources: { eggs: [{ name: Paper }] }', 'a row has no categoryId'],
  [
    'resources: { eggs: [{ name: Paper, categoryId: Nowhere, panelEggId: 1, description: A }] }',
    'there is no Nowhere',
  ],
  ['resources: { redirect-links: [{ name: chat2, target: nowhere }] }', 'target'],
  ['resources: { redirect-links: [{ name: chat2, target: "https://a.example", colour: red }] }', 'colour'],
])('[CFG2] refuses %s', async (text, reason) => {
  expect(await plan(`{ version: 1, ${text} }`)).toEqual({
    failed: true,
    text: expect.stringContaining(reason),
  })
})

it('[CFG4] applies nothing when a row has changed since the plan', async () => {
  await plan('{ version: 1, settings: { app_name: Southwind } }')
  await server.pool.query(`update roles.role set name = 'Somebody' where real_name = 'vip'`)
  expect(await apply()).toEqual({ failed: true, text: expect.stringContaining('changed since the plan') })
  expect(read('app_name')).toBe('Northwind')
})

it('[CFG7] says which row was refused; the changes before it stay', async () => {
  await plan(
    '{ version: 1, settings: { app_name: Southwind }, resources: { redirect-links: [{ name: store, target: "https://a.example" }] } }',
  )
  expect(await apply()).toEqual({
    failed: true,
    text: expect.stringMatching(/redirect-links "store" was refused: REDIRECT_LINKS_NAME_TAKEN name/),
  })
  expect(read('app_name')).toBe('Southwind')
})

it('[CFG7] writes sections after those that they refer to, also in a circle', async () => {
  const named = (name: string, after: readonly string[]): ConfigurationSection => ({
    name,
    after,
    identity: ['name'],
    read: () => Promise.resolve([]),
    check: () => Promise.resolve([]),
    write: () => Promise.resolve(''),
  })
  const orderOf = async (...sections: ConfigurationSection[]) => {
    const { core, plugins } = server.server
    const { settings, secrets } = core
    const state = await readState({ settings, secrets, plugins, sections: { get: () => sections } })
    return [...state.sections.keys()]
  }
  expect(await orderOf(named('a', ['b']), named('b', ['c']), named('c', []))).toEqual(['c', 'b', 'a'])
  expect(await orderOf(named('a', ['b']), named('b', ['a', 'b']))).toHaveLength(2)
})

it('[CFG11] has nothing to change after texts of several lines, however they are trimmed when they are stored', async () => {
  const text = [
    'version: 1',
    'settings:',
    '  legal_tos: |',
    '    Be kind.',
    '    Pay in time.',
    'resources:',
    '  egg-categories:',
    '    - name: "Blocky "',
    '      panelNestId: 78',
    '      description: |',
    '        Build',
    '        and survive',
    '  mail-templates:',
    '    - purpose: auth.verify',
    '      language: DE',
    '      subject: Hallo',
    '      body: |',
    '        Hallo {{name}}',
    '        und willkommen',
  ].join('\n')
  const { text: shown } = await plan(text)
  expect(shown).toContain('~ legal_tos: "" -> "Be kind.\\nPay in time."')
  expect(shown).toContain('3 changes.')
  expect(read('legal_tos')).toBe('')
  expect(await apply()).toEqual({ text: 'Made 3 changes.' })
  expect(read('legal_tos')).toBe('Be kind.\nPay in time.')
  expect(await plan(text)).toEqual({ text: 'Nothing to change.' })
  // It is stored as staff would have written it.
  expect(await rowsOf('egg-categories')).toContainEqual(
    expect.objectContaining({ name: 'Blocky', description: 'Build\nand survive' }),
  )
})
