// @vitest-environment jsdom
import { afterAll, expect, it } from 'vitest'
import { createFixtureProject } from '../fixture-project.ts'
import { testPluginContract } from '../index.ts'

const leaky = createFixtureProject({
  'manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'leaky', version: '1.0.0', title: 'Leaky', description: 'A fixture', server: 'server/index.ts',
  capabilities: ['server.http'], modules: { page: 'browser/page.tsx', broken: 'browser/broken.tsx', quiet: 'browser/quiet.tsx' },
  contributes: { routes: [{ id: 'leaky', path: '/p/leaky', area: 'user', module: 'page', title: 'Leaky' },
    { id: 'broken', path: '/p/leaky/broken', area: 'user', module: 'broken', title: 'Broken' }],
    slots: [{ slot: 'dashboard.before', module: 'quiet' }] } })
`,
  'browser/page.tsx': `
import { useEffect } from 'react'
import './page.css'
export default function LeakyPage() {
  useEffect(() => {
    setInterval(() => undefined, 60_000)
    clearInterval(setInterval(() => undefined, 60_000))
    window.addEventListener('resize', () => undefined)
    const heard = () => undefined
    document.addEventListener('click', heard)
    document.removeEventListener('click', heard)
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }))
    globalThis.leakyGlobal = true
  }, [])
  return <p>I leak</p>
}
`,
  'browser/page.css': '.leaky { color: green }',
  'browser/broken.tsx': `export default function Broken() { throw new Error('broken on purpose') }`,
  'browser/quiet.tsx': `export default function Quiet() { return null }`,
  'server/index.ts': `
import { definePluginServer } from '@spawnpoint/sdk/server'
import manifest from '../manifest.ts'
export default definePluginServer(manifest, { setup() {
  setInterval(() => undefined, 60_000)
  process.on('SIGUSR2', () => undefined)
} })
`,
  'locales/en.yml': 'leaky:\n  title: Leaky\n',
})
afterAll(leaky.remove)

it('[TOOL10] names what fails and what is left behind, and nothing that was undone', async () => {
  const { visited, left } = await testPluginContract({ folder: leaky.root })
  expect(visited).toEqual([
    { kind: 'page', name: '/p/leaky', problem: null },
    { kind: 'page', name: '/p/leaky/broken', problem: 'Error: broken on purpose' },
    { kind: 'slot', name: 'dashboard.before', problem: null },
  ])
  expect(left.toSorted()).toEqual([
    'global: leakyGlobal',
    'listener: on the server’s process',
    'listener: resize on window',
    'style: <style>p { color: red }</style>',
    'timer: setInterval',
    'timer: setInterval on the server',
  ])
})
