import { type CustomTypesConfig, Pool, type PoolConfig, types as standard } from 'pg'
import { traceStatements } from '../tracing/trace-statements.ts'
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

/** How a database is reached. */
export interface DatabaseConnection extends PoolConfig {
  /**
   * Connection poolers refuse or ignore time limits that are part of the greeting: then each connection sets them as
   * soon as it is open.
   */
  readonly setsLimitsLater?: boolean
}

/** The same connection, with its time limits in a statement that is run first. */
function setLimitsLater(config: PoolConfig): PoolConfig {
  const { statement_timeout, lock_timeout, idle_in_transaction_session_timeout, ...rest } = config
  const limits = { statement_timeout, lock_timeout, idle_in_transaction_session_timeout }
  const statement = Object.entries(limits)
    .flatMap(([name, limit]) => (limit ? [`set ${name} = ${Number(limit)}`] : []))
    .join('; ')
  // The pool waits for the promise, which its types do not say.
  return statement === '' ? rest : { ...rest, onConnect: (client) => client.query(statement) }
}

/** A pool that outlives a restart of the database: dead connections are dropped, the next query opens another. */
export const createPool = (
  { setsLimitsLater, ...connection }: DatabaseConnection,
  log: DatabaseLog,
): Pool => {
  const config: PoolConfig = {
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    application_name: 'spawnpoint',
    types,
    ...connection,
  }
  const pool = new Pool(setsLimitsLater ? setLimitsLater(config) : config)
  pool.on('error', (error) => {
    if (!pool.ending) log.warn(`An idle database connection was lost: ${error.message}`)
  })
  // The pool listens only while a connection is idle; one lost in use would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  traceStatements(pool)
  return pool
}
