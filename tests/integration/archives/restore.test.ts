import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Ledger } from '@spawnpoint/contracts/coins'
import { ArchiveError } from '@spawnpoint/sdk/server'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ArchiveManifest } from '../../../kernel/cli/archive/archive-format.ts'
import { createBackupProgram } from '../../../kernel/cli/backup-program.ts'
import { loadArchiveKey } from '../../../kernel/cli/archive/archive-key.ts'
import { checkArchive, openArchive } from '../../../kernel/cli/archive/archive-reader.ts'
import { createArchiveWriter } from '../../../kernel/cli/archive/archive-writer.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer, type RunningServer } from '../../../kernel/cli/start-server.ts'
import { runDemo } from '../../../kernel/cli/demo/run-demo.ts'
import { ConfigurationError } from '../../../kernel/server/configuration-error.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { nodeOptions } from '../../support/server/child-env.ts'
import { startSmallSite } from '../../support/server/start-small-site.ts'
import { soak } from '../../support/soak.ts'

const secretKey = 'pine-Quartz-71-harbour-Velvet-08-lantern'
const backupKey = 'copper-Meadow-55-glacier-Ribbon-19-tunnel'
const folders: string[] = []
const newFolder = () => {
  const parent = mkdtempSync(join(tmpdir(), 'spawnpoint-restore-test-'))
  chmodSync(parent, 0o711) // as root, PostgreSQL's own user has to pass
  folders.push(parent)
  return join(parent, 'data')
}

type Env = Record<string, string>
const optionsOf = (env: Env) => ({
  cwd: ROOT,
  env: {
    ...process.env,
    DATABASE_URL: '',
    SECRET_KEY: secretKey,
    BACKUP_KEY: backupKey,
    INIT_CWD: ROOT,
    ...env,
  },
})
const argumentsOf = (args: readonly string[]) => [...nodeOptions, join(ROOT, 'kernel/cli/backup.ts'), ...args]
const run = (env: Env, ...args: string[]) => {
  const given = { ...optionsOf(env), encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, argumentsOf(args), given)
  return { status, stdout, stderr }
}
/** Runs the same command in this process, which costs a fraction of one of its own; a refusal is its text. */
const runHere = async (env: Env, ...args: string[]) => {
  const said = { stdout: '', stderr: '' }
  const hear = (to: keyof typeof said) => (text: unknown) => void (said[to] += `${String(text)}\n`)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(hear('stdout')),
    vi.spyOn(console, 'warn').mockImplementation(hear('stderr')),
  ]
  try {
    await createBackupProgram(optionsOf(env).env).parseAsync(args, { from: 'user' })
    return { status: 0, ...said }
  } catch (error) {
    if (!(error instanceof ArchiveError || error instanceof ConfigurationError)) throw error
    return { status: 1, stdout: said.stdout, stderr: `${said.stderr}${error.message}\n` }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}
const spawnCommand = (env: Env, ...args: string[]) =>
  spawn(process.execPath, argumentsOf(args), { ...optionsOf(env), stdio: ['ignore', 'pipe', 'ignore'] })

const configOf = (env: Env) =>
  readConfig({ PORT: '0', LOG_LEVEL: 'silent', SECRET_KEY: secretKey, BACKUP_KEY: backupKey, ...env })
const start = (env: Env) => startServer({ config: configOf(env) })

/** Everything that must be there again: books, people, sealed secrets, pictures, work that waits. */
async function readFacts({ core }: RunningServer) {
  const ask = async (text: string) => (await core.pool.query(text)).rows
  return {
    sum: await ask('select sum(amount)::int as sum, count(*)::int, max(id)::int from coins.entry'),
    balances: await ask('select id, balance from coins.account order by id'),
    people: await ask('select id, username, email, created_at from users.account order by id'),
    passwords: await ask('select * from auth.credential order by 1'),
    pictures: await ask('select id, scope, md5(bytes) as hash from kernel.blob order by id'),
    audit: await ask(
      `select id, action, after from kernel.audit where action not like 'backups:%' order by id`,
    ),
    secrets: await ask('select key, sealed from kernel.setting where sealed is not null order by key'),
    counters: await ask(
      `select sequencename, last_value from pg_sequences where schemaname = 'coins' order by 1`,
    ),
    opened: core.settings
      .describe()
      .filter(({ audience, isSet }) => audience === 'secret' && isSet)
      .map(({ key }) => key),
    migrations: await ask('select * from kernel.migrations order by plugin, name'),
  }
}

