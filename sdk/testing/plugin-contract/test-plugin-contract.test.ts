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

const booting = createFixtureProject({
  'manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ id: 'booting', version: '1.0.0', title: 'Booting', description: 'A fixture', boot: 'boot',
  capabilities: ['hooks.register', 'hooks.session', 'hooks.access-check'],
  modules: { boot: 'browser/boot.ts', page: 'browser/page.tsx' },
  registers: { routes: [{ path: '/p/booting/*', title: 'Added' }], debugTabs: [{ id: 'session', title: 'Session' }] } })
`,
  'browser/boot.ts': `
import type { HookBus } from '@spawnpoint/sdk'
export default function boot(hooks: HookBus) {
  hooks.on('registerRoutes', (routes) => routes.add({ id: 'added', path: '/p/booting/added', area: 'user', module: 'page', title: 'Added' }))
  hooks.on('registerDebugTab', (tabs) => tabs.add({ id: 'session', title: 'Session', module: 'page' }))
  hooks.on('beforeAccessCheck', () => { throw new Error('no rule') })
  hooks.on('afterSession', () => undefined)
}
`,
  'browser/page.tsx': `export default function Page() { return <p>Added</p> }`,
  'locales/en.yml': 'booting:\n  title: Booting\n',
})
afterAll(booting.remove)

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

it('[TOOL51] runs boot code, names what it throws and draws what it adds', async () => {
  const { visited, left } = await testPluginContract({ folder: booting.root })
  expect(visited).toEqual([
    { kind: 'boot', name: 'boot', problem: 'Error: no rule' },
    { kind: 'page', name: '/p/booting/added', problem: null },
    { kind: 'debug-tab', name: 'session', problem: null },
  ])
  expect(left).toEqual([])
})
