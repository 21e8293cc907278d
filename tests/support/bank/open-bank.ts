import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Bank, BankAccount } from './bank-client.ts'
import { askControl } from './control-port.ts'
import { supervise } from './supervised-process.ts'

const script = join(import.meta.dirname, 'bank-server.ts')
const origin = 'http://127.0.0.1:5173'
const price = 25

const storeSettings = {
  store_enabled: true,
  code_redemption_enabled: true,
  store_ram_price: price,
  store_disk_price: price,
  store_cpu_price: price,
  max_ram: 200_000,
  max_disk: 1_000_000,
  max_cpu: 1_000_000,
}

const insertCodes = async (database: Client, codes: readonly string[]) => {
  for (const [index, code] of codes.entries())
    await database.query(
      `insert into redeem_codes.redeem_code (id, code, coins, uses, enabled, status)
       values ($1, $2, $3, $4, true, 'enabled')`,
      [randomUUID(), code, 10 + index, 1 + (index % 6)],
    )
}

const openAccounts = async (controlPort: number, count: number): Promise<BankAccount[]> => {
  const users = Array.from({ length: count }, () => randomUUID())
  return Promise.all(
    users.map(async (user) => {
      const { cookie } = await askControl(controlPort, '/accounts', { user, coins: 1000 })
      return { user, cookie: String(cookie) }
    }),
  )
}

/**
 * The product on its embedded database, and beside it a second process on the same one: whichever of the two is
 * alive answers calls and runs jobs.
 */
export async function openBank({ accounts, codes }: { accounts: number; codes: number }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-bank-'))
  chmodSync(dataDir, 0o711) // as root the database's own user has to pass
  const shared = {
    PORT: '0',
    APP_URL: origin,
    LOG_LEVEL: 'silent',
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  let databaseUrl: string | null = null
  const server = supervise(script, () => ({ ...shared, DATA_DIR: join(dataDir, 'data') }))
  const worker = supervise(script, () =>
    databaseUrl ? { ...shared, DATA_DIR: join(dataDir, 'worker'), DATABASE_URL: databaseUrl } : null,
  )
  const first = await server.untilUp()
  databaseUrl = first.databaseUrl
  await worker.untilUp()

  await askControl(first.controlPort, '/settings', storeSettings)
  const bank: Bank = {
    processes: [server, worker],
    accounts: await openAccounts(first.controlPort, accounts),
    codes: Array.from({ length: codes }, (_, index) => `bank-${index}`),
    origin,
    price,
  }
  const connect = async () => {
    const database = new Client({ connectionString: first.databaseUrl })
    await database.connect()
    return database
  }
  const database = await connect()
  await insertCodes(database, bank.codes)
  await database.end()

  return {
    bank,
    server,
    worker,
    running: first.running,
    connect,
    async close() {
      await worker.stop()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
