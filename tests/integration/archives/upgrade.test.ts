import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { archivePlace } from '@spawnpoint/sdk/server'
import { Client } from 'pg'
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { loadArchiveKey } from '../../../kernel/cli/archive/archive-key.ts'
import { openArchive } from '../../../kernel/cli/archive/archive-reader.ts'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import { setMark } from '../../../kernel/cli/upgrade/upgrade-mark.ts'
import { UpgradeStuck, UpgradeUndone } from '../../../kernel/cli/upgrade/upgrade-guard.ts'
import { ROOT, VERSION } from '../../../kernel/server/version.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { productMigrations } from '../../support/database/product-migrations.ts'
import { childEnv, nodeOptions } from '../../support/server/child-env.ts'

const role = `weak-${randomUUID()}`

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

let url = ''
let dataDir = ''
const configOf = (env: Record<string, string> = {}) =>
  readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url, DATA_DIR: dataDir, ...env })
const startHere = (env?: Record<string, string>, over: object = {}) =>
  startServer({ config: configOf(env), ...over })

const ask = async (text: string, values: unknown[] = []) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query<Record<string, unknown>>(text, values)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const last = '0006_accepted_webhook.sql'
/** The tables as the version before had them. */
const downgrade = `
  drop table payments.accepted_webhook;
  delete from kernel.migrations where plugin = 'payments' and name = '${last}'`
const facts = async () => ({
  people: await ask('select id from kernel.identity order by id'),
  settings: await ask(`select key, value from kernel.setting order by key`),
  migrations: await ask('select plugin, name from kernel.migrations order by plugin, name'),
})
const snapshots = () => {
  const folder = join(dataDir, 'backups')
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('before-upgrade')) : []
}
const isApplied = async () =>
  (await ask(`select from kernel.migrations where plugin = 'payments' and name = $1`, [last])).length > 0
const isMarked = async () =>
  (await ask(`select to_regnamespace('spawnpoint_upgrade') is not null as there`))[0]?.['there']

beforeEach(async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  url = (await createTestDatabase({ migrationSets: await productMigrations() })).url
  dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-upgrade-test-'))
  folders.push(dataDir)
  await ask(`insert into kernel.identity (id) values (gen_random_uuid()), (gen_random_uuid())`)
  await ask(`insert into kernel.setting (key, value) values ('company_name', '"Host Ltd"')`)
  await ask(downgrade)
})

it('[UPG1] [UPG5] makes a backup of the database as it was before a version changes it, once, and notes what became ready', async () => {
  const before = await facts()
  const server = await startHere()
  await server.stop()
  expect(await isApplied()).toBe(true)
  expect(await isMarked()).toBe(false)
  const [name, ...more] = snapshots()
  expect(more).toEqual([])
  const reader = await openArchive(join(dataDir, 'backups', name ?? ''), loadArchiveKey(dataDir, null))
  expect(reader.manifest.migrations.map(({ plugin, name: file }) => ({ plugin, name: file }))).toHaveLength(
    before.migrations.length,
  )
  await reader.close()
  await (await startHere()).stop()
  expect(snapshots()).toHaveLength(1)
  expect(JSON.parse(readFileSync(join(dataDir, 'ready.json'), 'utf8'))).toMatchObject({
    version: VERSION,
    migrations: expect.stringMatching(/^[\da-f]{16}$/),
  })
})

it('[UPG1] makes none of a database where nobody has done anything, as beside another first start', async () => {
  await ask('delete from kernel.identity')
  await ask('delete from kernel.setting')
  await (await startHere()).stop()
  expect(await isApplied()).toBe(true)
  expect(snapshots()).toEqual([])
  expect(console.log).not.toHaveBeenCalledWith(expect.stringContaining('backup'))
  await ask(downgrade)
  await ask(`insert into kernel.audit (action) values ('settings:updated')`)
  await (await startHere()).stop()
  expect(snapshots()).toHaveLength(1)
})

