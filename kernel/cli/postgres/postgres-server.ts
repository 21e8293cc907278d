import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import type { DatabaseHome } from './database-home.ts'
import { findErrorCode } from '../../server/database/error-code.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

export const superuser = 'spawnpoint'
const databaseName = 'spawnpoint'
const largestLog = 5_000_000

/** Nothing of ours reaches PostgreSQL: a PGDATA or a locale of the shell would change what it does. */
export const postgresEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' }

export interface ServerPlan {
  binaries: PostgresBinaries
  home: DatabaseHome
  durable: boolean
}

/** The server ended before it was ready; the message is what it said last. */
export class ServerEndedError extends Error {
  override name = 'ServerEndedError'
}

/** An eighth of the memory, within bounds, in which PostgreSQL keeps the pages of large tables. Only used pages take any. */
const cacheMegabytes = () => {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.min(1024, Math.max(128, Math.floor(bytes / 8 / 2 ** 20)))
}

const settingsOf = ({ home, durable }: ServerPlan): string[] =>
  Object.entries({
    listen_addresses: '',
    unix_socket_directories: home.socket,
    unix_socket_permissions: '0700',
    fsync: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    // The tests of a whole run share the one that is not durable.
    max_connections: durable ? '100' : '400',
    shared_buffers: `${durable ? cacheMegabytes() : 128}MB`,
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'fatal',
    log_timezone: 'UTC',
    timezone: 'UTC',
    cluster_name: 'spawnpoint',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

export const connectionOf = (home: DatabaseHome): PoolConfig => ({
  host: home.socket,
  port: 5432,
  user: superuser,
  database: databaseName,
  ssl: false,
})

export const hasEnded = (child: ChildProcess): boolean =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null

const openLog = (folder: string): { fd: number; size: number; file: string } => {
  const file = join(folder, 'postgres.log')
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat && stat.size > largestLog) rmSync(file)
  const fd = openSync(file, 'a', 0o600)
  return { fd, size: fstatSync(fd).size, file }
}

const attempt = async (connection: PoolConfig): Promise<'ready' | 'starting' | 'no database'> => {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {}) // the server may end under us; its exit is what we act on
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    return findErrorCode(error) === '3D000' ? 'no database' : 'starting'
  } finally {
    await client.end().catch(() => {}) // it never was connected
  }
}

const createDatabase = async (connection: PoolConfig): Promise<void> => {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => {}) // as above
  await client.connect()
  await client.query(`create database ${databaseName}`).finally(() => client.end())
}

const untilReady = async (child: ChildProcess, home: DatabaseHome, said: () => string): Promise<void> => {
  const connection = connectionOf(home)
  for (let pause = 20; ; pause = Math.min(pause * 1.2, 250)) {
    const state = await attempt(connection)
    if (hasEnded(child)) throw new ServerEndedError(said())
    if (state === 'ready') return
    if (state === 'no database') await createDatabase(connection)
    else await wait(pause)
  }
}

/** Starts PostgreSQL and waits until it takes connections, however long a recovery from its log needs. */
export const launchServer = async (
  plan: ServerPlan,
  onSpawn: (child: ChildProcess) => void,
): Promise<void> => {
  const { binaries, home } = plan
  const { fd, size, file } = openLog(home.folder)
  // Its own session: a Ctrl+C in the terminal must reach us alone, or it would stop before we have drained.
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...settingsOf(plan)], {
    ...home.user,
    cwd: '/',
    env: postgresEnvironment,
    detached: true,
    stdio: ['ignore', fd, fd],
  })
  closeSync(fd)
  let failure = ''
  child.on('error', (error) => (failure = error.message))
  onSpawn(child)
  await untilReady(child, home, () => failure || readFileSync(file, 'utf8').slice(size).trim().slice(-2_000))
}
