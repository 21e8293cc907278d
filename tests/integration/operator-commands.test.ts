import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { startServer } from '../../kernel/cli/start-server.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { testDatabase } from '../support/database/test-database.ts'
import { productMigrations } from '../support/database/product-migrations.ts'
import { findProgram } from '../support/find-program.ts'
import { childEnv, nodeOptions } from '../support/server/child-env.ts'

const database = testDatabase({ migrationSets: await productMigrations() })
const SECRET_KEY = randomBytes(32).toString('base64')
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')

function run(script: string, ...args: readonly string[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-commands-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return spawnSync(process.execPath, [...nodeOptions, join(ROOT, script), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...childEnv(),
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SECRET_KEY,
      HOME: process.env['HOME'],
    },
  })
}

/** The words between backticks in the table's row about a command. */
function wordsOf(command: string): readonly string[] {
  const row = readme.split('\n').find((line) => line.startsWith(`| \`${command}\` |`)) ?? ''
  const [, meaning = ''] = row.split(' | ')
  return [...meaning.matchAll(/`([a-z][a-z0-9 -]+)`/g)].map(([, word = '']) => word)
}

it.each([
  ['npm run admin -- --help', () => run('kernel/cli/admin.ts', '--help'), 15],
  ['npm run backup -- --help', () => run('kernel/cli/backup.ts', '--help'), 5],
  ['npm run plugin -- --help', () => run('kernel/cli/plugin.mjs', '--help'), 9],
])('[OPS28] `%s` lists each command that the README names', (command, ask, atLeast) => {
  const words = wordsOf(command)
  expect(words.length).toBeGreaterThanOrEqual(atLeast)
  const { status, stdout, stderr } = ask()
  expect(status, stderr).toBe(0)
  const listed = [...stdout.matchAll(/^ {2}([a-z][\w-]+)/gm)].map(([, name]) => name)
  expect(words.filter((word) => !listed.includes(word.split(' ')[0] ?? ''))).toEqual([])
})

it('[OPS28] [OPS42] `npm run admin -- replace-secret-key` accepts the key of today and deletes what another one sealed', async () => {
  await database.pool.query(
    `insert into kernel.setting (key, sealed) values ('panel_key', 'sealed by a lost key')`,
  )
  const { status, stdout, stderr } = run('kernel/cli/admin.ts', 'replace-secret-key')
  expect([status, stdout], stderr).toEqual([
    0,
    expect.stringContaining('The database takes the SECRET_KEY of today'),
  ])
  const { rows } = await database.pool.query('select key from kernel.setting where sealed is not null')
  expect(rows).toEqual([])
  expect((await database.pool.query('select from kernel.secret_key')).rowCount).toBe(1)
  // Waits for the next start, which tells the plugins.
  const { rows: events } = await database.pool.query(
    'select name, payload from kernel.outbox where fanned_out_at is null',
  )
  expect(events).toContainEqual({ name: 'kernel:secret-key-replaced', payload: {} })
})

it('[BKP12] the commands of backups are commands of `npm run admin` as well, listed once', async () => {
  // The exchange of databases needs them for itself, whoever else is connected.
  const product = await database.pool.connect()
  onTestFinished(() => product.release())
  const listed = run('kernel/cli/admin.ts', 'backup', 'list')
  expect([listed.status, listed.stdout], listed.stderr).toEqual([0, 'There are no backups yet.\n'])
  const undone = run('kernel/cli/admin.ts', 'backup', 'undo')
  expect([undone.status, undone.stderr]).toEqual([
    1,
    expect.stringMatching(/^The database is in use: stop Spawnpoint[^\n]+\n$/),
  ])
  const { stdout } = run('kernel/cli/admin.ts', '--help')
  expect(stdout.match(/^ {2}backup\b/gm)).toHaveLength(1)
})

it('[AUD30] what is done at the command line is in the audit log as that', async () => {
  const done = [
    run('kernel/cli/admin.ts', 'create-admin', 'grace', 'grace@example.com'),
    run('kernel/cli/admin.ts', 'reset-password', 'grace'),
    run('kernel/cli/admin.ts', 'disable-plugin', 'gifts'),
    run('kernel/cli/admin.ts', 'prune'),
    run('kernel/cli/admin.ts', 'replace-secret-key'),
  ]
  for (const { status, stderr } of done) expect(status, stderr).toBe(0)
  const { rows } = await database.pool.query<{ action: string; after: { by?: string } | null }>(
    'select action, actor, after from kernel.audit',
  )
  expect(rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['instance:secret-key-replaced', 'instance:pruned', 'plugins:disabled']),
  )
  expect(rows.filter(({ after }) => after?.by !== 'command line')).toEqual([])
}, 240_000)