it('[UPG2] puts the database back where the new version does not start', async () => {
  const before = await facts()
  const failing = startHere(undefined, {
    pageHandlers: async () => {
      await ask('delete from kernel.identity')
      await ask(`update kernel.setting set value = '"Nobody"'`)
      throw new Error('the page is broken')
    },
  })
  await expect(failing).rejects.toThrow(UpgradeUndone)
  await expect(failing).rejects.toThrow(/failed and was undone: the page is broken/)
  expect(await facts()).toEqual(before)
  expect(await isMarked()).toBe(false)
  // The next attempt is a new one.
  await (await startHere()).stop()
  expect(await isApplied()).toBe(true)
  expect(snapshots()).toHaveLength(2)
})

const broken = { pageHandlers: () => Promise.reject(new Error('still broken')) }

it('[UPG9] leaves the tables and says what to do while another process is connected, and is not started again by a unit', async () => {
  const other = new Client({ connectionString: url })
  await other.connect()
  const failing = startHere(undefined, broken)
  await expect(failing).rejects.toThrow(UpgradeStuck)
  await expect(failing).rejects.toThrow(
    /could not be put back: [^]*Stop every process of Spawnpoint, start the version from before, and run: npm run backup -- restore \S+before-upgrade/,
  )
  await other.end()
  expect(await isMarked()).toBe(true)
  // With the others stopped, the next start goes on from there.
  await (await startHere()).stop()
  expect(await isApplied()).toBe(true)
}, 240_000)

it('[UPG2] counts an upgrade as failed whose tables could not all be changed', async () => {
  await ask(`
    create function public.refuse() returns event_trigger language plpgsql as $$ begin
      if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'payments.accepted_webhook') then
        raise exception 'not today';
      end if;
    end $$;
    create event trigger refuse on ddl_command_end when tag in ('CREATE TABLE') execute function public.refuse()`)
  const before = await facts()
  const listen = vi.spyOn(Server.prototype, 'listen')
  await expect(startHere()).rejects.toThrow(/Not applied: payments\/0006_accepted_webhook\.sql/)
  expect(await facts()).toEqual(before)
  // The version that is taken back tried its address, and answered nobody there.
  expect(listen).toHaveBeenCalledTimes(1)
})

/** Leaves what a process leaves that was killed after it had changed something: mark, file, changes. */
async function cutOff(): Promise<void> {
  await expect(startHere(undefined, broken)).rejects.toThrow(/undone/)
  const [name] = snapshots()
  const client = new Client({ connectionString: url })
  await client.connect()
  await setMark(client, { file: join(dataDir, 'backups', name ?? ''), version: '0.0.0' })
  await client.query(`update kernel.setting set value = '"Half"'`)
  await client.end()
}

it('[UPG3] an upgrade that was cut off goes back to its own backup, not to one of its middle', async () => {
  const before = await facts()
  await cutOff()
  await expect(startHere(undefined, broken)).rejects.toThrow(/undone: still broken/)
  expect(await facts()).toEqual(before)
  expect(snapshots()).toHaveLength(1)
})

it('[UPG3] once the product was ready, nothing goes back any more', async () => {
  await cutOff()
  await (await startHere()).stop()
  expect(await isMarked()).toBe(false)
  await expect(startHere(undefined, broken)).rejects.toThrow(/^still broken$/)
  expect((await facts()).settings).toContainEqual({ key: 'company_name', value: 'Half' })
})

it('[UPG3] a start that fails beside a process that was ready leaves what that has written', async () => {
  const late = {
    pageHandlers: async () => {
      await ask('drop schema spawnpoint_upgrade cascade')
      await ask(`update kernel.setting set value = '"Written since"'`)
      throw new Error('out of memory')
    },
  }
  await expect(startHere(undefined, late)).rejects.toThrow(/^out of memory$/)
  expect((await facts()).settings).toContainEqual({ key: 'company_name', value: 'Written since' })
})

