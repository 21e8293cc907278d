import { resolve } from 'node:path'
import { z } from 'zod'
import { ConfigurationError } from './configuration-error.ts'
import { findAddressProblem } from './open-address.ts'

const port = z.coerce.number().int().min(0).max(65_535)

const environment = z.object({
  APP_URL: z.url({ protocol: /^https?$/ }).optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(5173),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  PLUGINS_DIR: z.string().min(1).optional(),
  SECRET_KEY: z.string().min(32).optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  METRICS_TOKEN: z.string().min(16).optional(),
  JOB_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  PLUGIN_DEV: z.enum(['0', '1']).default('0'),
})

/** Which proxies may say who called: none, all, a list of addresses, or the nearest few by count. */
export type ProxyTrust = boolean | string | ((address: string, hop: number) => boolean)

export interface Config {
  /** Scheme, host and port that browsers use; the only origin whose writes are accepted. */
  readonly origin: string
  readonly secure: boolean
  readonly host: string
  readonly port: number
  readonly databaseUrl: string | null
  /** Without it PostgreSQL does what Redis would. */
  readonly redisUrl: string | null
  readonly dataDir: string
  /** Folder plugins, built; null for the one of the checkout. */
  readonly pluginsDir: string | null
  readonly secretKey: string | null
  readonly trustProxy: ProxyTrust
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly metricsToken: string | null
  readonly jobConcurrency: number
  /** Takes plugins that somebody on this machine is writing. */
  readonly pluginDev: boolean
}

const advice: Readonly<Record<string, string>> = {
  APP_URL: 'the address people open, such as https://dash.example.com',
  HOST: 'the address to listen on, such as 127.0.0.1',
  PORT: 'a number from 0 to 65535',
  DATABASE_URL: 'a PostgreSQL address such as postgres://user:password@host:5432/name',
  REDIS_URL: 'a Redis address such as redis://user:password@host:6379 (rediss:// with TLS)',
  DATA_DIR: 'a folder that the server may write to',
  PLUGINS_DIR: 'a folder with one built plugin a folder',
  SECRET_KEY: 'at least 32 characters, the same in every process (make one with: openssl rand -base64 32)',
  LOG_LEVEL: 'one of debug, info, warn, error, silent',
  METRICS_TOKEN: 'at least 16 characters',
  JOB_CONCURRENCY: 'a number from 1 to 64',
  PLUGIN_DEV: '1 to take plugins that are being written on this machine, or 0',
}

/** Reads the environment once. Throws one sentence that names the variable and says what it takes. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    throw new ConfigurationError(`${name} is not usable: give ${advice[name] ?? 'another value'}.`)
  }
  const values = parsed.data
  const url = new URL(values.APP_URL ?? `http://${values.HOST}:${values.PORT}`)
  const isGiven = values.APP_URL !== undefined && given['NODE_ENV'] === 'production'
  const problem = isGiven ? findAddressProblem(url) : null
  if (problem) throw new ConfigurationError(problem)
  return {
    origin: url.origin,
    secure: url.protocol === 'https:',
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL ?? null,
    redisUrl: values.REDIS_URL ?? null,
    dataDir: values.DATA_DIR,
    pluginsDir: values.PLUGINS_DIR ? resolve(values.PLUGINS_DIR) : null,
    secretKey: values.SECRET_KEY ?? null,
    trustProxy: readTrust(values.TRUST_PROXY),
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    jobConcurrency: values.JOB_CONCURRENCY,
    pluginDev: values.PLUGIN_DEV === '1',
  }
}

/** `1` hop, `true`, or a list of proxy addresses; nothing is trusted by default. */
function readTrust(text: string | undefined): ProxyTrust {
  if (text === undefined || text === 'false') return false
  if (text === 'true') return true
  const hops = /^\d+$/.test(text) ? Number(text) : null
  return hops === null ? text : (_address, hop) => hop < hops
}
