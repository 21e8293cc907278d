import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { createFixtureProject } from '../../testing/fixture-project.ts'
import { loadFresh } from './load-module.ts'
import { startPluginDevServer } from './plugin-dev-server.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

const page = (more: string) => `import { usePlugin, useT } from '@spawnpoint/sdk'
import { Button } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import manifest from '../manifest.ts'
${more}
export default function Page() {
  const [count, setCount] = useState(0)
  usePlugin(manifest)
  return <Button onClick={() => setCount(count + 1)}>{useT()('title')}</Button>
}
`

/** Serves a plugin with this page; answers errors that the server has printed once it has prepared every import. */
async function serve(more: string) {
  const project = createFixtureProject({
    'manifest.ts': `import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'wave', version: '1.0.0', title: 'Wave', description: 'A fixture', modules: { page: 'browser/page.tsx' },
  contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'Wave' }] } })
`,
    'browser/page.tsx': page(more),
  })
  undo.push(project.remove)
  const { default: written } = await loadFresh(join(project.root, 'manifest.ts'))
  // The schema has just said that it is one.
  const manifest = manifestSchema.parse(written) as Manifest
  const printed: string[] = []
  const spy = vi
    .spyOn(console, 'error')
    .mockImplementation((line: unknown) => void printed.push(stripVTControlCharacters(String(line))))
  undo.push(() => spy.mockRestore())
  const root = join(import.meta.dirname, '../../..')
  const { address, vite } = await startPluginDevServer({ manifest, folder: project.root, root })
  undo.push(() => vite.close())
  const answer = await fetch(`${address}${vite.config.base}browser/page.tsx`)
  const code = await answer.text()
  await vite.waitForRequestsIdle()
  return { printed, code, vite, address }
}

it('[TOOL6] reports no import of the SDK as missing while it serves a plugin', async () => {
  const { printed, code, address } = await serve('')
  expect(printed).toEqual([])
  const [, sdk = ''] = /from "([^"]*sdk%2Fui[^"]*)"/.exec(code) ?? []
  // The page takes it from the dashboard, by the path that they share.
  expect(sdk).toMatch(/^(\/@plugin-dev\/wave)?\/@shared\//)
  expect(await (await fetch(`${address}${sdk}`)).text()).toMatch(/^export \* from "\/@shared\//)
})

it('[TOOL6] reports an import of the plugin that is missing', async () => {
  const { printed } = await serve(`import './none.ts'`)
  expect(printed.join('\n')).toMatch(/Failed to resolve import "\.\/none\.ts" from "\S*browser\/page\.tsx"/)
})
