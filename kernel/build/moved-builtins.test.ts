import { lstatSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { builtinFolders } from './read-builtins.ts'
import { createFixtureProject } from '../../sdk/testing/fixture-project.ts'
import { linkMovedBuiltins } from './moved-builtins.ts'

const manifest = `import { defineBuiltin } from '@spawnpoint/sdk/common'\nexport default defineBuiltin({ id: 'store' })`
const project = createFixtureProject({
  'builtin/coins/manifest.ts': manifest,
  'plugins/store/manifest.ts': manifest,
  'plugins/store/contract/index.ts': 'contract of the store',
  'plugins/foreign/manifest.ts': 'export default definePlugin({})',
  'plugins/README.md': '',
})
afterEach(() => project.remove())

it('[KRN9] leaves a link where a built-in was that lies in plugins, and takes it away with the folder', () => {
  const at = (path: string) => join(project.root, path)
  for (const _time of [1, 2]) linkMovedBuiltins(project.root)
  expect(readFileSync(at('builtin/store/contract/index.ts'), 'utf8')).toBe('contract of the store')
  expect(builtinFolders(project.root)).toEqual(['coins'])
  expect(lstatSync(at('builtin/foreign'), { throwIfNoEntry: false })).toBeUndefined()
  renameSync(at('plugins/store'), at('moved-back'))
  linkMovedBuiltins(project.root)
  expect(lstatSync(at('builtin/store'), { throwIfNoEntry: false })).toBeUndefined()
  rmSync(at('plugins'), { recursive: true })
  linkMovedBuiltins(project.root)
})
