import type { PluginDatabase, PluginTransaction } from '@spawnpoint/sdk/server'
import type pg from 'pg'
import type { DatabaseLog } from '../../../server/database/open-database.ts'
import { createPool } from '../../../server/database/pool.ts'

const CONNECTIONS = 4
const TRANSACTION_MS = 30_000
const CLOSE_MS = 1_000

export interface OpenPluginDatabase {
  readonly db: PluginDatabase
  close(): Promise<void>
}

type Run = (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<never[]>

/** `${…}` becomes a parameter. The extended protocol takes one statement at a time, whatever the text says. */
async function run(client: pg.PoolClient, text: TemplateStringsArray, values: readonly unknown[]) {
  const numbered = text.reduce((before, part, index) => `${before}$${index}${part}`)
  const query = { text: numbered, values: values.map((each) => each ?? null), queryMode: 'extended' }
  const { rows } = await client.query(query)
  // The statement's author names the shape of its rows.
  return rows as never[]
}

/** Nothing that a statement set, locked or listened to reaches the next one on this connection. */
async function giveBack(client: pg.PoolClient) {
  try {
    await client.query('discard all')
    client.release()
  } catch {
    client.release(true) // left in the middle of something: closed
  }
}

const tooLate = () =>
  new Error(`E_TRANSACTION_TIME: a transaction may take ${TRANSACTION_MS / 1000} s; this one was rolled back`)

/** A connection with a transaction; after its time it is closed, which rolls back. */
async function transact<R>(client: pg.PoolClient, work: (tx: PluginTransaction) => Promise<R>): Promise<R> {
  let isOpen = true
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), TRANSACTION_MS)
  })
  const sql: Run = async (text, ...values) => {
    if (!isOpen)
      throw new Error('E_TRANSACTION_OVER: the transaction has ended; await each statement inside it')
    return run(client, text, values)
  }
  try {
    await client.query('begin')
    const result = await Promise.race([work({ kind: 'plugin-transaction', sql }), late])
    isOpen = false
    await client.query('commit')
    await giveBack(client)
    return result
  } catch (error) {
    isOpen = false
    client.release(true)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A small pool of the plugin's own, so that whatever waits in it keeps nobody else waiting. */
export function openPluginDatabase(connection: pg.PoolConfig, log: DatabaseLog): OpenPluginDatabase {
  const pool = createPool(
    {
      ...connection,
      max: CONNECTIONS,
      idleTimeoutMillis: 10_000,
      statement_timeout: 10_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      application_name: 'spawnpoint-plugin',
    },
    log,
  )
  const sql: Run = async (text, ...values) => {
    const client = await pool.connect()
    try {
      return await run(client, text, values)
    } finally {
      await giveBack(client)
    }
  }
  return {
    db: { sql, transaction: async (work) => transact(await pool.connect(), work) },
    async close() {
      const ended = pool.end()
      // A statement that still runs has its own time limit; nobody waits for it here.
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())])
    },
  }
}
