import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createFixtureProject, smallShell } from '../../sdk/testing/fixture-project.ts'
import { outFolder } from './out-folder.ts'
import { hashFile, hashSources } from './source-hash.ts'

const wave = (text: string) => ({
  'plugins/wave/manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/common'
export default defineManifest({ id: 'wave', version: '1.0.0', title: 'Wave', description: 'A fixture', modules: { page: 'browser/page.tsx' },
  contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'Wave' }] } })
`,
  'plugins/wave/browser/page.tsx': `export default function WavePage() { return <p>${text}</p> }\n`,
  'plugins/wave/locales/en.yml': 'wave:\n  title: Wave\n',
})

const project = createFixtureProject({
  ...smallShell,
  ...wave('Hi'),
  'plugins/installed/dist/manifest.json': '{}',
})
const built = join(project.root, 'plugins/wave/dist/manifest.json')
/** Builds all but the dashboard, which takes its time: that is built already. */
function build(...flags: string[]) {
  const dist = join(project.root, outFolder)
  mkdirSync(dist, { recursive: true })
  writeFileSync(hashFile(dist), hashSources(project.root))
  return project.run('kernel/cli/build.ts', project.root, ...flags)
}
afterAll(project.remove)

it('builds the plugins that hold sources, and again only when these changed', () => {
  expect(build().text).toMatch(/Built the plugins wave in/)
  const first = statSync(built).mtimeMs
  expect(build().text).not.toMatch(/Built the plugins/)
  expect(statSync(built).mtimeMs).toBe(first)
  project.write(wave('Hello'))
  expect(build().text).toMatch(/Built the plugins wave in/)
})

it('names a plugin that does not build, leaves it out, and fails unless a start asks', () => {
  rmSync(join(project.root, 'plugins/wave/locales'), { recursive: true })
  const { status, text } = build()
  expect(text).toMatch(/The plugin wave could not be built and is left out: /)
  expect([status, existsSync(built)]).toEqual([1, false])
  expect(build('--for-start').status).toBe(0)
})
