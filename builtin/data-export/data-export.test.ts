import { Ledger } from '@spawnpoint/contracts/coins'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type QueryResult } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { fillTables, SEEDED_SECRETS } from '../../tests/support/fill-tables.ts'
import { runCommand } from '../../tests/support/importers/run-import.ts'
import { rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { until } from '../../tests/support/server/start-hosting-server.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

interface Manifest {
  readonly product: string
  readonly snapshotAt: string
  readonly kinds: readonly {
    readonly kind: string
    readonly file: string
    readonly version: number
    readonly rows: number
    readonly sums: Readonly<Record<string, string>>
    readonly columns: readonly { readonly name: string }[]
    readonly leftOut?: readonly string[]
  }[]
}

const tableNote = `create type mood as enum ('good', 'bad');
--> statement-breakpoint
create table note (id uuid primary key default gen_random_uuid(), version integer not null default 1,
  title text not null, api_token text, mood mood, amount bigint);
--> statement-breakpoint
create table loose (value text);
--> statement-breakpoint
insert into note (title, api_token, mood, amount) values ('Hello', 'hash-of-a-plugin', 'good', 9007199254740993);`

const plugins = createPluginsFolder()
let given: TestServer
let base: string
beforeAll(async () => {
  const about = { version: '1.0.0', title: 'Notes', description: 'Notes', defaultEnabled: true }
  plugins.write({ id: 'acme-notes', ...about, migrations: 'migrations' }, null, {
    'migrations/0001_note.sql': tableNote,
  })
  given = await startTestServer({ roots: rootsWith(plugins) })
  base = mkdtempSync(join(tmpdir(), 'spawnpoint-export-'))
  // The demonstration's games come a moment after the start.
  await until('the demonstration was offered', async () => await count('panel.demo_catalogue'))
  const ada = await given.signIn({ username: 'ada' })
  const bob = await given.signIn({ username: 'bob', role: 'Administrator' })
  await fillTables(given, ada.person.id, bob.person.id)
  const { core } = given.server
  const ledger = core.services.find(Ledger)
  if (!ledger) throw new Error('the ledger is not running')
  const paid = [
    [ada.person.id, 999_999_999_997],
    [bob.person.id, 599_999_999_998],
    [ada.person.id, 3],
  ] as const
  for (const [at, [user, amount]] of paid.entries())
    await core.orm.transaction((tx) =>
      ledger.transfer(tx, {
        kind: 'test:paid',
        scope: 'test',
        key: String(at),
        note: '',
        from: { system: 'earnings' },
        to: { user },
        amount,
      }),
    )
})
afterAll(async () => {
  await given.stop()
  plugins.remove()
  rmSync(base, { recursive: true, force: true })
})

let folders = 0
const newPlace = () => join(base, `export-${(folders += 1)}`)

async function exportTo(to: string, only?: string) {
  const { text, failed } = await runCommand(given, 'export', { to, ...(only !== undefined && { only }) })
  if (failed) throw new Error(text)
  const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as Manifest
  const kinds = new Map(manifest.kinds.map((each) => [each.kind, each]))
  const kindOf = (name: string) => {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`no kind ${name}`)
    return kind
  }
  const linesOf = (name: string) => {
    const text = readFileSync(join(to, kindOf(name).file), 'utf8')
    return text === '' ? [] : text.replace(/\n$/, '').split('\n')
  }
  const rowsOf = (name: string) => linesOf(name).map((line) => JSON.parse(line) as Record<string, unknown>)
  return { text, manifest, kindOf, linesOf, rowsOf }
}

