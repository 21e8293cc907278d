import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../support/database/create-test-database.ts'
import { writeIsolatedPlugin } from '../../support/plugins/isolated-plugin.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { createApiClient } from '../../support/server/api-client.ts'
import { childEnv, nodeOptions } from '../../support/server/child-env.ts'

const script = join(import.meta.dirname, '..', '..', 'support', 'plugins', 'guarded-product.ts')
const plugins = createPluginsFolder()
const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-guarded-'))
let database: TestDatabase
let product: { child: ChildProcess; url: string; errors: string[] }

/** The faults of a plugin, and the message each must produce. */
const troubles = {
  exits: ['process.exit(3)', 'process.exit: Error: E_EXIT'],
  aborts: ['process.abort()', 'process.abort: Error: E_EXIT'],
  kills: [`process.kill(process.pid, 'SIGKILL')`, 'process.kill: Error: E_EXIT'],
  rejects: [`Promise.reject(new Error('nobody waits'))`, 'unhandled rejection: Error: nobody waits'],
  'throws-later': [
    `setTimeout(() => { throw new Error('too late') }, 5)`,
    'uncaught exception: Error: too late',
  ],
  'asks-badly': ['void db.sql`select nonsense`', 'unhandled rejection: error: column'],
} as const

async function startProduct() {
  const child = spawn(process.execPath, [...nodeOptions, script], {
    env: {
      ...childEnv(),
      PORT: '0',
      APP_URL: 'http://127.0.0.1:5173',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      PLUGINS: plugins.folder,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()))
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{"port"')) continue
    const { port } = JSON.parse(line) as { port: number }
    return { child, url: `http://127.0.0.1:${port}`, errors }
  }
  throw new Error(`the product did not start: ${errors.join('').slice(-2000)}`)
}

beforeAll(async () => {
  database = await createTestDatabase({ migrationSets: [] })
  for (const [id, [trouble]] of Object.entries(troubles))
    writeIsolatedPlugin(plugins, {
      id,
      mode: 'process',
      capabilities: ['server.http', 'server.db'],
      module: `endpoints.push(
        answer(post('/api/${id}/trouble'), manifest, async ({ db }) => { ${trouble}; return {} }),
        answer(post('/api/${id}/fine'), manifest, async () => ({})),
      )`,
    })
  writeIsolatedPlugin(plugins, {
    id: 'prints',
    mode: 'worker',
    setup: `console.log('said aloud'); context.log.warn({ note: 1 }, 'said properly')`,
  })
  product = await startProduct()
})
afterAll(async () => {
  product.child.kill('SIGKILL')
  await database.drop()
  plugins.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

const post = (path: string) => createApiClient(product.url, 'http://127.0.0.1:5173', '').post(`/api/${path}`)

const quarantineOf = async (id: string) => {
  const { rows } = await database.pool.query<{ reason: string | null }>(
    'select quarantined_reason as reason from kernel.plugin where id = $1',
    [id],
  )
  return rows[0]?.reason ?? null
}

it('[ISO6] a worker’s log and what it prints stand in the log under its name', async () => {
  const logged = () =>
    product.errors
      .join('')
      .split('\n')
      .filter((line) => line.includes('"plugin":"prints"'))
  await vi.waitFor(() => {
    expect(logged().find((line) => line.includes('said aloud'))).toContain('"stream":"stdout"')
    expect(logged().find((line) => line.includes('said properly'))).toContain('"note":1')
  })
})

describe('a plugin in the product’s own process', () => {
  it.each(Object.entries(troubles))(
    '[ISO7] that does wrong outside of its calls (%s) is put into quarantine for it; the product goes on',
    async (id, [, said]) => {
      expect((await post(`${id}/fine`)).status).toBe(200)
      await vi.waitFor(
        async () => {
          const { status } = await post(`${id}/trouble`)
          expect(status).not.toBe(200)
          expect(await quarantineOf(id)).not.toBeNull()
        },
        { interval: 100 },
      )
      expect(await quarantineOf(id)).toMatch(
        id === 'exits' || id === 'aborts' || id === 'kills' ? /E_EXIT/ : new RegExp(`^${said}`),
      )
      expect(product.child.exitCode).toBeNull()
      const api = createApiClient(product.url, 'http://127.0.0.1:5173', '')
      expect((await api.get('/api/health/ready')).status).toBe(200)
    },
  )

  it('[ISO7] keeps nothing from ending the product that is nobody’s', async () => {
    const ended = once(product.child, 'exit')
    product.child.kill('SIGUSR2')
    expect(await ended).toEqual([1, null])
    expect(product.errors.join('')).toContain('nobody of ours')
  })
})
