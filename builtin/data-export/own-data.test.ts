import { Ledger } from '@spawnpoint/contracts/coins'
import { Pictures } from '@spawnpoint/contracts/pictures'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { fillTables, SEEDED_SECRETS } from '../../tests/support/fill-tables.ts'
import { runCommand } from '../../tests/support/importers/run-import.ts'
import { rootsWith } from '../../tests/support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../tests/support/plugins/write-plugin.ts'
import { readArchive } from '../../tests/support/read-archive.ts'
import type { ApiClient } from '../../tests/support/server/api-client.ts'
import { startTestServer, type TestServer } from '../../tests/support/server/start-test-server.ts'

const noteTables = `create table note (id uuid primary key default gen_random_uuid(), owner text not null, title text, api_token text);
--> statement-breakpoint
create table visit (id uuid primary key default gen_random_uuid(), who uuid references kernel.identity (id), place text);
--> statement-breakpoint
create table weather (id uuid primary key default gen_random_uuid(), today text);`

interface Person {
  readonly id: string
  readonly api: ApiClient
}

const plugins = createPluginsFolder()
let given: TestServer
let base: string
let ada: Person
let bob: Person
let picture: string

const fileId = '00000000-0000-7000-8000-000000000009'
const query = (text: string, values: readonly string[] = []) => given.pool.query(text, [...values])

/** A stored picture of ada, and a text file in her ticket. */
async function addFiles() {
  const { services, blobs } = given.server.core
  const pictures = services.find(Pictures)
  if (!pictures) throw new Error('pictures is not running')
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const saved = await pictures.save({ owner: ada.id, purpose: 'avatars', bytes })
  if (!saved.ok) throw new Error(saved.problem)
  await given.server.core.orm.transaction((tx) => pictures.keep(tx, [saved.picture.id], ada.id))
  picture = saved.picture.id
  await blobs.put('tickets', Buffer.from('[12:00:00] Done'), 'text/plain', fileId)
}

beforeAll(async () => {
  plugins.write(
    {
      id: 'acme-notes',
      version: '1.0.0',
      title: 'Notes',
      description: 'Notes',
      defaultEnabled: true,
      migrations: 'migrations',
    },
    null,
    { 'migrations/0001_note.sql': noteTables },
  )
  given = await startTestServer({ roots: rootsWith(plugins) })
  base = mkdtempSync(join(tmpdir(), 'spawnpoint-own-data-'))
  const sign = async (username: string, role?: string): Promise<Person> => {
    const { person, api } = await given.signIn({ username, ...(role !== undefined && { role }) })
    return { id: person.id, api }
  }
  ada = await sign('ada')
  bob = await sign('bob', 'Administrator')
  await fillTables(given, ada.id, bob.id)
  await addFiles()
  const ledger = given.server.core.services.find(Ledger)
  if (!ledger) throw new Error('the ledger is not running')
  const paid = { kind: 'test:paid', scope: 'test', note: '', from: { system: 'earnings' } } as const
  await given.server.core.orm.transaction(async (tx) => {
    await ledger.transfer(tx, { ...paid, key: 'of ada', to: { user: ada.id }, amount: 11 })
    await ledger.transfer(tx, { ...paid, key: 'of bob', to: { user: bob.id }, amount: 7_654 })
  })
  const ticket = '00000000-0000-7000-8000-000000000006'
  const write = (body: string, internal: boolean, released: boolean) =>
    query(
      `insert into tickets.message (ticket_id, author, staff, internal, body, request_key, created_at, released_at)
       values ($1, $2, true, ${internal}, $3, gen_random_uuid(), now(), ${released ? 'now()' : 'null'})`,
      [ticket, bob.id, body],
    )
  await write('Seen by the customer', false, true)
  await write('Noted by staff', true, true)
  await write('Not sent yet', false, false)
  await query(
    `insert into acme_notes.note (owner, title, api_token) values ($1, 'Of Ada', 'hash-of-a-note'), ($2, 'Of Bob', '')`,
    [ada.id, bob.id],
  )
  await query(`insert into acme_notes.visit (who, place) values ($1, 'Spawn'), ($2, 'Nether')`, [
    ada.id,
    bob.id,
  ])
  await query(`insert into acme_notes.weather (today) values ('Rain')`)
})
afterAll(async () => {
  await given.stop()
  plugins.remove()
  rmSync(base, { recursive: true, force: true })
})

const prepare = '/api/data-export/prepare'
const file = '/api/data-export/own-data'

