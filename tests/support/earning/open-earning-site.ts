import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { askControl } from '../bank/control-port.ts'
import { supervise, type SupervisedProcess } from '../bank/supervised-process.ts'
import { createTestDatabase } from '../database/create-test-database.ts'
import { productMigrations } from '../database/product-migrations.ts'
import { createApiClient } from '../server/api-client.ts'

const script = join(import.meta.dirname, 'earning-server.ts')
const origin = 'http://127.0.0.1:5173'

/** The product in so many processes on one database, each of which is started again when it is killed. */
export async function openEarningSite(processes: number, start: number) {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-earning-'))
  const secret = randomBytes(32).toString('base64')
  let now = start
  let [calls, kills] = [0, 0]

  const supervised = Array.from({ length: processes }, (_, index) =>
    supervise(script, () => ({
      PORT: '0',
      APP_URL: origin,
      LOG_LEVEL: 'silent',
      SECRET_KEY: secret,
      TRUST_PROXY: '1',
      DATABASE_URL: database.url,
      DATA_DIR: join(dataDir, String(index)),
      EARNING_CLOCK: String(now),
    })),
  )
  const untilUp = () => Promise.all(supervised.map((each) => each.untilUp()))
  const ask = async (path: string, body: object) => {
    const [first] = await untilUp()
    return askControl(first?.controlPort ?? 0, path, body)
  }
  /** One process after the other; an address without a server where all of them are down. */
  const url = () => {
    const up = supervised.flatMap((each) => each.current() ?? [])
    return `http://127.0.0.1:${up[(calls += 1) % up.length]?.port ?? 9}`
  }
  await untilUp()

  return {
    pool: database.pool,
    origin,
    untilUp,
    now: () => now,
    kills: () => kills,
    async setClock(moment: number) {
      now = moment
      for (const { controlPort } of await untilUp()) await askControl(controlPort, '/clock', { now })
    },
    configure: (values: object) => ask('/settings', values),
    async signIn(permissions?: readonly string[]) {
      const { id, cookie } = await ask('/visitors', { permissions })
      return { id: String(id), api: createApiClient(url, origin, String(cookie)) }
    },
    anonymous: () => createApiClient(url, origin, ''),
    kill(index: number) {
      const victim: SupervisedProcess | undefined = supervised[index % processes]
      if (victim?.current() && victim.kill()) kills += 1
    },
    /** Waits until all are up again, and frees the jobs of the dead now, which the product does minutes later. */
    async recover() {
      await untilUp()
      await database.pool.query(
        `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
          from graphile_worker._private_jobs where locked_by is not null`,
      )
    },
    async close() {
      await Promise.all(supervised.map((each) => each.stop()))
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
