import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { showProgress } from './show-progress.mjs'

// The test's own limit cannot end what keeps the thread busy.
const timeout = Number(process.env['TEST_PATIENCE_MS'] ?? 120_000)

it('[OPS40] says that work goes on which keeps the thread busy, until it ends', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'progress-'))
  const file = join(folder, 'said')
  const fd = openSync(file, 'w')
  onTestFinished(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  const stop = showProgress('Installing dependencies', { everyMs: 10, fd })
  // As an install does: nothing else of this thread runs meanwhile.
  const { status } = spawnSync('sh', ['-c', `until grep -q ': 0.02 s' "${file}"; do :; done`], { timeout })
  await stop()
  expect(status).toBe(0)
  expect(readFileSync(file, 'utf8')).toMatch(
    /^Installing dependencies: 0\.01 s \.\.\.\nInstalling dependencies: 0\.02 s \.\.\.\n/,
  )
})