/** The product that the backup is of. Its database is not embedded, so that no command has to start one. */
let source: Env = {}
let dataDir = ''
let file = ''
let made: ReturnType<typeof run>
let before: Awaited<ReturnType<typeof readFacts>>
const secrets = ['ptla_PanelKeyThatNobodyMaySee0123456789abcdefghi', 'a-mail-password-of-ours']

beforeAll(async () => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  source = (await openAs('createdb createrole')).env
  dataDir = source['DATA_DIR'] ?? ''
  const fill = soak<typeof startSmallSite>(runDemo, startSmallSite)
  const { server } = await fill({ config: configOf(source) }).finally(() => print.mockRestore())
  await server.core.settings.write({ pterodactyl_api_key: secrets[0], smtp_pass: secrets[1] })
  await server.core.blobs.put('test', Buffer.from('a picture of the harbour'), 'image/png')
  await server.core.pool.query(
    `with one as (insert into coins.transfer (kind, scope, key, request_hash, note, reply)
       values ('test:moved', 'test', '1', '', '', '{}') returning id)
     insert into coins.entry (transfer, account, amount)
     select one.id, account.id, case name when 'store' then 5 else -5 end
     from one, coins.account where name in ('store', 'earnings')`,
  )
  // The demonstration asks for one of its own, whose restore on trial would keep others waiting.
  const underWay = `select from backups.backup where state in ('queued', 'writing', 'checking')`
  await vi.waitFor(async () => expect((await server.core.pool.query(underWay)).rowCount).toBe(0))
  await server.core.pool.query('delete from backups.backup')
  before = await readFacts(server)
  await server.stop()
  made = run(source, 'create')
  file = made.stdout.split('\n')[0] ?? ''
}, 300_000)
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the command line', () => {
  it('[BKP1] [BKP2] makes, lists and verifies a backup', () => {
    expect([made.status, made.stderr]).toEqual([0, ''])
    expect(existsSync(file)).toBe(true)
    const listed = run(source, 'list')
    expect(listed.stdout).toMatch(/restored and checked  \d+ rows/)
    const verified = run(source, 'verify', file)
    expect(verified).toEqual({
      status: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /was restored into a database of its own and compared: \d+ rows in \d+ tables/,
      ) as string,
    })
  })

  it.each([
    [
      'a table with other rows',
      (each: ArchiveManifest) => each.tables,
      /its table [a-z_]+\.[a-z_]+ has other rows/,
    ],
    ['another sum of the ledger', (each: ArchiveManifest) => each.totals, /the sum ledger is 0 and was 1/],
  ] as const)('[BKP2] says that a backup would come back with %s', async (_what, partsOf, words) => {
    const other = join(dataDir, 'other.spbackup')
    await rewrite(other, (manifest) => {
      for (const part of partsOf(manifest)) {
        if ('fingerprint' in part) part.fingerprint = '0:0'
        else part.value = '1'
      }
    })
    const { status, stderr } = await runHereAlone(source, 'restore', other)
    expect([status, stderr]).toEqual([1, expect.stringMatching(words)])
  })

  it('[BKP2] says that the ledger would come back without one of its entries', async () => {
    const other = join(dataDir, 'short.spbackup')
    await rewrite(other, () => undefined, { 'coins.entry': (rows) => rows.slice(1) })
    const { status, stderr } = await runHereAlone(source, 'restore', other)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/its table coins\.entry has other rows/)])
  })

  it('[BKP11] writes no secret, name or address into the file in clear text', async () => {
    const bytes = readFileSync(file)
    const clear = [
      ...secrets,
      secretKey,
      backupKey,
      ...before.people.flatMap(({ username, email }) => [username, email]),
      // A few characters occur among so many random bytes by chance.
    ].filter((text) => String(text).length > 5)
    expect(clear.length).toBeGreaterThan(20)
    expect(clear.filter((text) => bytes.includes(String(text)))).toEqual([])
  })
})

