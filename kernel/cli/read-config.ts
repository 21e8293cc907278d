import { readFileSync } from 'node:fs'
import { isIP, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { readS3, s3Advice, s3Environment, type S3Config } from './blobs/read-s3.ts'
import { ConfigurationError } from '../server/configuration-error.ts'
import { readTracing, tracingAdvice, tracingEnvironment } from './read-tracing.ts'
import { findAddressProblem } from './open-address.ts'
import type { Config, ProxyTrust } from '../server/config.ts'
import type { TracingConfig } from '../server/tracing/tracing.ts'

/** The configuration of a process with what only its launcher needs. */
export interface LaunchConfig extends Config {
  /** Folder plugins, built; null for the one of the checkout. */
  readonly pluginsDir: string | null
  readonly databaseUrl: string | null
  /** How many connections the pool of this process opens at most. */
  readonly databasePool: number
  readonly secretKey: string | null
  /** Encrypts backups; null for the key in the data folder. */
  readonly backupKey: string | null
  readonly metricsToken: string | null
  /** Where traces are sent; null where they are not wanted. */
  readonly tracing: TracingConfig | null
  /** Where files are stored; null for the database. */
  readonly s3: S3Config | null
  /** Seconds that a start waits for the database, Redis and S3-compatible storage. */
  readonly startWait: number
  /** Takes plugins that are being developed on this machine. */
  readonly pluginDev: boolean
  /** Makes a backup before a version changes the tables, and goes back to it where that version does not start. */
  readonly upgradeSnapshot: boolean
}

export type Environment = Readonly<Record<string, string | undefined>>

const port = z.coerce.number().int().min(0).max(65_535)

const isHost = (text: string) => isIPv6(text) || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`))

/** An address of IPv6 as it stands in a URL, which has no place for a zone. */
const hostInUrl = (host: string) => (isIPv6(host) ? `[${host.replace(/%.*/, '')}]` : host)

/** Every link is made of the origin alone: what stands beyond it would be lost without a word. */
const isOriginAlone = (text: string) => {
  const { pathname, search, hash, username, password } = new URL(text)
  return pathname === '/' && search + hash + username + password === ''
}

const ranges = new Set(['loopback', 'linklocal', 'uniquelocal'])

const isAddress = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128)
}

/** Whether a text of the environment says which proxies to trust. */
const isProxyTrust = (text: string): boolean =>
  /^(true|false|\d+)$/.test(text) ||
  text.split(',').every((each) => ranges.has(each.trim()) || isAddress(each.trim()))

/** `1` hop, `true`, or a list of proxy addresses; nothing is trusted by default. */
function readProxyTrust(text: string | undefined): ProxyTrust {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  const hops = /^\d+$/.test(text) ? Number(text) : null
  return hops === null ? text : (_address, hop) => hop < hops
}

const environment = z.object({
  APP_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(isOriginAlone)
    .optional(),
  HOST: z.string().refine(isHost).default('127.0.0.1'),
  PORT: port.default(5173),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).default(20),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  PLUGINS_DIR: z.string().min(1).optional(),
  SECRET_KEY: z.string().min(32).refine(isUnlikely).optional(),
  BACKUP_KEY: z.string().min(32).refine(isUnlikely).optional(),
  TRUST_PROXY: z.string().refine(isProxyTrust).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  METRICS_TOKEN: z.string().min(16).optional(),
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  START_WAIT: z.coerce.number().int().min(0).max(3_600).default(60),
  STOP_DELAY: z.coerce.number().int().min(0).max(60).default(0),
  PLUGIN_DEV: z.enum(['0', '1']).default('0'),
  UPGRADE_SNAPSHOT: z.enum(['0', '1']).default('1'),
  // Read by `bootstrap.mjs` alone.
  UPGRADE_UNDONE: z.enum(['end', 'wait']).default('end'),
  ...s3Environment,
  ...tracingEnvironment,
})

/** A word that is typed over and over, or a key of few different characters, is quickly guessed. */
function isUnlikely(key: string): boolean {
  const isRepeated = /^(.{1,16}?)\1+.{0,15}$/s.test(key)
  return !isRepeated && new Set(key).size >= 8
}

const advice: Readonly<Record<string, string>> = {
  ...s3Advice,
  ...tracingAdvice,
  APP_URL: 'the address people open, without a path, such as https://dash.example.com',
  HOST: 'the address to listen on, such as 127.0.0.1',
  PORT: 'a number from 0 to 65535',
  DATABASE_URL:
    'a PostgreSQL address such as postgres://user:password@host:5432/name, with special characters of the password encoded, such as %2F for / and %40 for @',
  DATABASE_POOL: 'a number of connections from 5 to 200',
  REDIS_URL: 'a Redis address such as redis://user:password@host:6379 (rediss:// with TLS)',
  DATA_DIR: 'a folder that the server may write to',
  PLUGINS_DIR: 'a folder with one built plugin a folder',
  SECRET_KEY:
    'at least 32 characters that nobody can guess (no repeated words), the same in every process (make one with: openssl rand -base64 32)',
  BACKUP_KEY:
    'at least 32 characters that nobody can guess (no repeated words), the same in every process (make one with: openssl rand -base64 32)',
  TRUST_PROXY:
    'true, false, a number of proxies, or their addresses with commas between them, such as 10.0.0.0/8',
  LOG_LEVEL: 'one of debug, info, warn, error, silent',
  METRICS_TOKEN: 'at least 16 characters',
  JOB_CONCURRENCY: 'a number from 1 to 64',
  START_WAIT: 'a number of seconds from 0 to 3600',
  STOP_DELAY: 'a number of seconds from 0 to 60',
  UPGRADE_SNAPSHOT: '1 to make a backup before an upgrade changes the database, or 0',
  UPGRADE_UNDONE: 'end or wait: what a start does whose upgrade was undone',
  PLUGIN_DEV: '1 to take plugins that are being written on this machine, or 0',
}

/** Secrets, which systemd and containers rather hand over in files: `SECRET_KEY_FILE` names the one of `SECRET_KEY`. */
const inFiles = [
  'DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'BACKUP_KEY',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
] as const

/** The variables that the product reads. */
export const variables: readonly string[] = [
  ...Object.keys(environment.shape),
  ...inFiles.map((name) => `${name}_FILE`),
]

// White space at the ends comes of quotes and files, and of two processes one might have it: never a part of a value.
const trim = (env: Environment) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )

/** The variables of a process, with those that stand in files. */
function readEnvironment(env: Environment): Record<string, string> {
  const given = trim(env)
  for (const name of inFiles) {
    const path = given[`${name}_FILE`]
    if (path === undefined) continue
    if (given[name] !== undefined) throw new ConfigurationError(`Set ${name} or ${name}_FILE, not both.`)
    try {
      given[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
      throw new ConfigurationError(
        `The file ${path} of ${name}_FILE cannot be read (${reason}): let the user of Spawnpoint read it, or name another one.`,
      )
    }
    if (given[name] === '') throw new ConfigurationError(`The file ${path} of ${name}_FILE is empty.`)
  }
  return given
}

/** Every variable that is not usable, in one sentence each. */
export function listUnusable(env: Environment): readonly string[] {
  const names =
    environment.safeParse(readEnvironment(env)).error?.issues.map(({ path }) => String(path[0])) ?? []
  return [...new Set(names)].map((name) => `${name} is not usable: give ${advice[name] ?? 'another value'}.`)
}

/** Reads the environment once. Throws one sentence that names the variable and says what it takes. */
export function readConfig(env: Environment): LaunchConfig {
  const [unusable] = listUnusable(env)
  if (unusable !== undefined) throw new ConfigurationError(unusable)
  const given = readEnvironment(env)
  const values = environment.parse(given)
  const url = new URL(values.APP_URL ?? `http://${hostInUrl(values.HOST)}:${values.PORT}`)
  const isGiven = values.APP_URL !== undefined && given['NODE_ENV'] === 'production'
  const problem = isGiven ? findAddressProblem(url) : null
  if (problem) throw new ConfigurationError(problem)
  return {
    origin: url.origin,
    secure: url.protocol === 'https:',
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL ?? null,
    databasePool: values.DATABASE_POOL,
    redisUrl: values.REDIS_URL ?? null,
    dataDir: values.DATA_DIR,
    pluginsDir: values.PLUGINS_DIR ? resolve(values.PLUGINS_DIR) : null,
    secretKey: values.SECRET_KEY ?? null,
    backupKey: values.BACKUP_KEY ?? null,
    trustProxy: readProxyTrust(values.TRUST_PROXY),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    tracing: readTracing(values, given),
    s3: readS3(values),
    jobConcurrency: values.JOB_CONCURRENCY,
    startWait: values.START_WAIT,
    stopDelay: values.STOP_DELAY,
    pluginDev: values.PLUGIN_DEV === '1',
    upgradeSnapshot: values.UPGRADE_SNAPSHOT === '1',
  }
}
