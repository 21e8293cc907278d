import type { ChildProcess } from 'node:child_process'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../../kernel/cli/read-config.ts'
import { prepareCluster, upgradeFolder, verifiedFile } from '../../kernel/cli/postgres/cluster.ts'
import { openDatabaseHome, type DatabaseHome } from '../../kernel/cli/postgres/database-home.ts'
import { launchServer } from '../../kernel/cli/postgres/postgres-server.ts'
import { findOlderPostgres } from '../../kernel/cli/postgres/upgrade/older-postgres.ts'
import { upgradeCluster } from '../../kernel/cli/postgres/upgrade/upgrade-cluster.ts'
import { runDemo } from '../../kernel/cli/demo/run-demo.ts'
import { kernelMigrations } from '../../kernel/cli/kernel-tables.ts'
import { startServer } from '../../kernel/cli/start-server.ts'
import type { RunningServer } from '../../kernel/cli/start-server.ts'
import { ROOT } from '../../kernel/server/version.ts'
import { nodeOptions } from '../support/server/child-env.ts'
import { startSmallSite } from '../support/server/start-small-site.ts'
import { soak } from '../support/soak.ts'

const log = { info: () => {}, warn: () => {}, error: console.error }
const parent = mkdtempSync(join(tmpdir(), 'spawnpoint-upgrade-'))
chmodSync(parent, 0o711) // as root, PostgreSQL's own user has to pass
const dataDir = join(parent, 'data')
const cache = join(ROOT, '.cache')
const olderPrograms = (major: string, { folder, user }: DatabaseHome) =>
  findOlderPostgres({ major, cache, fallback: folder, user })

let home: DatabaseHome

/** The product on a server of PostgreSQL 17, in the folder where its own would be. */
async function fillOnOlderServer(): Promise<unknown> {
  const binaries = olderPrograms('17', home)
  await prepareCluster(binaries, home, { log, durable: false })
  const started: ChildProcess[] = []
  await launchServer({ binaries, home, durable: false }, (child) => void started.push(child))
  const url = `postgres://spawnpoint@localhost/spawnpoint?host=${encodeURIComponent(home.socket)}`
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' })
  const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const fill = soak<typeof startSmallSite>(runDemo, startSmallSite)
  const { server } = await fill({ config }).finally(() => print.mockRestore())
  const facts = await readFacts(server)
  // As a database that knows the files of this plugin only by name.
  await server.core.pool.query(`delete from kernel.migration_text where plugin = 'tickets'`)
  await server.stop()
  for (const child of started) {
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  return facts
}

const readFacts = async ({ core }: RunningServer) => {
  const ask = async (text: string) => (await core.pool.query(text)).rows
  return {
    sum: await ask('select sum(amount)::int as sum, count(*)::int, max(id)::int from coins.entry'),
    balances: await ask('select id, balance from coins.account order by id'),
    people: await ask('select id, username, email, created_at, banned_reason from users.account order by id'),
    builds: await ask('select id, status, reason, name from server_queue.build order by id'),
    audit: await ask('select id, action, after from kernel.audit order by id'),
    migrations: await ask('select * from kernel.migrations order by plugin, name'),
  }
}

const runCommand = () => {
  const args = [...nodeOptions, join(ROOT, 'kernel/cli/upgrade-database.ts')]
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' })
  return { status, stdout, stderr }
}

const startEmbedded = () =>
  startServer({ config: readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }) })

const versionOf = (cluster: string) => readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()

let before: unknown
beforeAll(async () => {
  home = openDatabaseHome(dataDir, log)
  before = await fillOnOlderServer()
})
afterAll(() => {
  rmSync(parent, { recursive: true, force: true })
  rmSync(home.socket, { recursive: true, force: true })
})

it('refuses to start on a database of an earlier PostgreSQL, and names the command', async () => {
  await expect(startEmbedded()).rejects.toThrow(/written by PostgreSQL 17 .* run npm run upgrade-database/)
})

it('changes nothing where nothing here makes the tables of a plugin', async () => {
  const sets = [kernelMigrations()]
  const upgrade = upgradeCluster({ dataDir, sets, log, olderPrograms })
  await expect(upgrade).rejects.toThrow(
    /: \d+_[a-z_]+\.sql of tickets is applied, but its file is not on this machine\. Nothing was changed/,
  )
  expect([versionOf(home.cluster), existsSync(upgradeFolder(home))]).toEqual(['17', false])
})

it('copies everything, keeps the old database, and the product goes on where it was', async () => {
  const { status, stdout, stderr } = runCommand()
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/Copied and compared \d+ rows in \d+ tables\./)
  expect([versionOf(home.cluster), versionOf(`${home.cluster}-17`)]).toEqual(['18', '17'])
  expect(existsSync(upgradeFolder(home))).toBe(false)

  const server = await startEmbedded()
  const { rows } = await server.core.pool.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  expect(rows[0]?.version).toMatch(/^18\./)
  const after = await readFacts(server)
  expect(after).toEqual(before)
  expect(after.sum).toMatchObject([{ sum: 0 }])
  // The sequences went along, and the guards of the ledger are awake again.
  await server.core.audit.write(server.core.orm, { actor: null, action: 'test:upgraded' })
  const { rows: audit } = await server.core.pool.query(
    'select action from kernel.audit order by id desc limit 1',
  )
  expect(audit).toEqual([{ action: 'test:upgraded' }])
  await expect(server.core.pool.query('delete from coins.entry')).rejects.toThrow()
  await server.stop()
})

it('says that there is nothing to do when it is run again', () => {
  expect(runCommand()).toMatchObject({ status: 0, stdout: expect.stringContaining('needs no upgrade') })
})

it('finishes an upgrade that was cut short between the two folders, and nothing starts before', async () => {
  const draft = openDatabaseHome(upgradeFolder(home), log)
  renameSync(home.cluster, draft.cluster)
  writeFileSync(verifiedFile(home), '17\n')
  await expect(startEmbedded()).rejects.toThrow(/interrupted at its end: run npm run upgrade-database again/)
  expect(existsSync(home.cluster)).toBe(false)
  expect(runCommand()).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`kept in ${home.cluster}-17`),
  })
  expect([versionOf(home.cluster), versionOf(`${home.cluster}-17`)]).toEqual(['18', '17'])
})