const count = async (table: string) =>
  Number((await given.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)

const tables: Readonly<Record<string, string>> = {
  announcements: 'announcements.announcement',
  'audit-log': 'kernel.audit',
  avatars: 'avatars.avatar',
  'canned-replies': 'tickets.canned_reply',
  'coin-balances': 'coins.account',
  'coin-entries': 'coins.entry',
  'coin-transfers': 'coins.transfer',
  departments: 'departments.department',
  'discord-memberships': 'j4r_servers.membership',
  'egg-categories': 'egg_categories.egg_category',
  eggs: 'eggs.egg',
  'held-earnings': 'anti_abuse.hold',
  'hosted-images': 'image_hosting.image',
  'image-embeds': 'image_hosting.embed',
  'image-notices': 'image_reports.notice',
  'image-reports': 'image_reports.report',
  images: 'images.image',
  'incident-updates': 'announcements.incident_update',
  'j4r-servers': 'j4r_servers.j4r_server',
  locations: 'locations.location',
  'mail-templates': 'mail_templates.template',
  'mass-mails': 'mail_templates.mass_mail',
  'notification-preferences': 'notifications.preference',
  'notification-routines': 'notifications.routine',
  'payment-events': 'payments.event',
  payments: 'payments.payment',
  'plugin-grants': 'servers.plugin_grant',
  'profile-backgrounds': 'avatars.background',
  profiles: 'profiles.profile',
  purchases: 'store.purchase',
  receipts: 'payments.document',
  'redeem-code-batches': 'redeem_codes.batch',
  'redeem-codes': 'redeem_codes.redeem_code',
  'redeem-codes-of-batches': 'redeem_codes.batch_code',
  redemptions: 'redeem_codes.redemption',
  'redirect-links': 'redirect_links.redirect_link',
  'referral-codes': 'referrals.code',
  referrals: 'referrals.referral',
  'role-members': 'roles.member',
  'role-permissions': 'roles."grant"',
  roles: 'roles.role',
  'server-builds': 'server_queue.build',
  'server-history': 'servers.history',
  'server-limits': 'servers.allowance',
  servers: 'servers.server',
  'ticket-compensations': 'tickets.compensation',
  'ticket-events': 'tickets.event',
  'ticket-files': 'tickets.attachment',
  'ticket-messages': 'tickets.message',
  'ticket-views': 'tickets.saved_view',
  tickets: 'tickets.ticket',
  unsubscribed: 'mail_templates.unsubscribed',
  'user-notes': 'user_notes.note',
  users: 'users.account',
  webhooks: 'webhooks.webhook',
}

it('[EXP1] each kind is a file with one line for each row, and the manifest counts them', async () => {
  // An export itself is an entry of the audit log, written after the rows.
  await exportTo(newPlace(), 'roles')
  const entries = await count('kernel.audit')
  const { manifest, kindOf, rowsOf } = await exportTo(newPlace())
  const emptyOnes: string[] = []
  for (const [kind, table] of Object.entries(tables)) {
    const rows = rowsOf(kind)
    const there = kind === 'audit-log' ? entries : await count(table)
    expect([kind, rows.length, kindOf(kind).rows]).toEqual([kind, there, there])
    if (rows.length === 0) emptyOnes.push(kind)
  }
  expect(emptyOnes).toEqual([])
  expect(manifest.product).toMatch(/^\d+\.\d+\.\d+/)
  expect(manifest.snapshotAt).toMatch(/^\d{4}-/)
  expect(manifest.kinds.every(({ version }) => version >= 1)).toBe(true)
  const [message] = rowsOf('ticket-messages')
  expect(message).toMatchObject({
    body: 'Line one\nline two \u2028 \\ "end"',
    files: ['latest.log'],
    createdAt: '2026-01-02T03:04:05.678+00:00',
  })
})

it('[EXP2] coins are exact: the entries of users add up to their balances, and all entries to nothing', async () => {
  const { kindOf, linesOf, rowsOf, text } = await exportTo(newPlace())
  const sumOf = (name: string, column: string, belongs = (_row: Record<string, unknown>) => true) =>
    rowsOf(name)
      .filter(belongs)
      .reduce((sum, row) => sum + BigInt(Number(row[column] ?? 0)), 0n)
      .toString()
  const people = new Set(rowsOf('coin-balances').flatMap(({ id, kind }) => (kind === 'user' ? [id] : [])))
  const ofPeople = sumOf('coin-entries', 'amount', ({ account }) => people.has(account))
  expect(ofPeople).toBe('1599999999998')
  expect(kindOf('coin-entries').sums).toEqual({ amount: '0', amountOfUsers: ofPeople })
  expect(kindOf('coin-balances').sums).toEqual({ balance: ofPeople })
  expect(sumOf('coin-balances', 'balance')).toBe(ofPeople)
  expect(sumOf('coin-entries', 'amount')).toBe('0')
  expect(linesOf('coin-entries').join('\n')).toContain('"amount":999999999997')
  expect(text).toContain(`coin-balances: ${rowsOf('coin-balances').length}, balance ${ofPeople}`)
})

it('[EXP3] no secret leaves: neither those of the product nor those of plugins', async () => {
  const to = newPlace()
  await exportTo(to)
  const whole = readdirSync(to)
    .map((file) => readFileSync(join(to, file), 'utf8'))
    .join('\n')
  for (const secret of SEEDED_SECRETS) expect([secret, whole.includes(secret)]).toEqual([secret, false])
  // Whatever the columns of secrets have, of sessions and settings too.
  const { rows } = await given.pool.query<{ place: string; column_name: string }>(
    `select format('%I.%I', table_schema, table_name) as place, column_name from information_schema.columns
     where column_name ~ '(hash|sealed|secret|token|private_key|password)' and data_type in ('text', 'bytea')
       and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const values = new Set<string>()
  for (const { place, column_name: column } of rows) {
    const found = await given.pool.query<{ value: string }>(
      `select distinct encode(convert_to("${column}"::text, 'UTF8'), 'escape') as value from ${place}
       where length("${column}"::text) > 7`,
    )
    for (const { value } of found.rows) values.add(value)
  }
  expect(values.size).toBeGreaterThan(8)
  expect([...values].filter((value) => whole.includes(value))).toEqual([])
})

it('[EXP1] [EXP4] rows are read 500 at a time, however many there are', async () => {
  await given.pool.query(
    `insert into user_notes.note (user_id, author, text, created_at)
     select user_id, author, 'Note ' || n, created_at from user_notes.note, generate_series(1, 50000) n`,
  )
  onTestFinished(
    async () => void (await given.pool.query(`delete from user_notes.note where text <> 'Friendly'`)),
  )
  const pages: number[] = []
  const { query } = Client.prototype
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function watch(
    this: Client,
    ...asked: unknown[]
  ) {
    const answer: unknown = Reflect.apply(query, this, asked)
    if (JSON.stringify(asked[0]).includes('row_to_json'))
      void Promise.resolve(answer as Promise<QueryResult>).then(({ rows }) => pages.push(rows.length))
    return answer as never
  })
  onTestFinished(() => spy.mockRestore())
  const { kindOf, rowsOf } = await exportTo(newPlace(), 'user-notes')
  expect(kindOf('user-notes').rows).toBe(50_001)
  const rows = rowsOf('user-notes')
  expect(new Set(rows.map(({ id }) => id)).size).toBe(50_001)
  expect(rows.map(({ id }) => Number(id))).toEqual(rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b))
  expect(Math.max(...pages)).toBe(500)
  expect(pages).toHaveLength(101)
})

/** Keeps exports from reading notes about users, which come after most kinds. */
async function holdNotes() {
  const client = await given.pool.connect()
  await client.query('begin; lock table user_notes.note in access exclusive mode')
  const waiting = () =>
    until('the export waits', async () => {
      const { rows } = await given.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%user_notes%' and datname = current_database()`,
      )
      return rows[0]?.pid
    })
  let isHeld = true
  const release = async () => {
    if (isHeld) await client.query('rollback')
    if (isHeld) client.release()
    isHeld = false
  }
  onTestFinished(release)
  return { waiting, release, end: (pid: number) => client.query('select pg_terminate_backend($1)', [pid]) }
}

