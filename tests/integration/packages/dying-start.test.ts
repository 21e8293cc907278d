import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { productMigrations } from '../../support/database/product-migrations.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { spawnServer } from '../../support/server/spawn-server.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** A product with one plugin in its folder, to be started again and again. */
async function createProduct() {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  const plugins = createPluginsFolder()
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-dying-'))
  undo.push(
    () => database.drop(),
    plugins.remove,
    () => rmSync(dataDir, { recursive: true, force: true }),
  )
  const mode = join(dataDir, 'trouble')
  plugins.write(
    { id: 'trouble', version: '1.0.0', title: 'Trouble', description: 'Makes some', defaultEnabled: true },
    troubleAs(mode),
  )
  const secretKey = randomBytes(32).toString('base64')
  const attempts = async () => (await database.pool.query('select from kernel.start_attempt')).rowCount
  return {
    attempts,
    failedStarts: async () => (await database.pool.query('select failed_starts from kernel.safe_mode')).rows,
    start(does: 'dies while it starts' | 'hangs' | 'dies when asked', steadyAfterMs?: number) {
      writeFileSync(mode, does)
      return spawnServer({
        databaseUrl: database.url,
        dataDir,
        secretKey,
        plugins: plugins.folder,
        ...(steadyAfterMs === undefined ? {} : { steadyAfterMs }),
      })
    },
  }
}

/** Ends the process while it starts, hangs there, or ends it once it is asked to: as the file says. */
const troubleAs = (file: string) => `import { execFileSync } from 'node:child_process'
  import { readFileSync } from 'node:fs'
  const mode = readFileSync(${JSON.stringify(file)}, 'utf8')
  const die = () => void execFileSync('kill', ['-9', String(process.pid)])
  if (mode === 'dies while it starts') die()
  export default { kind: 'trusted-server', uses: [], provides: [], async setUp(resolve, host) {
    if (mode === 'hangs') await new Promise(() => undefined)
    host.routes((app) => {
      app.get('/api/trouble/die', { config: { access: { public: 'test' } } }, async () => die())
    })
  } }`

/** Waits until it is ready, then asks its plugin to end the process. */
async function dieWhenReady({ port, signal, stop }: ReturnType<typeof spawnServer>) {
  undo.push(stop)
  await expect(fetch(`http://127.0.0.1:${await port}/api/trouble/die`)).rejects.toThrow('fetch failed')
  expect(await signal()).toBe('SIGKILL')
}

it('[PKG15] comes up without the plugin that killed it twice, while it started and soon after; a start that lasted, or that somebody stopped, does not count with those before', async () => {
  const product = await createProduct()
  await dieWhenReady(product.start('dies when asked'))
  expect(await product.attempts()).toBe(1)

  const slow = product.start('hangs')
  await expect.poll(product.attempts).toBe(2)
  await slow.stop()
  expect([await slow.port, await slow.signal()]).toEqual([null, 'SIGTERM'])
  expect(await product.attempts()).toBe(1)

  const steady = product.start('dies when asked', 0)
  await steady.port
  await expect.poll(product.attempts).toBe(0)
  await dieWhenReady(steady)
  expect([await product.attempts(), await product.failedStarts()]).toEqual([0, []])

  await dieWhenReady(product.start('dies when asked'))
  const dead = product.start('dies while it starts')
  expect([await dead.port, await dead.signal()]).toEqual([null, 'SIGKILL'])

  const last = product.start('dies while it starts')
  undo.push(last.stop)
  expect((await fetch(`http://127.0.0.1:${await last.port}/api/health/ready`)).status).toBe(200)
  expect(await product.failedStarts()).toEqual([{ failed_starts: 2 }])
  // Only the start that runs.
  expect(await product.attempts()).toBe(1)
  await last.stop()
  expect(await product.attempts()).toBe(0)
})
