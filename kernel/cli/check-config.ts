import type { LogService } from '@spawnpoint/sdk/server'
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { ConfigurationError } from '../server/configuration-error.ts'
import { nearestName } from '../../sdk/package/build/nearest-name.ts'
import { programOf } from '../server/command-line.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { isKeyOf, knowsKey } from './check-secret-key.ts'
import { findInstanceKey } from './instance-key.ts'
import { openBeside } from './open-beside.ts'
import { listUnusable, readConfig, variables, type Environment, type LaunchConfig } from './read-config.ts'
import { connectRedis } from './redis/connect-redis.ts'
import { createSecrets } from './secrets.ts'

interface Finding {
  readonly state: 'ok' | 'warning' | 'failed'
  readonly about: string
  readonly detail: string
}

const ok = (about: string, detail: string): Finding => ({ state: 'ok', about, detail })
const warning = (about: string, detail: string): Finding => ({ state: 'warning', about, detail })
const failed = (about: string, detail: string): Finding => ({ state: 'failed', about, detail })

// The findings are all that is printed.
const silent: LogService = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

const nobody = { info: () => undefined, warn: () => undefined, error: () => undefined }

const GIGABYTE = 1024 ** 3
const SHORTEST_MISTYPED = 8

/** A name of nobody's that is almost one of ours was mistyped, and is not read. */
function* checkNames(env: Environment): Generator<Finding> {
  for (const name of Object.keys(env)) {
    if (name.length < SHORTEST_MISTYPED || variables.includes(name)) continue
    const meant = nearestName(name, variables)
    const isNear = meant !== null && Math.abs(meant.length - name.length) <= 1 && meant[0] === name[0]
    if (isNear && !(meant in env)) yield warning(name, `is not read. Did you mean ${meant}?`)
  }
}

const inProduction = (env: Environment) => env['NODE_ENV'] === 'production'

function* checkAddress({ origin, secure, trustProxy }: LaunchConfig, env: Environment): Generator<Finding> {
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(origin).hostname)
  if (inProduction(env) && !env['APP_URL']?.trim())
    yield warning(
      'APP_URL',
      `is not set: only ${origin} can be used. Set the https address that people open.`,
    )
  else if (!secure && !isLocal)
    yield warning('APP_URL', `${origin} is not encrypted: passwords travel in clear text. Use https.`)
  else yield ok('APP_URL', origin)
  if (secure && trustProxy === false)
    yield warning('TRUST_PROXY', 'is not set: behind a proxy every visitor has the address of that proxy.')
}

/** The folder itself, or the one above in which a start would make it. */
const existing = (folder: string): string => (existsSync(folder) ? folder : existing(dirname(folder)))

function checkDataFolder({ dataDir }: LaunchConfig): Finding {
  const folder = resolve(dataDir)
  const place = existing(folder)
  try {
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    return failed('DATA_DIR', `${place} cannot be written: give it to the user of the server.`)
  }
  const { bavail, bsize } = statfsSync(place)
  const free = (bavail * bsize) / GIGABYTE
  const detail = `${folder}, ${free.toFixed(1)} GB free`
  return free < 1 ? warning('DATA_DIR', `${detail}: backups and uploads need room.`) : ok('DATA_DIR', detail)
}

/** Connections of a process beside its pool: one listens for notices, one migrates plugins. */
const BESIDE_POOL = 2

interface ServerRow {
  readonly version: string
  readonly most: number
  readonly used: number
  /** How many more this user may open. */
  readonly room: number
  readonly role: string
  readonly databases: boolean
  readonly roles: boolean
}

const nothingKnown: ServerRow = {
  version: '',
  most: 0,
  used: 0,
  room: 0,
  role: '',
  databases: false,
  roles: false,
}

