import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/database/test-database.ts'
import { startTransactionPooler } from '../../support/database/transaction-pooler.ts'
import { ConfigurationError } from '../../../kernel/server/configuration-error.ts'
import { openExternalDatabase } from '../../../kernel/cli/postgres/external.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const database = testDatabase()

const open = (databaseUrl: string) => openExternalDatabase(databaseUrl, log)

const refusalOf = async (databaseUrl: string): Promise<string> => {
  const error = await open(databaseUrl).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ConfigurationError)
  const { message } = error as ConfigurationError // checked above
  expect(message).not.toContain('hunter2')
  return message
}

describe('DATABASE_URL', () => {
  it('opens the database it names', async () => {
    const opened = await open(database.url)
    expect(opened.kind).toBe('external')
    expect(opened.place).not.toContain('@')
    const { rows } = await opened.pool.query('select current_database() as name')
    expect(rows).toEqual([{ name: database.connection.database }])
    await opened.close()
  })

  it('refuses what is no address', async () => {
    expect(await refusalOf('mysql://root:hunter2@localhost/app')).toContain('is no address of a PostgreSQL')
    expect(await refusalOf('hunter2')).toContain('write postgres://user:password@host:5432/database')
  })

  it('says that nothing listens, without the password', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    taken.close()
    await once(taken, 'close')
    expect(await refusalOf(`postgres://app:hunter2@127.0.0.1:${port}/app`)).toBe(
      `The database at 127.0.0.1:${port}/app cannot be reached because nothing listens there: check DATABASE_URL, or leave it out to use the embedded database.`,
    )
  })

  it('says that the database does not exist', async () => {
    const url = database.url.replace(/test_\w+/, 'missing')
    expect(await refusalOf(url)).toContain('has no database of that name')
  })

  it('refuses a database of another encoding', async () => {
    await database.pool.query(`create database latin encoding 'LATIN1' template template0`)
    expect(await refusalOf(database.url.replace(/test_\w+/, 'latin'))).toContain('is encoded as LATIN1')
    await database.pool.query('drop database latin with (force)')
  })

  it('refuses a user that may create nothing in it, and says what to run', async () => {
    const { pool } = database
    const { host, database: name } = database.connection
    const user = `guest_of_${name}`
    await pool.query(`create role "${user}" login password 'hunter2'`)
    const url = `postgres://${user}:hunter2@localhost/${name}?host=${encodeURIComponent(String(host))}`
    const grant = `grant create on database "${name}" to "${user}"`
    const told = await refusalOf(url).finally(() => pool.query(grant))
    expect(told).toContain(`/${name} does not let the user ${user} create schemas: run ${grant} as its owner`)
    await (await open(url)).close()
    await pool.query(`revoke create on database "${name}" from "${user}"`)
    await pool.query(`drop role "${user}"`)
  })

  it('refuses a transaction pooler', async () => {
    const pooler = await startTransactionPooler(`${database.connection.host}/.s.PGSQL.5432`)
    const url = `postgres://spawnpoint:hunter2@127.0.0.1:${pooler.port}/postgres`
    expect(await refusalOf(url)).toContain('leads through a transaction pooler')
    pooler.stop()
  })
})
