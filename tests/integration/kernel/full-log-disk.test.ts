import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { ROOT } from '../../../kernel/server/version.ts'
import { createTestDatabase } from '../../support/database/create-test-database.ts'
import { productMigrations } from '../../support/database/product-migrations.ts'
import { freePort } from '../../support/product/start-product.ts'

it.runIf(process.platform === 'linux')(
  '[KRN27] a server whose log disk is full goes on, and ends when it is told to',
  async () => {
    const database = await createTestDatabase({ migrationSets: await productMigrations() })
    onTestFinished(() => database.drop())
    const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-full-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    // Every write to it fails with ENOSPC.
    const full = openSync('/dev/full', 'w')
    const port = await freePort()
    const child = spawn(process.execPath, [join(ROOT, 'kernel/cli/start-product.mjs')], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', 'pipe', full],
    })
    closeSync(full)
    onTestFinished(() => void child.kill('SIGKILL'))
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await vi.waitFor(() => expect(text).toContain('is ready: open'), { interval: 100 })
    for (let count = 0; count < 20; count += 1)
      expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)
