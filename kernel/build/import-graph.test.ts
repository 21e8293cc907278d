import { expect, it } from 'vitest'
import { assignChunks } from './chunk-groups.ts'
import { createImportGraph } from './import-graph.ts'

const kit = '/sdk/kit.ts'

async function createGraph(files: Readonly<Record<string, string>>) {
  const graph = createImportGraph({ isPackage: () => false })
  for (const [id, code] of Object.entries(files))
    await graph.add(id, code, async (request) => (request === 'kit' ? kit : null))
  return graph
}

const files = {
  '/page.ts': `import './main.ts'`,
  '/main.ts': `import { button } from 'kit'\nimport { other } from './other.ts'\nimport('./lazy.ts')`,
  '/other.ts': `export const other = 1`,
  '/lazy.ts': `export const lazy = 1`,
  [kit]: `export { button } from './button.ts'\nexport { table as list } from './table.ts'`,
  '/sdk/button.ts': `import { icon } from './icon.ts'\nexport const button = icon`,
  '/sdk/icon.ts': `export const icon = 1`,
  '/sdk/table.ts': `export const table = 1`,
  '/builtin/gate/login.ts': `import { form } from './form.ts'\nimport { key } from './key.ts'\nimport { button, list } from 'kit'`,
  '/builtin/gate/form.ts': `export const form = 1`,
  '/builtin/gate/key.ts': `export const key = 1`,
  '/builtin/bar/menus.ts': `import { entry } from './entry.ts'\nimport { key } from '../gate/key.ts'`,
  '/builtin/bar/entry.ts': `export const entry = 1`,
  '/home.ts': `import * as all from 'kit'\nimport { frame } from './frame.ts'`,
  '/frame.ts': `export const frame = 1`,
}

it('follows a name that a file passes on to where it is written, and no other of that file', async () => {
  const graph = await createGraph(files)
  expect([...graph.reach(['/main.ts'])]).toEqual(['/main.ts', '/sdk/button.ts', '/sdk/icon.ts', '/other.ts'])
})

it('follows every name where a whole file is asked for, and nothing that is imported on need', async () => {
  const graph = await createGraph(files)
  const reached = graph.reach(['/home.ts'])
  expect(reached).toContain('/sdk/table.ts')
  expect(graph.reach(['/main.ts'])).not.toContain('/lazy.ts')
})

it('gives the log-in page a start without the rest of the kit, and leaves what is loaded by itself alone', async () => {
  const chunks = assignChunks(await createGraph(files), {
    entry: ['/page.ts', '/main.ts'],
    guestPages: ['/builtin/gate/login.ts'],
    firstView: '/first-view.ts',
    frameParts: ['/builtin/bar/menus.ts'],
    memberPages: ['/home.ts'],
    isPlugin: (id) => id.startsWith('/builtin/'),
  })
  expect(Object.fromEntries(chunks)).toMatchObject({
    '/sdk/button.ts': 'kernel',
    '/sdk/table.ts': 'kernel',
    '/builtin/gate/form.ts': 'login',
    // With the menu's part alone, the chunk of the log-in page would be loaded for it.
    '/builtin/gate/key.ts': 'kernel',
    '/frame.ts': 'frame',
    '/builtin/bar/menus.ts': 'frame',
    '/builtin/bar/entry.ts': 'frame',
  })
  expect([...chunks.keys()]).not.toContain('/main.ts')
  expect(chunks.get('/builtin/gate/login.ts')).toBe('login')
})
