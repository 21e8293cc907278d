import type { ClockService } from '@spawnpoint/sdk/server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { readConfig } from '../../../kernel/cli/read-config.ts'
import { startServer } from '../../../kernel/cli/start-server.ts'
import type { StartOptions } from '../../../kernel/cli/start-server.ts'
import { createTestDatabase } from '../database/create-test-database.ts'
import { productMigrations } from '../database/product-migrations.ts'
import { createApiClient } from './api-client.ts'
import { createVisitors, type SignInOptions } from './sign-in.ts'

/** The whole server on an own database, without pages: for tests through HTTP. */
export async function startTestServer(
  options: Pick<StartOptions, 'roots' | 'pageHandlers' | 'network' | 'steadyAfterMs' | 'holdMs'> & {
    clock?: ClockService
    env?: Record<string, string>
  } = {},
) {
  const database = await createTestDatabase({ migrationSets: await productMigrations(options.roots) })
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-server-'))
  const config = readConfig({
    PORT: '0',
    APP_URL: 'http://127.0.0.1:5173',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    ...options.env,
  })
  const { clock, roots, pageHandlers, network, steadyAfterMs, holdMs } = options
  const server = await startServer({
    config,
    ...(clock ? { clock } : {}),
    ...(roots ? { roots } : {}),
    ...(pageHandlers ? { pageHandlers } : {}),
    ...(network ? { network } : {}),
    holdMs,
    steadyAfterMs,
  })
  const url = `http://127.0.0.1:${server.port}`
  const visitors = createVisitors(server)

  /** Creates a person and signs them in; the client carries the cookies. */
  async function signIn(options: SignInOptions = {}) {
    const { person, cookie } = await visitors.signIn(options)
    return { person, api: createApiClient(url, config.origin, cookie) }
  }

  return {
    url,
    config,
    server,
    pool: server.core.pool,
    signIn,
    /** Has the workers run a job of a plugin, and waits for its end. */
    async runJob(plugin: string, job: string) {
      const task = JSON.stringify({ plugin, job, payload: {} })
      await server.core.pool.query(`select graphile_worker.add_job('spawnpoint', $1::json)`, [task])
      const waiting = `select from graphile_worker._private_jobs where payload ->> 'plugin' = $1 and payload ->> 'job' = $2`
      await vi.waitFor(async () => {
        if ((await server.core.pool.query(waiting, [plugin, job])).rowCount) throw new Error(`${job} runs`)
      })
    },
    /** Another session of the same person, on another device. */
    signInAgain: async (user: string, ip?: string) =>
      createApiClient(url, config.origin, (await visitors.mintCookie(user, ip)).cookie),
    /** Another process on the same database and data folder, up to its end. */
    async startAgain() {
      await (await startServer({ config, steadyAfterMs })).stop()
    },
    /** Nobody: no cookies. */
    anonymous: () => createApiClient(url, config.origin, ''),
    async stop() {
      await server.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>
