import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startProduct } from '../../support/product/start-product.ts'
import { childEnv, nodeOptions } from '../../support/server/child-env.ts'
import { ROOT } from '../../../kernel/server/version.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

const trouble = `export default { kind: 'trusted-server', uses: [], provides: [], setUp: async (resolve, host) =>
      void host.routes((app) => void app.get('/api/trouble/here', { config: { access: { public: 'test' } } }, async () => ({ here: true }))) }`

/** An instance with one added plugin, which answers a call while it is on. */
async function openInstance() {
  const database = await createTestDatabase({ migrationSets: [] })
  const plugins = createPluginsFolder()
  undo.push(() => database.drop(), plugins.remove)
  plugins.write(
    { id: 'trouble', version: '1.0.0', title: 'Trouble', description: 'Makes some', defaultEnabled: true },
    trouble,
  )
  const env = {
    DATABASE_URL: database.url,
    PLUGINS_DIR: plugins.folder,
    SECRET_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'test',
  }
  const start = async (args: readonly string[] = []) => {
    const product = await startProduct({ env, args })
    undo.push(product.stop)
    return async () => (await fetch(`http://127.0.0.1:${product.port}/api/trouble/here`)).status
  }
  const audited = async () => {
    const { rows } = await database.pool.query<{ action: string }>(
      `select action from kernel.audit where action like 'plugins:safe-mode-%' order by at`,
    )
    return rows.map(({ action }) => action)
  }
  return { env, pool: database.pool, start, audited }
}

it('[PKG15] npm start -- --safe-mode starts without added plugins', async () => {
  const { pool, start, audited } = await openInstance()
  const statusIn = async (args: readonly string[]) => (await start(args))()
  expect(await statusIn([])).toBe(200)
  expect(await statusIn(['--safe-mode'])).toBe(404)
  const { rows } = await pool.query('select failed_starts from kernel.safe_mode')
  expect(rows).toEqual([{ failed_starts: 0 }])
  // It stays so until an administrator ends it.
  expect(await statusIn([])).toBe(404)
  expect(await audited()).toEqual(['plugins:safe-mode-entered'])
})

it('[PKG15] npm run admin -- enter-safe-mode switches added plugins off while the product runs', async () => {
  const { env, start, audited } = await openInstance()
  const status = await start()
  expect(await status()).toBe(200)
  const admin = (command: string) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-safe-mode-'))
    undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
    return promisify(execFile)(
      process.execPath,
      [...nodeOptions, join(ROOT, 'kernel/cli/admin.ts'), command],
      { cwd: ROOT, env: { ...childEnv(), ...env, DATA_DIR: dataDir, HOME: process.env['HOME'] } },
    )
  }
  expect((await admin('enter-safe-mode')).stdout).toBe(
    'Safe mode is on: added plugins stay off until you run leave-safe-mode.\n',
  )
  await expect.poll(status).toBe(404)
  expect((await admin('leave-safe-mode')).stdout).toBe('Safe mode is off.\n')
  await expect.poll(status).toBe(200)
  expect(await audited()).toEqual(['plugins:safe-mode-entered', 'plugins:safe-mode-left'])
}, 240_000)