/** Copies of the backup with something wrong about each, and the words that refuse it. */
const broken: readonly (readonly [what: string, change: (bytes: Buffer) => Buffer, words: RegExp])[] = [
  [
    'one byte flipped in the middle',
    (bytes) => flip(bytes, Math.floor(bytes.length / 2)),
    /damaged: its part [a-z_]+\.[a-z_]+ /,
  ],
  ['one byte flipped at the beginning', (bytes) => flip(bytes, 30), /damaged|another backup key/],
  ['one byte flipped at the end', (bytes) => flip(bytes, bytes.length - 40), /damaged: its part manifest/],
  [
    'the end cut off',
    (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
    /damaged: its part [a-z_]+\.[a-z_]+ /,
  ],
  ['all but the header cut off', (bytes) => bytes.subarray(0, 120), /damaged: its part header/],
  ['something behind it', (bytes) => Buffer.concat([bytes, Buffer.from('more')]), /damaged/],
  ['two of its frames exchanged', exchange, /damaged: its part migrations/],
  [
    'another format',
    (bytes) => Buffer.from(bytes.toString('latin1').replace('BACKUP 1', 'BACKUP 9'), 'latin1'),
    /the format 9/,
  ],
  ['nothing of ours in it', () => Buffer.from('a picture of the sea'), /no backup of Spawnpoint/],
]

const keyOf = (text: string) => loadArchiveKey(dataDir, text)

type Rows = readonly string[]

/** The backup once more, sound to the byte, with another account of what is in it, or with other rows. */
async function rewrite(
  to: string,
  change: (manifest: ArchiveManifest) => void,
  rowsOf: Readonly<Record<string, (rows: Rows) => Rows>> = {},
): Promise<void> {
  const [key, reader] = [keyOf(backupKey), await openArchive(file, keyOf(backupKey))]
  const writer = await createArchiveWriter(to, { id: 'other', key, createdAt: reader.header.createdAt })
  let begun = ''
  const begin = async (part: string) => {
    if (part === begun) return
    if (rowsOf[begun])
      Object.assign(reader.manifest.tables.find(({ name }) => name === begun) ?? {}, writer.end())
    await writer.begin((begun = part))
  }
  const empty = reader.manifest.tables.filter(({ bytes }) => bytes === 0)
  for await (const { part, content } of reader.chunks()) {
    await begin(part)
    const other = rowsOf[part]?.(JSON.parse(content.toString('utf8')) as string[])
    await writer.data(other ? Buffer.from(JSON.stringify(other)) : content)
  }
  for (const { name } of empty) await begin(name)
  change(reader.manifest)
  await writer.finish(reader.manifest)
  await reader.close()
}

function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at)
  return copy
}

/** The frames of a file, each with its length. */
function framesOf(bytes: Buffer): { header: Buffer; frames: Buffer[]; trailer: Buffer } {
  let place = bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1
  const header = bytes.subarray(0, place)
  const frames: Buffer[] = []
  while (place < bytes.length - 16) {
    const end = place + 4 + bytes.readUInt32BE(place)
    frames.push(bytes.subarray(place, end))
    place = end
  }
  return { header, frames, trailer: bytes.subarray(place) }
}

function exchange(bytes: Buffer): Buffer {
  const { header, frames, trailer } = framesOf(bytes)
  const [one, two, three, four, ...rest] = frames
  return Buffer.concat([header, one, two, four, three, ...rest, trailer].filter((each) => each !== undefined))
}

/** Reads a file as a restore does before it changes anything. */
async function readWhole(name: string): Promise<void> {
  const reader = await openArchive(name, keyOf(backupKey))
  await checkArchive(reader, () => undefined).finally(() => reader.close())
}

describe('a restore is refused, with nothing changed', () => {
  const bad = () => join(dataDir, 'broken.spbackup')

  it.each(broken)('[BKP3] where the file has %s', async (_what, change, words) => {
    writeFileSync(bad(), change(readFileSync(file)))
    await expect(readWhole(bad())).rejects.toThrow(words)
  })

  it.each(soak(broken, broken.slice(0, 1)))(
    '[BKP3] by the command, with %s',
    async (_what, change, words) => {
      writeFileSync(bad(), change(readFileSync(file)))
      const { status, stderr } = await runAlone(source, 'restore', bad())
      expect(stderr).toMatch(words)
      expect(status).toBe(1)
    },
  )

  it('[BKP3] under another backup key, and without one', async () => {
    const other = await runHere({ ...source, BACKUP_KEY: secretKey }, 'restore', file)
    expect([other.status, other.stderr]).toEqual([1, expect.stringContaining('made with another backup key')])
    const none = run({ ...source, DATA_DIR: newFolder(), BACKUP_KEY: '' }, 'restore', file)
    expect([none.status, none.stderr]).toEqual([1, expect.stringContaining('Set BACKUP_KEY')])
  })

  it('[BKP12] under another SECRET_KEY, unless that is asked for', async () => {
    const { status, stderr } = await runHere({ ...source, SECRET_KEY: backupKey }, 'restore', file)
    expect([status, stderr]).toEqual([1, expect.stringContaining('belongs to another SECRET_KEY')])
  })

  it('[BKP12] while the product runs', async () => {
    const server = await start(source)
    const { status, stderr } = await runHere(source, 'restore', file)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/in use/)])
    expect(await readFacts(server)).toEqual(before)
    await server.stop()
  })
})

