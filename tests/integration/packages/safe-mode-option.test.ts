import { randomBytes } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { startProduct } from '../../support/product/start-product.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

it('[PKG15] npm start -- --safe-mode starts without added plugins', async () => {
  const database = await createTestDatabase({ migrationSets: [] })
  const plugins = createPluginsFolder()
  undo.push(() => database.drop(), plugins.remove)
  plugins.write(
    { id: 'trouble', version: '1.0.0', title: 'Trouble', description: 'Makes some', defaultEnabled: true },
    `export default { kind: 'trusted-server', uses: [], provides: [], setUp: async (resolve, host) =>
      void host.routes((app) => void app.get('/api/trouble/here', { config: { access: { public: 'test' } } }, async () => ({ here: true }))) }`,
  )
  const env = {
    DATABASE_URL: database.url,
    PLUGINS_DIR: plugins.folder,
    SECRET_KEY: randomBytes(32).toString('base64'),
    NODE_ENV: 'test',
  }
  const statusIn = async (args: readonly string[]) => {
    const product = await startProduct({ env, args })
    undo.push(product.stop)
    return (await fetch(`http://127.0.0.1:${product.port}/api/trouble/here`)).status
  }
  expect(await statusIn([])).toBe(200)
  expect(await statusIn(['--safe-mode'])).toBe(404)
  const { rows } = await database.pool.query('select failed_starts from kernel.safe_mode')
  expect(rows).toEqual([{ failed_starts: 0 }])
  // It stays so until an administrator ends it.
  expect(await statusIn([])).toBe(404)
})
