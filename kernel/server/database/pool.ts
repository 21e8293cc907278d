import { attemptAsync } from '../../common/hooks/attempt.ts'
import { systemClock } from '../system-clock.ts'
import { type CustomTypesConfig, Pool, type PoolConfig, types as standard } from 'pg'
import type { DatabaseLog } from './open-database.ts'

const int8 = 20

/** Coins and counts fit a number; what does not fit stays exact as a bigint. */
const parseInt8 = (text: string): number | bigint => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

const types: CustomTypesConfig = {
  // `pg` passes 'text' or 'binary'; only text is ever asked for.
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 && format !== 'binary' ? parseInt8 : standard.getTypeParser(oid, format),
}

/** A pool that outlives a restart of the database: dead connections are dropped, the next query opens another. */
export const createPool = (connection: PoolConfig, log: DatabaseLog): Pool => {
  const pool = new Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'spawnpoint',
    types,
    ...connection,
  })
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`An idle database connection was lost: ${error.message}`)
  })
  // The pool listens only while a connection is idle; one lost in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

// Longer than a statement may take.
const FAREWELL_MS = 35_000

/** Ends a pool once its connections have come back; a stop does not wait for ever for one that never does. */
export const endPool = async (pool: Pool, log: DatabaseLog, patienceMs = FAREWELL_MS): Promise<void> => {
  const outcome = await attemptAsync(() => pool.end(), systemClock, patienceMs)
  if (outcome.ok) return
  if (outcome.kind !== 'timeout') throw outcome.error
  log.warn(`Stopping with ${pool.totalCount} database connections still in use: a transaction has not ended.`)
}