async function describeServer(
  { query }: Pick<pg.Pool, 'query'>,
  { databasePool }: LaunchConfig,
): Promise<Finding> {
  const { rows } = await query<ServerRow>(
    `select current_setting('server_version') as version, current_setting('max_connections')::int as most,
       used.here as used,
       least(
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - used.here,
         case when rolconnlimit >= 0 then rolconnlimit - used.role end,
         case when datconnlimit >= 0 then datconnlimit - used.database end) as room,
       quote_ident(rolname) as role, rolcreatedb or rolsuper as databases, rolcreaterole or rolsuper as roles
     from pg_roles, pg_database, (
       select count(*)::int as here, count(*) filter (where usename = current_user)::int as role,
         count(*) filter (where datname = current_database())::int as database
       from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()) as used
     where rolname = current_user and datname = current_database()`,
  )
  const [{ version, most, used, room, role, databases, roles } = nothingKnown] = rows
  const detail = `PostgreSQL ${version}, ${used} of ${most} connections in use`
  const lacks = [
    ...(databasePool + BESIDE_POOL > room
      ? [`a process opens up to ${databasePool + BESIDE_POOL}, and ${room} are free`]
      : []),
    ...(databases
      ? []
      : [`without CREATEDB backups are not restored on trial (alter role ${role} createdb)`]),
    ...(roles
      ? []
      : [`without CREATEROLE installed plugins cannot set up their tables (alter role ${role} createrole)`]),
  ]
  if (lacks.length === 0) return ok('database', detail)
  return warning('database', `${[detail, ...lacks].join('; ')}.`)
}

const otherKey = `not the key that this database was set up with; ${programOf('admin')} replace-secret-key accepts it.`

/** No key is there yet, and none is made here. */
function describeMissingKey(config: LaunchConfig, env: Environment, isKnown: boolean): Finding {
  const missing = 'is not set and DATA_DIR has no secret.key'
  if (isKnown) return failed('SECRET_KEY', `${missing}: put the key back that this database was set up with.`)
  if (config.databaseUrl !== null && inProduction(env))
    return failed('SECRET_KEY', `${missing}: with DATABASE_URL every process needs the same one.`)
  return ok('SECRET_KEY', `${missing}, which the first start will make`)
}

async function* checkKey(
  pool: Pick<pg.Pool, 'query'>,
  config: LaunchConfig,
  env: Environment,
): AsyncGenerator<Finding> {
  const { rows } = await pool.query<{ made: boolean }>(
    `select to_regclass('kernel.secret_key') is not null as made`,
  )
  const isMade = rows[0]?.made === true
  const key = findInstanceKey(config)
  if (key === null) return yield describeMissingKey(config, env, isMade && (await knowsKey(pool)))
  if (!isMade) return
  const fits = await isKeyOf(pool, createSecrets(key.text))
  if (fits) yield ok('SECRET_KEY', 'the one that this database was set up with')
  else yield failed('SECRET_KEY', `${key.source === 'SECRET_KEY' ? 'is' : `${key.source} is`} ${otherKey}`)
}

async function* checkDatabase(config: LaunchConfig, env: Environment): AsyncGenerator<Finding> {
  if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres'))) {
    yield ok('database', 'the embedded one, which the first start will make')
    if (findInstanceKey(config) === null) yield describeMissingKey(config, env, false)
    return
  }
  const database = await openBeside({ ...config, startWait: 0 }, nobody)
  try {
    const { pool } = database
    yield await describeServer({ query: pool.query.bind(pool) }, config)
    yield* checkKey(pool, config, env)
    if (config.s3 !== null) {
      await openBlobs({ pool, log: silent, s3: config.s3, startWait: 0 })
      yield ok('S3_ENDPOINT', 'files can be written and deleted')
    }
  } finally {
    await database.close()
  }
}

async function* checkRedis({ redisUrl }: LaunchConfig): AsyncGenerator<Finding> {
  if (redisUrl === null) return
  const redis = await connectRedis(redisUrl, silent)
  await redis.close()
  yield ok('REDIS_URL', 'answers')
}

/** A step that ends with a sentence for the operator is a finding, and the other steps go on. */
async function* attempt(about: string, step: AsyncIterable<Finding>): AsyncGenerator<Finding> {
  try {
    yield* step
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    yield failed(about, error.message)
  }
}

async function* listFindings(env: Environment): AsyncGenerator<Finding> {
  yield* checkNames(env)
  const unusable = listUnusable(env)
  if (unusable.length > 0) return yield* unusable.map((problem) => failed('environment', problem))
  const config = readConfig(env)
  yield* checkAddress(config, env)
  yield checkDataFolder(config)
  yield* attempt('database', checkDatabase(config, env))
  yield* attempt('REDIS_URL', checkRedis(config))
}

/** Tries what a start would need, without starting; prints a line for each, and ends with exit code 1 when one failed. */
export async function checkConfig(env: Environment): Promise<void> {
  let isUsable = true
  for await (const { state, about, detail } of attempt('environment', listFindings(env))) {
    console.log(`${state.padEnd(8)} ${about}: ${detail}`)
    if (state === 'failed') isUsable = false
  }
  if (!isUsable) process.exitCode = 1
}