/** A user of the operator's own, who is no superuser, and a database that belongs to them. */
async function openAs(powers: string) {
  const database = await createTestDatabase({ migrationSets: [] })
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name')
  const name = rows[0]?.name ?? ''
  const operator = `owner_${name}`
  await database.pool.query(`create role ${operator} login ${powers}`)
  await database.pool.query(`alter database ${name} owner to ${operator}`)
  const url = database.url.replace(/\/\/[^@]*@/, `//${operator}@`)
  // The tests' own connections would count as a product that runs.
  await database.pool.end()
  return { url, name, operator, env: { DATA_DIR: newFolder(), DATABASE_URL: url } }
}

const during = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Waits until nobody is connected: a restore takes a connection that is being closed for another's. */
async function untilLeft({ DATABASE_URL: url = '' }: Env): Promise<void> {
  if (url === '') return
  const { pathname } = new URL(url)
  const others = (client: Client) =>
    client.query('select from pg_stat_activity where datname = $1', [pathname.slice(1)])
  await vi.waitFor(async () =>
    expect((await during(url.replace(pathname, '/postgres'), others)).rowCount).toBe(0),
  )
}

/** Runs a command that has to have the database for itself, as an operator does. */
const runAlone = async (env: Env, ...args: string[]) => {
  await untilLeft(env)
  return run(env, ...args)
}

/** The same in this process. */
const runHereAlone = async (env: Env, ...args: string[]) => {
  await untilLeft(env)
  return runHere(env, ...args)
}

const facts = async (env: Env) => {
  const server = await start(env)
  return readFacts(server).finally(() => server.stop())
}

describe('a restore brings everything back', () => {
  it('[BKP12] [BKP13] in another folder, unless the product runs there', async () => {
    const env = { DATA_DIR: newFolder() }
    expect(await runAlone(env, 'restore', file)).toMatchObject({ status: 0, stderr: '' })
    const server = await start(env)
    expect(await readFacts(server)).toEqual(before)
    const again = await runHere(env, 'restore', file)
    await server.stop()
    expect([again.status, again.stderr]).toEqual([1, expect.stringMatching(/in use/)])
  })

  const places = soak(['external', 'embedded'], ['external'])
  it.each(places)(
    '[BKP13] [AUD30] over what is there, which is kept and can be put back, as the audit log says: %s',
    async (place) => {
      // The operator's user is no superuser.
      const env = place === 'external' ? (await openAs('createdb createrole')).env : { DATA_DIR: newFolder() }
      expect(await runHereAlone(env, 'restore', file)).toMatchObject({ status: 0, stderr: '' })
      const server = await start(env)
      await server.core.pool.query(`update users.account set first_name = 'Afterwards'`)
      await server.stop()
      const { stdout } = await runHereAlone(env, 'restore', file)
      expect(stdout).toMatch(/Restored \d+ rows in \d+ tables as of .*\nThe database of before is kept as /)
      expect(await facts(env)).toEqual(before)
      expect(await runAlone(env, 'undo')).toMatchObject({ status: 0, stderr: '' })
      const undone = await start(env)
      const { rows } = await undone.core.pool.query('select distinct first_name from users.account')
      const noted = await undone.core.pool.query(
        `select action, after->>'by' as by from kernel.audit where action like 'backups:restore%' order by id`,
      )
      await undone.stop()
      expect(rows).toEqual([{ first_name: 'Afterwards' }])
      expect(noted.rows).toEqual(
        ['backups:restored', 'backups:restore-undone'].map((action) => ({ action, by: 'command line' })),
      )
      const discarded = await runHereAlone(env, 'restore', file, '--discard-old')
      expect([discarded.status, discarded.stdout]).toEqual([0, expect.not.stringContaining('is kept')])
      expect(await runHereAlone(env, 'undo')).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('No database of before'),
      })
    },
  )

  it('[BKP13] in an empty database whose user may create none, and refuses one that is not empty', async () => {
    const { env } = await openAs('')
    expect(await runHereAlone(env, 'restore', file)).toMatchObject({ status: 0, stderr: '' })
    expect(await facts(env)).toEqual(before)
    expect(await runHereAlone(env, 'restore', file)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not empty'),
    })
  })

  it('[BKP12] starts no product on a half, and finishes it when it is run again', async () => {
    const { env, url } = await openAs('')
    await during(url, (client) =>
      client.query(
        'create schema spawnpoint_restore_unfinished; create schema coins; create table coins.entry (id int)',
      ),
    )
    await expect(start(env)).rejects.toThrow(/restore into this database was interrupted/)
    expect(await runHereAlone(env, 'restore', file)).toMatchObject({ status: 0, stderr: '' })
    expect(await facts(env)).toEqual(before)
  })

  it('[BKP13] under another SECRET_KEY where that is asked for', async () => {
    const env = { ...(await openAs('createdb createrole')).env, SECRET_KEY: backupKey }
    const { status, stdout } = await runHereAlone(env, 'restore', file, '--other-secret-key')
    expect([status, stdout]).toEqual([0, expect.stringContaining('replace-secret-key')])
    await expect(start(env)).rejects.toThrow(/is not the key/)
  })
})

