import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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

it.runIf(process.platform !== 'win32')(
  'says in one sentence that a folder which is there is read-only',
  () => {
    const path = join(folder, 'read-only')
    mkdirSync(path, { mode: 0o555 })
    chmodSync(folder, 0o711)
    const module = pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href
    // Root may write everywhere, and a process that has become another user never comes back.
    const { stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { prepareDataDir } = await import(${JSON.stringify(module)})
       if (process.getuid() === 0) process.setuid(65534)
       try { prepareDataDir(${JSON.stringify(path)}) } catch (error) { console.error(error.message) }`,
      ],
      { encoding: 'utf8' },
    )
    expect(stderr).toContain(`The data folder ${path} is not writable (EACCES): give the server a folder`)
  },
)
