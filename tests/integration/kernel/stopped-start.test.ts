import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { attachEmbeddedDatabase } from '../../../kernel/cli/postgres/attach-embedded.ts'
import { findProcessStart } from '../../../kernel/packages/server/process-identity.ts'
import { ROOT } from '../../../kernel/server/version.ts'
import { createPluginsFolder } from '../../support/plugins/write-plugin.ts'
import { freePort } from '../../support/product/start-product.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

const product = join(ROOT, 'kernel/cli/start-product.mjs')
const admin = join(ROOT, 'kernel/cli/admin.ts')

/** A product on the embedded database whose start waits for a plugin. */
function createProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-stopped-'))
  // As root the database's own user has to pass through it.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const plugins = createPluginsFolder()
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
    plugins.remove()
  })
  plugins.write(
    { id: 'slow', version: '1.0.0', title: 'Slow', description: 'Never set up', defaultEnabled: true },
    `export default { kind: 'trusted-server', uses: [], provides: [], setUp: () => new Promise(() => undefined) }`,
  )
  /** The number of the database's process, once it runs. */
  const databasePid = () =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])
  // Only a failed test leaves one.
  onTestFinished(() => {
    if (existsSync(join(dataDir, 'postgres/cluster/postmaster.pid'))) process.kill(databasePid(), 'SIGQUIT')
  })
  return {
    dataDir,
    databasePid,
    async start(...command: string[]) {
      const env = { ...process.env, DATA_DIR: dataDir, PLUGINS_DIR: plugins.folder, DATABASE_URL: undefined }
      const child = spawn(process.execPath, command, {
        cwd: ROOT,
        env: { ...env, PORT: String(await freePort()) },
        stdio: 'ignore',
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const exit = once(child, 'exit')
      return { exit, stop: (signal: NodeJS.Signals) => child.kill(signal) }
    },
  }
}

it('[OPS9] a start that is told to stop ends its database with it, whatever it has come to', async () => {
  const { dataDir, start, databasePid } = createProduct()
  const first = await start(product)
  await expect.poll(databasePid).toBeGreaterThan(1)
  const firstDatabase = databasePid()
  first.stop('SIGTERM')
  expect(await first.exit).toEqual([143, null])
  await expect.poll(() => findProcessStart(firstDatabase)).toBeNull()

  const second = await start(product)
  const attempts = async () => {
    const database = attachEmbeddedDatabase(dataDir, log)
    return database.pool
      .query('select from kernel.start_attempt')
      .then(({ rowCount }) => rowCount)
      .finally(database.close)
  }
  // The start waits for its plugins, and safe mode watches for the signal as well.
  await expect.poll(attempts).toBe(1)
  const secondDatabase = databasePid()
  expect(secondDatabase).not.toBe(firstDatabase)
  second.stop('SIGHUP')
  expect(await second.exit).toEqual([129, null])
  await expect.poll(() => findProcessStart(secondDatabase)).toBeNull()

  // A command starts plugins too, and waits for the same one.
  const command = await start(admin, 'reset-password', 'nobody')
  await expect.poll(databasePid).toBeGreaterThan(1)
  const thirdDatabase = databasePid()
  command.stop('SIGTERM')
  expect(await command.exit).toEqual([143, null])
  await expect.poll(() => findProcessStart(thirdDatabase)).toBeNull()
})
