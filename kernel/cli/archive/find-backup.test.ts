import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findBackup } from './find-backup.ts'

it('[BKP12] a backup is named as it is listed, or by its path', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-find-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [dataDir, typedIn] = ['data', 'typed'].map((name) => join(folder, name))
  if (dataDir === undefined || typedIn === undefined) throw new Error('two folders were named')
  for (const each of [join(dataDir, 'backups'), typedIn]) mkdirSync(each, { recursive: true })
  const listed = join(dataDir, 'backups', 'a.spbackup')
  const here = join(typedIn, 'a.spbackup')
  writeFileSync(listed, '')
  const find = (file: string) => findBackup(file, { dataDir, env: { INIT_CWD: typedIn } })
  expect(find('a.spbackup')).toBe(listed)
  expect(find(listed)).toBe(listed)
  // Named by a path, or lying nowhere: the error says where it was looked for.
  expect(find('./a.spbackup')).toBe(here)
  expect(find('b.spbackup')).toBe(join(typedIn, 'b.spbackup'))
  writeFileSync(here, '')
  expect(find('a.spbackup')).toBe(here)
})