it('[EXP5] all rows are of one moment, whatever is written meanwhile', async () => {
  const before = await count('webhooks.webhook')
  const held = await holdNotes()
  const running = exportTo(newPlace())
  await held.waiting()
  await given.pool.query(
    `insert into webhooks.webhook (id, name, address, events, enabled)
     values (gen_random_uuid(), 'Later', 'https://later.example', '[]', true)`,
  )
  await held.release()
  const { kindOf, rowsOf } = await running
  expect([kindOf('webhooks').rows, rowsOf('webhooks').length]).toEqual([before, before])
})

it('[EXP6] files are for their owner alone, and nothing is written over', async () => {
  const to = newPlace()
  await exportTo(to)
  expect(statSync(to).mode & 0o777).toBe(0o700)
  expect(readdirSync(to).map((file) => statSync(join(to, file)).mode & 0o777)).toEqual(
    readdirSync(to).map(() => 0o600),
  )
  const manifest = readFileSync(join(to, 'manifest.json'), 'utf8')
  await expect(exportTo(to)).rejects.toThrow(`${to} exists already.`)
  expect(readFileSync(join(to, 'manifest.json'), 'utf8')).toBe(manifest)
  const other = newPlace()
  mkdirSync(`${other}.partial`)
  await expect(exportTo(other)).rejects.toThrow('another export is running')
  expect(existsSync(`${other}.partial`)).toBe(true)
  await expect(exportTo(join(base, 'none', 'export'))).rejects.toThrow('There is no folder')
})

it('[EXP7] an export that fails leaves nothing, and no entry in the audit log', async () => {
  const entries = await count(`kernel.audit where action = 'data-export:written'`)
  const to = newPlace()
  const held = await holdNotes()
  const running = exportTo(to).then(
    () => 'written',
    () => 'failed',
  )
  const pid = await held.waiting()
  expect(existsSync(to)).toBe(false)
  await held.end(pid)
  expect(await running).toBe('failed')
  expect([existsSync(to), existsSync(`${to}.partial`)]).toEqual([false, false])
  expect(await count(`kernel.audit where action = 'data-export:written'`)).toBe(entries)
})