it('[UPG1] makes one also for an older database on a machine where this version was ready before', async () => {
  await (await startHere()).stop()
  await ask(downgrade)
  await (await startHere()).stop()
  expect(await isApplied()).toBe(true)
  expect(snapshots()).toHaveLength(2)
})

it('[UPG1] keeps the three newest of these backups', async () => {
  const earlier = ['2025-01-01', '2025-02-01', '2025-03-01'].map(
    (day) => `${archivePlace.beforeUpgrade}${day}-0000-00000000.spbackup`,
  )
  mkdirSync(join(dataDir, 'backups'))
  for (const name of earlier) writeFileSync(join(dataDir, 'backups', name), '')
  await (await startHere()).stop()
  const kept = snapshots().toSorted()
  expect(kept).toHaveLength(3)
  expect(kept.slice(0, 2)).toEqual(earlier.slice(1))
})

it('[UPG4] without room or key for a backup nothing is changed, unless the operator says so', async () => {
  const before = await facts()
  writeFileSync(join(dataDir, 'backup.key'), 'short')
  await expect(startHere()).rejects.toThrow(/needs a backup first.*Nothing was changed/s)
  expect(await facts()).toEqual(before)
  await (await startHere({ UPGRADE_SNAPSHOT: '0' })).stop()
  expect(await isApplied()).toBe(true)
  expect(snapshots()).toEqual([])
})

it('[UPG1] [BKP2] changes nothing where the backup comes back with another ledger, and keeps no such backup', async () => {
  await ask(
    `with one as (insert into coins.transfer (kind, scope, key, request_hash, note, reply)
       values ('test:moved', 'test', '1', '', '', '{}') returning id)
     insert into coins.entry (transfer, account, amount)
     select one.id, account.id, case name when 'store' then 5 else -5 end
     from one, coins.account where name in ('store', 'earnings')`,
  )
  const before = await facts()
  const { query } = Client.prototype
  const lossy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args) {
    const [text, values] = args as unknown as [unknown, [string[]]]
    const isEntries = typeof text === 'string' && text.startsWith('insert into coins.entry ')
    return Reflect.apply(query, this, isEntries ? [text, [values[0].slice(1)]] : args) as never
  })
  await expect(startHere()).rejects.toThrow(
    /needs a backup first.*its table coins\.entry has other rows.*Nothing was changed/s,
  )
  lossy.mockRestore()
  expect(await facts()).toEqual(before)
  expect(await isMarked()).toBe(false)
  expect(snapshots()).toEqual([])
  await (await startHere()).stop()
  expect(await isApplied()).toBe(true)
})

it('[UPG1] says before it changes anything that an upgrade could not be undone', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await ask(`create role "${role}" login createrole password 'test' in role current_user`)
  onTestFinished(() => ask(`drop owned by "${role}"; drop role "${role}"`).then(() => undefined))
  const owner = url
  const weak = new URL(url)
  weak.username = role
  weak.password = 'test'
  await (await startHere({ DATABASE_URL: weak.href })).stop()
  url = owner
  expect(warned.mock.calls.flat().join('\n')).toContain('may not create databases')
  expect(await isApplied()).toBe(true)
})

it.each([['list-plugins'], ['health'], ['verify-audit-log'], ['replace-secret-key']])(
  '[UPG7] the command %s changes no table that is there, and says who does',
  async (command) => {
    const before = await facts()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...nodeOptions, join(ROOT, 'kernel/cli/admin.ts'), command],
      { encoding: 'utf8', env: { ...childEnv(), DATABASE_URL: url, DATA_DIR: dataDir } },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^The database is of an earlier version than this command\. Start the product/)
    expect(await facts()).toEqual(before)
    expect(await isApplied()).toBe(false)
    expect([snapshots(), existsSync(join(dataDir, 'ready.json'))]).toEqual([[], false])
  },
)