describe('a restore that is killed', () => {
  it('[BKP12] leaves the old database or the new one, whenever that is', async () => {
    const { env, url, name } = await openAs('createdb createrole')
    await during(url, (client) => client.query('create table public.old (id int)'))
    const isOld = () =>
      during(url, async (client) => {
        const { rows } = await client.query(`select to_regclass('public.old') is not null as old`)
        return rows[0]?.old
      })
    // From another database: a connection to this one would keep the restore from beginning.
    const count = (text: string, values: readonly string[]) =>
      during(
        url.replace(`/${name}`, '/postgres'),
        async (client) => (await client.query(text, [...values])).rowCount ?? 0,
      )
    const drafts = [`${name}%_restore`]
    const moments = [
      () => count('select from pg_database where datname like $1', drafts),
      () => count(`select from pg_stat_activity where datname like $1 and query ~ 'insert into'`, drafts),
    ]
    for (const reached of moments) {
      await expect.poll(() => count('select from pg_stat_activity where datname = $1', [name])).toBe(0)
      const child = spawnCommand(env, 'restore', file)
      await expect
        .poll(async () => child.exitCode !== null || (await reached()) > 0, { interval: 5 })
        .toBe(true)
      expect(child.exitCode).toBeNull()
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await isOld()).toBe(true)
    }
    await expect.poll(async () => (await runHere(env, 'restore', file)).status).toBe(0)
    expect(await facts(env)).toEqual(before)
  })
})

describe('a backup under load', () => {
  it('[BKP1] [BKP13] is of one moment: the books of the restored database are right', async () => {
    const server = await start(source)
    const ledger = server.core.services.find(Ledger)
    const people = before.people.map(({ id }) => String(id))
    const over = new AbortController()
    let posted = 0
    // As many as the machine can take, or a few dozen a second.
    const pauseMs = soak(0, 10)
    const post = async () => {
      while (!over.signal.aborted) {
        const user = people[posted % people.length] ?? ''
        posted += 1
        await pause(pauseMs)
        await server.core.orm.transaction(async (tx) =>
          ledger?.post(tx, {
            scope: 'test',
            key: String(posted),
            kind: 'referrals:rewarded',
            lines: [
              { account: { system: 'earnings' }, amount: -1 },
              { account: { user }, amount: 1 },
            ],
          }),
        )
      }
    }
    // The restored row of the backup itself counts as silent after three minutes.
    await server.core.pool.query(`update backups.backup set beat_at = now() - interval '1 hour'`)
    const load = post()
    const child = spawnCommand(source, 'create')
    const output = text(child.stdout)
    await once(child, 'exit')
    over.abort()
    await load
    await server.stop()
    const [made = ''] = (await output).split('\n')
    const { env } = await openAs('createdb createrole')
    expect(await runHereAlone(env, 'restore', made)).toMatchObject({ status: 0, stderr: '' })
    const restored = await start(env)
    const { rows } = await restored.core.pool.query(
      `select sum(amount)::int as sum, count(*) filter (where lines <> 2)::int as halves, count(*)::int as posted
       from (select sum(amount) as amount, count(*) as lines from coins.entry e join coins.transfer t on t.id = e.transfer
             where t.scope = 'test' group by t.id) transfers`,
    )
    await restored.stop()
    expect(rows).toMatchObject([{ sum: 0, halves: 0 }])
    // Some came before the moment of the backup, and the product went on after it.
    expect(rows[0]?.posted).toBeGreaterThan(0)
    expect(rows[0]?.posted).toBeLessThan(posted)
  })
})

it('[BKP12] every command of the README is run here', () => {
  const runs = readFileSync(import.meta.filename, 'utf8').matchAll(/\brun\w*\((?:source|env), '(\w+)'/g)
  const used = new Set([...runs].map(([, command]) => command))
  const named = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^npm run backup -- (\w+)/gm)]
  expect(named.length).toBeGreaterThan(3)
  expect(named.map(([, command = '']) => command).filter((command) => !used.has(command))).toEqual([])
})
