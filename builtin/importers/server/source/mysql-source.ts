import type { Connection } from 'mysql2'
import { ImportError } from '../import-error.ts'
import type { Source, SourceRow } from './source.ts'

/** The password may come from the environment: what stands on the command line is seen by every user of the machine. */
export const PASSWORD_VARIABLE = 'IMPORT_PASSWORD'

function readAddress(address: string, env: Readonly<Record<string, string | undefined>>) {
  if (!URL.canParse(address))
    throw new ImportError(
      'The address of the database is not a valid mysql:// URL. Encode special characters of the password.',
    )
  const url = new URL(address)
  const database = decodeURIComponent(url.pathname.slice(1))
  if (database === '') throw new ImportError('The address names no database: mysql://user@host/database.')
  return {
    host: url.hostname,
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: url.password === '' ? (env[PASSWORD_VARIABLE] ?? '') : decodeURIComponent(url.password),
    database,
  }
}

// Every value as the text that the server sends: no number is rounded and no date is moved.
const asText = (field: { string(encoding?: string): string | null }) => field.string('utf8')

const ask = (connection: Connection, sql: string, values: readonly string[] = []) =>
  new Promise<readonly SourceRow[]>((resolve, reject) => {
    connection.query(
      { sql, values: [...values], typeCast: (field) => asText(field) },
      (error: Error | null, rows: unknown) => (error ? reject(error) : resolve(rows as SourceRow[])),
    )
  })

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``

/** A MySQL or MariaDB server, in one read-only transaction: the whole run sees one moment. */
export async function openMysql(
  address: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Source> {
  const { createConnection } = await import('mysql2')
  const access = readAddress(address, env)
  const connection = createConnection({ ...access, charset: 'utf8mb4', connectTimeout: 15_000 })
  // Failures reach the query that waits; without a listener the last one would end the process.
  connection.on('error', () => undefined)
  try {
    await ask(connection, `set time_zone = '+00:00'`)
    await ask(connection, 'set transaction isolation level repeatable read')
    await ask(connection, 'start transaction with consistent snapshot, read only')
  } catch (error) {
    connection.destroy()
    throw new ImportError(
      `The database at ${access.host}:${access.port} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
  }
  return {
    async columns(table) {
      const rows = await ask(
        connection,
        'select column_name as name, data_type as type from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position',
        [access.database, table],
      )
      if (rows.length === 0) return null
      return new Map(rows.map(({ name, type }) => [name ?? '', (type ?? '').toLowerCase()]))
    },
    async *rows(table) {
      const sql = `select * from ${quote(table)}`
      const stream = connection
        .query({ sql, typeCast: (field) => asText(field) })
        .stream({ highWaterMark: 500 })
      for await (const row of stream) yield row as SourceRow
    },
    close: () =>
      new Promise((resolve) => {
        connection.end(() => resolve())
      }),
  }
}