type Rows = readonly Readonly<Record<string, unknown>>[]
interface Manifest {
  readonly user: string
  readonly kinds: readonly {
    readonly kind: string
    readonly file: string
    readonly rows: number
    readonly columns: readonly { readonly name: string }[]
  }[]
}

async function readOwnData(bytes: Uint8Array) {
  const files = await readArchive(bytes)
  const parse = (path: string): unknown => JSON.parse(String(files.get(path)))
  return {
    files,
    manifest: parse('manifest.json') as Manifest,
    rowsOf: (kind: string) => parse(`${kind}.json`) as Rows,
    text: [...files.values()].map(String).join('\n'),
  }
}

const fetchFile = ({ jar }: ApiClient) =>
  fetch(`${given.url}${file}`, {
    headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
  })

async function download({ api }: { readonly api: ApiClient }) {
  const prepared = await api.post(prepare)
  expect(prepared.body).toMatchObject({ path: file })
  const answer = await fetchFile(api)
  expect(answer.status).toBe(200)
  return { ...(await readOwnData(await answer.bytes())), headers: answer.headers }
}

it('[EXP13] users download what is stored about them, and nothing about others', async () => {
  const { manifest, rowsOf, text, headers } = await download(ada)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="ada-\d{4}-\d\d-\d\d\.zip"$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(manifest.user).toBe(ada.id)
  for (const { kind, rows, columns } of manifest.kinds) {
    expect([kind, rowsOf(kind).length]).toEqual([kind, rows])
    expect([kind, Object.keys(rowsOf(kind)[0] ?? {})]).toEqual([kind, columns.map(({ name }) => name)])
  }
  expect(rowsOf('users')).toMatchObject([{ id: ada.id, email: 'ada@example.com' }])
  expect(rowsOf('sessions')).toMatchObject([{ userAgent: 'test', ip: '127.0.0.1' }])
  expect(rowsOf('servers')).toMatchObject([{ name: 'Skyblock' }])
  expect(rowsOf('coin-balances')).toMatchObject([{ id: ada.id, balance: 11 }])
  expect(rowsOf('coin-entries')).toMatchObject([{ account: ada.id, amount: 11, balance: 11 }])
  expect(rowsOf('coin-transfers')).toMatchObject([{ kind: 'test:paid' }])
  expect(rowsOf('receipts')).toMatchObject([{ number: 'R-1' }])
  expect(rowsOf('ticket-messages').map(({ body }) => body)).toEqual([
    expect.stringContaining('Line one'),
    'Seen by the customer',
  ])
  for (const foreign of ['bob@example.com', '"bob"', 'Noted by staff', 'Not sent yet', 'Friendly', '7654'])
    expect(text).not.toContain(foreign)
  for (const secret of SEEDED_SECRETS) expect(text).not.toContain(secret)
  const { text: ofBob } = await download(bob)
  for (const foreign of ['ada@example.com', 'Skyblock', 'It “lags”', 'R-1'])
    expect(ofBob).not.toContain(foreign)
})

it('[EXP13] every kind that names users is in their downloads, or the README says that it is the work of staff', async () => {
  const to = join(base, 'all')
  await runCommand(given, 'export', { to })
  const { kinds } = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as {
    kinds: readonly { kind: string; columns: readonly { about: string }[] }[]
  }
  const naming = kinds.filter(({ columns }) => columns.some(({ about }) => /id in `users`/i.test(about)))
  const downloaded = new Set(
    [await download(ada), await download(bob)].flatMap(({ manifest }) =>
      manifest.kinds.map(({ kind }) => kind),
    ),
  )
  const [, list = ''] =
    /Not in it are ([^.]+)\./.exec(readFileSync('builtin/data-export/README.md', 'utf8')) ?? []
  const named = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  expect(naming.map(({ kind }) => kind).filter((kind) => !downloaded.has(kind))).toEqual(named)
})

