import type pg from 'pg'

/** Logger of the database layer; a pino logger fits. */
export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** The database of the product; the command that starts it opens it. */
export interface OpenDatabase {
  pool: pg.Pool
  kind: 'embedded' | 'external'
  /** Where the database is, fit for a log line: never a password. */
  place: string
  /** For a connection outside the pool, as LISTEN needs one. */
  connection: pg.PoolConfig
  close(): Promise<void>
}
