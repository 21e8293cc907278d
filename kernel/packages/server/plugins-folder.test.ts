import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ConfigurationError } from '../../server/configuration-error.ts'
import { findPluginsDirWarning } from './plugins-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'spawnpoint-plugins-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has nothing to say about a folder, nor where none was named', () => {
  expect([findPluginsDirWarning(folder), findPluginsDirWarning(null)]).toEqual([null, null])
})

it('warns of a folder that is not there, whose plugins are then missing', () => {
  const gone = join(folder, 'gone')
  expect(findPluginsDirWarning(gone)).toBe(
    `Warning: there is no folder ${gone}, so none of the plugins in it are loaded. Check PLUGINS_DIR, or make the folder.`,
  )
})

it('refuses in one sentence what is no folder', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => findPluginsDirWarning(file)).toThrow(ConfigurationError)
  expect(() => findPluginsDirWarning(file)).toThrow(
    `PLUGINS_DIR is not usable: ${file} cannot be read as a folder (ENOTDIR); give a folder with one built plugin a folder.`,
  )
})