it('[AUD30] each command that changes something, or hands data out, leaves an entry of its own', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-commands-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY, LOG_LEVEL: 'silent' }
  const server = await startServer({ config: readConfig(env), standBy: true, safeMode: true })
  onTestFinished(() => server.stop())
  const wanted = join(dataDir, 'wanted.yml')
  const plan = join(dataDir, 'plan.json')
  writeFileSync(wanted, 'version: 1\nsettings:\n  app_name: Northwind\n')
  const given: readonly (readonly [
    name: string,
    words: readonly string[],
    options?: Record<string, string>,
  ])[] = [
    ['leave-safe-mode', []],
    ['create-user', ['linus', 'linus@example.com']],
    ['create-admin', ['ada', 'ada@example.com']],
    ['grant', ['linus']],
    ['reset-password', ['linus']],
    ['reset-2fa', ['linus']],
    ['disable-plugin', ['afk']],
    ['enable-plugin', ['afk']],
    ['maintenance on', []],
    ['maintenance off', []],
    ['config apply', [plan]],
    ['backup create', []],
    ['export', [], { to: join(dataDir, 'all') }],
    ['export-user', ['linus'], { to: join(dataDir, 'linus.zip') }],
    ['erase', ['linus', 'linus']],
  ]
  const commands = server.host.running().flatMap(({ owned }) => owned.registrations.commands)
  const run = async (name: string, words: readonly string[], options: Record<string, string> = {}) => {
    const { failed = false, text } =
      (await commands.find((each) => each.name === name)?.run(words, options)) ?? {}
    expect([name, failed], text).toEqual([name, false])
  }
  const entries = async () =>
    (await database.pool.query<{ by: string }>(`select after ->> 'by' as by from kernel.audit order by id`))
      .rows
  // Safe mode was entered by this start.
  expect(await entries()).toContainEqual({ by: 'command line' })
  await run('config plan', [wanted, plan])
  for (const [name, words, options] of given) {
    const before = await entries()
    await run(name, words, options)
    const added = (await entries()).slice(before.length)
    expect([name, added.length > 0, added.filter(({ by }) => by !== 'command line')]).toEqual([
      name,
      true,
      [],
    ])
  }
}, 240_000)

it('[OPS28] `npm run sdk:pack` makes the two packages that plugins are written with', () => {
  const into = mkdtempSync(join(tmpdir(), 'spawnpoint-packages-'))
  onTestFinished(() => rmSync(into, { recursive: true, force: true }))
  const { status, stdout, stderr } = run('kernel/cli/sdk-pack.ts', into)
  expect(status, stderr).toBe(0)
  const files = readdirSync(into).filter((name) => name.endsWith('.tgz'))
  expect(files.map((name) => name.replace(/-\d.*/, '')).toSorted()).toEqual([
    'spawnpoint-contracts',
    'spawnpoint-sdk',
  ])
  for (const name of files) expect(stdout).toContain(join(into, name))
}, 240_000)

const openssl = findProgram('openssl')
it.skipIf(openssl === null)(
  '[OPS28] `openssl rand -base64 32` makes a key that the product takes (skipped where there is no openssl)',
  () => {
    const { stdout } = spawnSync(openssl ?? '', ['rand', '-base64', '32'], { encoding: 'utf8' })
    expect(readConfig({ SECRET_KEY: stdout, BACKUP_KEY: stdout })).toMatchObject({
      secretKey: stdout.trim(),
      backupKey: stdout.trim(),
    })
  },
)

it('[OPS45] no command counts as a failed start of the product, however it ends', async () => {
  for (const args of [
    ['config', '--help'],
    ['config', 'export', '--help'],
    ['list-plugins', '--help'],
    ['reset-password', 'nobody'],
    ['disable-plugin'],
  ])
    run('kernel/cli/admin.ts', ...args)
  expect((await database.pool.query('select from kernel.start_attempt')).rowCount).toBe(0)
  const { status, stdout } = run('kernel/cli/admin.ts', 'list-plugins')
  expect([status, stdout]).toEqual([0, expect.stringContaining('gifts')])
  expect((await database.pool.query('select from kernel.safe_mode')).rowCount).toBe(0)
})

it('[OPS45] one that is killed leaves no start on record', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-commands-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: dataDir, SECRET_KEY, LOG_LEVEL: 'silent' }
  const server = await startServer({ config: readConfig(env), standBy: true })
  const { rowCount } = await database.pool.query('select from kernel.start_attempt')
  await server.stop()
  expect(rowCount).toBe(0)
})

it.each([
  ['kernel/cli/admin.ts', 'list-plugins'],
  ['kernel/cli/admin.ts', 'verify-audit-log'],
  ['kernel/cli/backup.ts', 'list'],
])('[OPS45] %s %s without the environment of the product makes no database of its own', (script, command) => {
  const dataDir = join(tmpdir(), `spawnpoint-none-${process.pid}`)
  const { status, stderr } = spawnSync(process.execPath, [...nodeOptions, join(ROOT, script), command], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...childEnv(), DATA_DIR: dataDir, HOME: process.env['HOME'] },
  })
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^There is no database in .+ Nothing was changed\.\n$/),
  ])
  expect(existsSync(dataDir)).toBe(false)
})
