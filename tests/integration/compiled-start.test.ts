import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../../kernel/server/version.ts'
import { startProduct } from '../support/product/start-product.ts'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-compiled-'))
chmodSync(folder, 0o711)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

it('[OPS40] a server that starts after an update says that it is prepared, and strips no types: what does that would stay in its memory', async () => {
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const compile = `import('./kernel/cli/compile-server.ts').then((module) => module.compileServer({ everyMs: 50 }))`
  const prepared = spawnSync(process.execPath, ['--eval', compile], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  })
  expect(prepared.status).toBe(0)
  expect(prepared.stdout.toString()).toMatch(/^Preparing the server: 0\.05 s \.\.\.\n/)
  // Node says then what it finds in the cache.
  const product = await startProduct({ env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' } })
  await product.stop()
  expect(
    count(product.output(), /retrieving transpile cache for StrippedTypeScript .*success/g),
  ).toBeGreaterThan(300)
  expect(product.output().match(/no transpile cache for .*/g)).toBeNull()
})
