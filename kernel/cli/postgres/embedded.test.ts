import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { createPool } from '../../server/database/pool.ts'
import { soak } from '../../../tests/support/soak.ts'
import { findProcessStart } from '../../packages/server/process-identity.ts'
import { openEmbeddedDatabase } from './open-embedded.ts'

const owner = fileURLToPath(new URL('../../../tests/support/database/embedded-owner.ts', import.meta.url))
const asRoot = process.getuid?.() === 0
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }

let parent: string
let dataDir: string
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(parent, 0o711)
  dataDir = join(parent, 'data')
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log })
const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => null,
    (error: unknown) => error,
  )

const startOwner = async (): Promise<{ child: ChildProcess; serverPid: number }> => {
  const child = spawn(process.execPath, [owner, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const { serverPid } = JSON.parse(String(line)) as { serverPid: number } // our own script's line
  return { child, serverPid }
}

const query = async (server: EmbeddedPostgres, sql: string): Promise<unknown[]> => {
  const client = new Client(server.connection)
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows
}

describe('the embedded PostgreSQL', () => {
  it('keeps data over a stop and a start, durably, in UTF-8, without TCP', async () => {
    const first = await start()
    await query(first, `create table note as select 'ș'::text as body`)
    await first.stop()
    expect(findProcessStart(first.serverPid)).toBeNull()

    const second = await start()
    expect(await query(second, 'select * from note')).toEqual([{ body: 'ș' }])
    const settings = await query(
      second,
      `select name, setting from pg_settings where name in
       ('fsync', 'full_page_writes', 'listen_addresses', 'server_encoding', 'max_connections') order by 1`,
    )
    expect(settings.map((row) => Object.values(row as object).join('='))).toEqual([
      'fsync=on',
      'full_page_writes=on',
      'listen_addresses=',
      'max_connections=100',
      'server_encoding=UTF8',
    ])
    // In pages of 8 kB: 128 MB to 1 GB, as the machine has memory.
    const [cache] = await query(
      second,
      `select setting::int as pages from pg_settings where name = 'shared_buffers'`,
    )
    const expected = Math.floor(Math.min(totalmem(), process.constrainedMemory() || Infinity) / 8 / 8192)
    expect(
      Math.abs(Number((cache as { pages: number }).pages) - Math.min(131_072, Math.max(16_384, expected))),
    ).toBeLessThan(129)
    await second.stop()
  })

  it('refuses a second owner in one sentence, and goes on serving the first', async () => {
    const first = await start()
    const refusal = await failureOf(start())
    expect(refusal).toBeInstanceOf(ConfigurationError)
    expect(String(refusal)).toMatch(
      /in use by another running Spawnpoint \(process \d+\): stop that one first/,
    )
    const other = spawn(process.execPath, [owner, dataDir])
    expect((await once(other, 'exit'))[0]).toBe(1)
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
    await first.stop()
  })

  it('stops its server on an orderly end, and hands the folder to the next', async () => {
    const { child, serverPid } = await startOwner()
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
    expect(findProcessStart(serverPid)).toBeNull()
  })

  it('takes over from an owner that was killed while its server lives on', async () => {
    const { child, serverPid } = await startOwner()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(findProcessStart(serverPid)).not.toBeNull()
    const next = await start()
    expect(findProcessStart(serverPid)).toBeNull()
    expect(await query(next, 'select body from note')).toEqual([{ body: 'ș' }])
    await next.stop()
  })

  it('starts again after a kill of PostgreSQL, and the pool heals, with every acknowledged write', async () => {
    const server = await start()
    const pool = createPool(server.connection, log)
    await pool.query('create table written (n int)')
    for (let round = 0; round < soak(3, 1); round += 1) {
      const before = server.serverPid
      expect(before).toBeGreaterThan(0) // 0 would be all that runs these tests
      await pool.query('insert into written values ($1)', [round])
      process.kill(before, 'SIGKILL')
      const count = () =>
        pool.query('select count(*) as n from written').then(
          ({ rows }) => rows[0]?.n,
          () => null,
        )
      await expect.poll(() => server.serverPid).not.toBe(before)
      await expect.poll(count).toBe(round + 1)
    }
    await pool.end()
    await server.stop()
  })

  it('[ISO12] [ISO14] [OPS41] is used as a login that is no superuser, which owns what earlier versions made as one', async () => {
    const before = await start()
    await query(
      before,
      `create schema old; create table old.note (id serial primary key, body text);
       create type old.mood as enum ('fine'); create role sp_00000000_old login;
       create function old.answer() returns integer language sql as 'select 42'; insert into old.note (body) values ('kept')`,
    )
    await before.stop()
    for (const _start of ['the first after an update', 'any other']) {
      const { pool, close } = await openEmbeddedDatabase(dataDir, log, 6)
      expect(pool.options.max).toBe(6)
      const { rows } = await pool.query('select rolsuper as super from pg_roles where rolname = current_user')
      expect(rows).toEqual([{ super: false }])
      for (const refused of [
        `copy old.note from program 'id'`,
        `select pg_read_file('/etc/passwd')`,
        `select lo_from_bytea(0, 'loot')`,
        'select lo_create(0)',
      ])
        await expect(pool.query(refused)).rejects.toMatchObject({ code: '42501' })
      await pool.query(
        `alter table old.note add column if not exists more text; alter type old.mood add value if not exists 'bad';
         create or replace function old.answer() returns integer language sql as 'select 43';
         alter role sp_00000000_old connection limit 3; create schema if not exists new; drop schema new`,
      )
      expect((await pool.query('select body from old.note')).rows).toEqual([{ body: 'kept' }])
      await close()
    }
  })

  it('is not fooled by a process number that belongs to somebody else by now', async () => {
    writeFileSync(join(dataDir, 'postgres', 'owner.lock'), `${process.pid}\nanother time\n`)
    writeFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), `${process.ppid}\n`)
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it('explains a folder of another major version', async () => {
    writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '16\n')
    const error = await failureOf(start())
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).toMatch(/written by PostgreSQL 16 .*npm run upgrade-database/)
    writeFileSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'), '18\n')
  })

  it('explains a damaged cluster with what PostgreSQL said', async () => {
    rmSync(join(dataDir, 'postgres', 'cluster', 'global', 'pg_control'))
    const error = await failureOf(start())
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).toMatch(/does not start; it said: .*pg_control/s)
  })

  it('explains a data folder that cannot be made', async () => {
    writeFileSync(join(parent, 'a-file'), '')
    const error = await failureOf(startEmbeddedPostgres({ dataDir: join(parent, 'a-file', 'data'), log }))
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).toMatch(/cannot be written \(ENOTDIR\)/)
  })

  it('takes a path too long for a socket', async () => {
    const server = await startEmbeddedPostgres({
      dataDir: join(parent, 'x'.repeat(120)),
      log,
      durable: false,
    })
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  it.runIf(asRoot)('runs as another user when we are root, elsewhere if that one cannot pass', async () => {
    expect(statSync(join(dataDir, 'postgres', 'cluster')).uid).not.toBe(0)
    const home = join(parent, 'private')
    mkdirSync(home, { mode: 0o700 })
    const begin = () => startEmbeddedPostgres({ dataDir: join(home, 'data'), log, durable: false })
    const moved = await begin()
    await moved.stop()
    expect(moved.folder).toMatch(/^\/var\/lib\/spawnpoint\//)
    expect(log.warn).toHaveBeenCalledWith(expect.stringContaining(`kept in ${moved.folder}`))
    chmodSync(home, 0o711)
    const again = await begin()
    await again.stop()
    rmSync(join(moved.folder, '..'), { recursive: true })
    expect(again.folder).toBe(moved.folder)
  })

  it.runIf(asRoot)('never makes a second database because the first cannot be entered', async () => {
    const home = join(parent, 'locked')
    const begin = () => startEmbeddedPostgres({ dataDir: join(home, 'data'), log, durable: false })
    const first = await begin()
    await first.stop()
    chmodSync(home, 0o700)
    const error = await failureOf(begin())
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).toContain(`cannot enter ${first.folder}, which holds the database`)
  })
})
