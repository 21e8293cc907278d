import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
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
async function createProduct(serverCode: string) {
  const database = await createTestDatabase({ migrationSets: await productMigrations() })
  const plugins = createPluginsFolder()
  const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-dying-'))
  undo.push(
    () => database.drop(),
    plugins.remove,
    () => rmSync(dataDir, { recursive: true, force: true }),
  )
  plugins.write(
    { id: 'trouble', version: '1.0.0', title: 'Trouble', description: 'Makes some', defaultEnabled: true },
    serverCode,
  )
  const secretKey = randomBytes(32).toString('base64')
  const attempts = async () => (await database.pool.query('select from kernel.start_attempt')).rowCount
  return {
    pool: database.pool,
    attempts,
    start: (steadyAfterMs?: number) =>
      spawnServer({
        databaseUrl: database.url,
        dataDir,
        secretKey,
        plugins: plugins.folder,
        ...(steadyAfterMs === undefined ? {} : { steadyAfterMs }),
      }),
  }
}

it('[PKG15] comes up without the plugin that killed it twice while it started', async () => {
  const product = await createProduct(`import { execFileSync } from 'node:child_process'
    execFileSync('kill', ['-9', String(process.pid)])
    export default { kind: 'trusted-server', uses: [], provides: [], async setUp() {} }`)
  for (const _time of [1, 2]) {
    const dead = product.start()
    expect([await dead.port, await dead.signal()]).toEqual([null, 'SIGKILL'])
  }
  const { port, stop } = product.start()
  undo.push(stop)
  expect((await fetch(`http://127.0.0.1:${await port}/api/health/ready`)).status).toBe(200)
  const { rows } = await product.pool.query('select failed_starts from kernel.safe_mode')
  expect(rows).toEqual([{ failed_starts: 2 }])
  // Only the start that runs.
  expect(await product.attempts()).toBe(1)
})

it('[PKG15] does not count a start that somebody stopped', async () => {
  const product = await createProduct(
    `export default { kind: 'trusted-server', uses: [], provides: [], setUp: () => new Promise(() => undefined) }`,
  )
  const slow = product.start()
  await expect.poll(product.attempts).toBe(1)
  await slow.stop()
  expect([await slow.port, await slow.signal()]).toEqual([null, 'SIGTERM'])
  expect(await product.attempts()).toBe(0)
})

/** Waits until it is ready, then asks its plugin to end the process. */
async function dieWhenReady({ port, signal, stop }: ReturnType<typeof spawnServer>) {
  undo.push(stop)
  await expect(fetch(`http://127.0.0.1:${await port}/api/trouble/die`)).rejects.toThrow('fetch failed')
  expect(await signal()).toBe('SIGKILL')
}

const deadly = `import { execFileSync } from 'node:child_process'
  export default { kind: 'trusted-server', uses: [], provides: [], setUp: async (resolve, host) =>
    void host.routes((app) => {
      app.get('/api/trouble/die', { config: { access: { public: 'test' } } }, async () => void execFileSync('kill', ['-9', String(process.pid)]))
    }) }`

it('[PKG15] comes up without the plugin that killed it twice soon after it was ready', async () => {
  const product = await createProduct(deadly)
  for (const _time of [1, 2]) await dieWhenReady(product.start())
  const third = product.start()
  undo.push(third.stop)
  expect((await fetch(`http://127.0.0.1:${await third.port}/api/health/ready`)).status).toBe(200)
  const { rows } = await product.pool.query('select failed_starts from kernel.safe_mode')
  expect(rows).toEqual([{ failed_starts: 2 }])
})

it('[PKG15] a start that lasted, or that somebody stopped, does not count with those before', async () => {
  const product = await createProduct(deadly)
  await dieWhenReady(product.start())
  const steady = product.start(0)
  await steady.port
  await expect.poll(product.attempts).toBe(0)
  await dieWhenReady(steady)
  const stopped = product.start()
  undo.push(stopped.stop)
  await stopped.port
  expect(await product.attempts()).toBe(1)
  await stopped.stop()
  expect(await product.attempts()).toBe(0)
  const { rows } = await product.pool.query('select failed_starts from kernel.safe_mode')
  expect(rows).toEqual([])
})
