import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { prepareDataDir } from './data-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-folder-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('makes the folder and those above it, once', () => {
  const path = join(folder, 'a/b/c')
  prepareDataDir(path)
  prepareDataDir(path)
  expect(statSync(path).mode & 0o777).toBe(0o711)
})

it('says in one sentence that a file is in the way', () => {
  writeFileSync(join(folder, 'file'), '')
  for (const path of ['file', 'file/data'])
    expect(() => prepareDataDir(join(folder, path))).toThrow(
      /not writable \(ENOTDIR\): give the server a folder/,
    )
})

it.runIf(process.platform === 'linux')('ends where the system refuses what looks possible', () => {
  expect(() => prepareDataDir('/proc/nope/data')).toThrow(
    /^The data folder \/proc\/nope\/data is not writable/,
  )
})