it('[EXP14] a download needs recent reauthentication, is limited and logged', async () => {
  const grace = await given.signIn({ username: 'grace', proven: false })
  expect((await grace.api.post(prepare)).body['error_code']).toBe('REAUTHENTICATION_REQUIRED')
  const early = await fetchFile(grace.api)
  expect(await early.json()).toMatchObject({ error_code: 'REAUTHENTICATION_REQUIRED' })
  expect((await given.anonymous().get(file)).status).toBe(401)

  const hugo = await given.signIn({ username: 'hugo' })
  for (let time = 0; time < 5; time += 1) await download(hugo)
  expect((await hugo.api.post(prepare)).body['error_code']).toBe('DATA_EXPORT_TOO_MANY')
  const again = await fetchFile(hugo.api)
  expect([again.status, await again.json()]).toMatchObject([429, { error_code: 'DATA_EXPORT_TOO_MANY' }])
  const { rows } = await given.pool.query<{ n: number }>(
    `select count(*)::int as n from kernel.audit where action = 'data-export:downloaded' and actor = $1 and target = $2`,
    [hugo.person.id, hugo.person.id],
  )
  expect(rows).toEqual([{ n: 5 }])
})

it('[EXP15] pictures and the files of tickets are in it', async () => {
  const { files } = await download(ada)
  const paths = [...files.keys()].filter((path) => path.startsWith('files/'))
  expect(paths).toEqual([`files/avatars/${picture}.png`, `files/tickets/${fileId}-latest.log`])
  const image = await sharp(files.get(`files/avatars/${picture}.png`)).metadata()
  expect(image).toMatchObject({ format: 'png', width: 8, height: 8 })
  expect(String(files.get(`files/tickets/${fileId}-latest.log`))).toBe('[12:00:00] Done')
})

it('[EXP16] rows of added plugins that name the user come along', async () => {
  const { rowsOf, files } = await download(ada)
  expect(rowsOf('acme-notes.note')).toEqual([expect.objectContaining({ owner: ada.id, title: 'Of Ada' })])
  expect(rowsOf('acme-notes.note')[0]).not.toHaveProperty('api_token')
  expect(rowsOf('acme-notes.visit')).toMatchObject([{ who: ada.id, place: 'Spawn' }])
  expect(files.has('acme-notes.weather.json')).toBe(false)
})

it('[EXP17] the command line writes the same archive for its owner alone, and nothing over a file', async () => {
  const to = join(base, 'ada.zip')
  expect(await runCommand(given, 'export-user', { to }, ['ada'])).toEqual({
    text: `Wrote ${to}.`,
    failed: false,
  })
  expect(statSync(to).mode & 0o777).toBe(0o600)
  expect(existsSync(`${to}.partial`)).toBe(false)
  const { manifest, rowsOf } = await readOwnData(readFileSync(to))
  expect([manifest.user, rowsOf('servers')[0]?.['name']]).toEqual([ada.id, 'Skyblock'])
  const { rows } = await given.pool.query<{ actor: string | null; target: string }>(
    `select actor, target from kernel.audit where action = 'data-export:user-written'`,
  )
  expect(rows).toEqual([{ actor: null, target: ada.id }])

  writeFileSync(to, 'kept')
  const refused = await runCommand(given, 'export-user', { to }, ['ada'])
  expect(refused).toEqual({ failed: true, text: `${to} exists already. Choose another name with --to.` })
  expect(readFileSync(to, 'utf8')).toBe('kept')
  const unknown = await runCommand(given, 'export-user', { to: join(base, 'x.zip') }, ['nobody-here'])
  expect(unknown).toEqual({ failed: true, text: 'There is no user nobody-here.' })
  // The folder it runs in may be anybody's: under systemd-run it is that of the whole machine.
  expect(await runCommand(given, 'export-user', {}, ['ada'])).toEqual({
    failed: true,
    text: 'Say where to write with --to: a file that does not exist yet.',
  })
})

it('[EXP17] the command line writes where it was typed, and says in a sentence that it cannot', async () => {
  vi.stubEnv('INIT_CWD', base)
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = join(base, 'typed.zip')
  expect(await runCommand(given, 'export-user', { to: 'typed.zip' }, ['ada'])).toMatchObject({
    text: `Wrote ${file}.`,
  })
  expect(existsSync(file)).toBe(true)
  expect(await runCommand(given, 'export-user', { to: 'typed.zip/ada.zip' }, ['ada'])).toEqual({
    failed: true,
    text: `${file}/ada.zip.partial cannot be reached: a part of it is a file, not a folder.`,
  })
  expect(await runCommand(given, 'export', { to: 'typed', only: 'roles' })).toMatchObject({
    text: expect.stringContaining(`Wrote ${join(base, 'typed')}.`),
  })
  expect(await runCommand(given, 'export', { to: 'typed.zip/all' })).toEqual({
    failed: true,
    text: `${file}/all.partial cannot be reached: a part of it is a file, not a folder.`,
  })
})
