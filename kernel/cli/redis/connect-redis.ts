import type { LogService } from '@spawnpoint/sdk/server'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findErrorCode } from '../../server/database/error-code.ts'

// Longer than any answer of a Redis that is well, shorter than people wait.
const ANSWER_MS = 500
const CONNECT_MS = 5_000
const RETRY_MS = 1_000
// A connection that a firewall forgot stays silent for ever: only asking shows that nobody is there.
const HEARTBEAT_MS = 5_000

/** Operations on Redis. Each has a fallback: PostgreSQL. */
export interface Redis {
  /** Runs a script on one key. Fails at once while the connection is lost. */
  run(script: string, key: string, values: readonly string[]): Promise<unknown>
  remove(key: string): Promise<void>
  close(): Promise<void>
}

const reasons: Record<string, string> = {
  ENOTFOUND: 'cannot be reached because its host name is not known',
  ECONNREFUSED: 'cannot be reached because nothing listens there',
  ETIMEDOUT: 'cannot be reached because it does not answer',
}

/** The client reports a silent server by its message alone. */
const codeOf = (error: unknown) =>
  findErrorCode(error) ?? (error instanceof Error && /timeout/i.test(error.message) ? 'ETIMEDOUT' : null)

const explain = (error: unknown): string => {
  const code = findErrorCode(error)
  const message = error instanceof Error ? error.message : ''
  if (code !== null && reasons[code]) return reasons[code]
  if (/^(NOAUTH|WRONGPASS|NOPERM)/.test(message)) return 'refuses the user or its password'
  if (/timeout/i.test(message)) return 'does not answer'
  return 'cannot be used'
}

/** The address as a person may read it: without user and password. */
const placeOf = (address: string) => {
  const { hostname, port } = new URL(address)
  return `${hostname}:${port || '6379'}`
}

async function open(address: string, log: LogService) {
  // Loaded late: an instance without Redis never reads the client's code.
  const { createClient } = await import('@redis/client')
  let isOpen = false
  let isLost = false
  const client = createClient({
    url: address,
    name: 'spawnpoint',
    disableOfflineQueue: true,
    pingInterval: HEARTBEAT_MS,
    commandOptions: { timeout: ANSWER_MS },
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: HEARTBEAT_MS * 2,
      // At the start it is the operator's to mend; later it may come back by itself.
      reconnectStrategy: () => (isOpen ? RETRY_MS : false),
    },
  })
  client.on('error', (error: unknown) => {
    // Once, not with every attempt to come back.
    if (isOpen && !isLost) log.warn({ err: error }, 'Redis was lost; PostgreSQL does its part meanwhile')
    isLost = true
  })
  client.on('ready', () => {
    if (isOpen && isLost) log.info({}, 'Redis is back')
    isLost = false
  })
  await client.connect()
  isOpen = true
  return client
}

/** Opens a connection. Throws a sentence that names REDIS_URL when Redis is not usable. */
export async function connectRedis(address: string, log: LogService): Promise<Redis> {
  try {
    const client = await open(address, log)
    return {
      run: (script, key, values) => client.eval(script, { keys: [key], arguments: [...values] }),
      remove: async (key) => void (await client.del(key)),
      close: async () => client.destroy(),
    }
  } catch (error) {
    throw new ConfigurationError(
      `The Redis at ${placeOf(address)} ${explain(error)}: check REDIS_URL, or leave it out to do without Redis.`,
      { cause: codeOf(error) },
    )
  }
}
