import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ROOT } from '../../../server/version.ts'
import { kernelMigrations } from '../../kernel-tables.ts'
import { listMigrations } from './list-migrations.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'spawnpoint-migrations-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('knows the kernel, what is on disk, and each version of a package that lies in the data folder', async () => {
  const versions = ['a'.repeat(8), 'b'.repeat(8)].map((hash) => join(dataDir, 'packages', 'guest-book', hash))
  for (const folder of versions) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'manifest.json'), '{ "id": "guest-book", "migrations": "server/migrations" }')
  }
  const sets = await listMigrations(ROOT, dataDir)
  expect(sets[0]).toEqual(kernelMigrations())
  expect(sets.length).toBeGreaterThan(10)
  const ofPackage = sets.filter(({ id }) => id === 'guest-book').map(({ folder }) => folder)
  expect(ofPackage.sort()).toEqual(versions.map((folder) => join(folder, 'server/migrations')))
})