it('[EXP7] an export that is killed leaves no folder of its name, and no manifest', async () => {
  const to = newPlace()
  const held = await holdNotes()
  const child = spawn(process.execPath, ['kernel/cli/admin.ts', 'export', '--to', to], {
    env: { ...process.env, DATABASE_URL: given.config.databaseUrl ?? '', DATA_DIR: given.config.dataDir },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  await held.waiting()
  child.kill('SIGKILL')
  await exit
  expect(existsSync(to)).toBe(false)
  const left = readdirSync(`${to}.partial`)
  expect(left).toContain('tickets.jsonl')
  expect(left).not.toContain('manifest.json')
})

it('[EXP8] an export is in the audit log as one of the command line', async () => {
  const { manifest } = await exportTo(newPlace(), 'users,roles')
  const { rows } = await given.pool.query<{ actor: string | null; after: unknown }>(
    `select actor, after from kernel.audit where action = 'data-export:written' order by id desc limit 1`,
  )
  const all = manifest.kinds.reduce((sum, each) => sum + each.rows, 0)
  expect(rows).toEqual([{ actor: null, after: { by: 'command line', rows: all, kinds: ['roles', 'users'] } }])
})

it('[EXP9] --only writes the chosen kinds and refuses unknown ones', async () => {
  const to = newPlace()
  await exportTo(to, 'users,roles')
  expect(readdirSync(to).toSorted()).toEqual(['manifest.json', 'roles.jsonl', 'users.jsonl'])
  const refused = newPlace()
  await expect(exportTo(refused, 'users,passwords')).rejects.toThrow('There is no kind "passwords".')
  expect(existsSync(refused)).toBe(false)
  await expect(runCommand(given, 'export', {})).resolves.toMatchObject({ failed: true })
})

it('[EXP10] the README of each plugin documents exactly what is written', async () => {
  const { manifest, linesOf } = await exportTo(newPlace())
  for (const { kind, columns } of manifest.kinds)
    for (const line of linesOf(kind).slice(0, 1))
      expect([kind, ...Object.keys(JSON.parse(line) as object)]).toEqual([
        kind,
        ...columns.map(({ name }) => name),
      ])
  const readmes = readdirSync('builtin')
    .map((plugin) => join('builtin', plugin, 'README.md'))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
  const { text } = await runCommand(given, 'export', { describe: true })
  const described = text.split(/\n\n(?=`)/).filter((each) => !each.startsWith('`acme-notes'))
  const missing = described.filter((each) => !readmes.some((readme) => readme.includes(`${each}\n`)))
  expect(missing).toEqual([])
  const own = described.filter((each) => each.includes('only in the download'))
  expect(described).toHaveLength(manifest.kinds.length - 1 + own.length)
  expect(manifest.kinds.map(({ kind }) => kind)).not.toContain('sessions')
})

it('[EXP11] tables of added plugins come along by themselves, without secrets and types of their own', async () => {
  const { kindOf, linesOf, rowsOf, manifest } = await exportTo(newPlace())
  expect(rowsOf('acme-notes.note')).toMatchObject([{ version: 1, title: 'Hello' }])
  expect(linesOf('acme-notes.note')[0]).toContain('"amount":9007199254740993')
  expect(kindOf('acme-notes.note').columns.map(({ name }) => name)).toEqual([
    'id',
    'version',
    'title',
    'amount',
  ])
  expect(kindOf('acme-notes.note').leftOut).toEqual(['api_token', 'mood'])
  // Without a key its rows have no order.
  expect(manifest.kinds.map(({ kind }) => kind)).not.toContain('acme-notes.loose')
})

it('[EXP12] every table of the dashboard is exported, or the README says why not', async () => {
  const { rows } = await given.pool.query<{ place: string }>(
    `select table_schema || '.' || table_name as place from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'acme-notes', 'acme_notes')`,
  )
  const { manifest } = await exportTo(newPlace())
  const exportedTables = new Set(manifest.kinds.map(({ kind }) => tables[kind]?.replaceAll('"', '')))
  const readme = readFileSync('builtin/data-export/README.md', 'utf8')
  const named = [...readme.matchAll(/^\| `([a-z0-9_]+)\.([a-z_`, ]+)` \|/gm)].flatMap(
    ([, schema, names = '']) => names.split(/`, `|, /).map((name) => `${schema}.${name}`),
  )
  const there = rows.map(({ place }) => place).filter((place) => !exportedTables.has(place))
  expect(there.toSorted()).toEqual(named.toSorted())
})
