import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifestSchema, type Manifest } from '@spawnpoint/sdk/common'
import { createFixtureProject } from '../../testing/fixture-project.ts'

const plugin = {
  'manifest.ts': `
import { defineManifest } from '@spawnpoint/sdk/common'
export default defineManifest({ id: 'wave', version: '1.0.0', title: 'Wave', description: 'A fixture', modules: { page: 'browser/page.tsx' },
  contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: 'Wave' }] }, server: 'server/index.ts' })
`,
  'contract/index.ts': `
import { defineEndpoint } from '@spawnpoint/sdk/common'
import { z } from 'zod'
export const wave = defineEndpoint({ method: 'GET', path: '/api/wave/wave', access: { user: true }, summary: 's', reply: z.object({}) })
`,
  'browser/page.css': '.wave { color: red }',
  'browser/page.tsx': `
import { useT } from '@spawnpoint/sdk/browser'
import { Page } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { wave } from '../contract/index.ts'
import './page.css'
export default function WavePage() { const [n] = useState(wave.path); return <Page title={useT()('title')}>{n}</Page> }
`,
  'server/index.ts': `
import { answer, definePluginServer } from '@spawnpoint/sdk/server'
import { wave } from '../contract/index.ts'
export default definePluginServer({ capabilities: ['server.http'] }, { endpoints: [answer(wave, { capabilities: ['server.http'] }, async () => ({}))] })
`,
  'locales/en.yml': 'wave:\n  title: Wave\n',
}

describe('a run-time plugin', () => {
  const project = createFixtureProject(plugin)
  const dist = join(project.root, 'dist')
  let manifest: Manifest

  beforeAll(() => {
    const { status, text } = project.run('sdk/cli/main.ts', 'build', project.root)
    if (status !== 0) throw new Error(text)
    manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  })
  afterAll(project.remove)

  it('comes with a valid manifest and the hash of every file', () => {
    expect(manifestSchema.safeParse(manifest).error).toBeUndefined()
    for (const [file, { sha384, bytes }] of Object.entries(manifest.files ?? {})) {
      const content = readFileSync(join(dist, file))
      expect(content).toHaveLength(bytes)
      expect(createHash('sha384').update(content).digest('base64')).toBe(sha384)
    }
  })

  it('takes React and the SDK from the shell, brings its stylesheet and no zod', () => {
    const page = readFileSync(join(dist, manifest.modules['page'] ?? ''), 'utf8')
    expect(page).toMatch(/from ?["']react\/jsx-runtime["']/)
    expect(page).toMatch(/from ?["']@spawnpoint\/sdk\/ui["']/)
    expect(page).toMatch(/\.\/page-[\w-]+\.css/)
    expect(page).toContain('/api/wave/wave')
    expect(page).not.toContain('_zod')
  })

  it('has a server module that runs by itself', async () => {
    const module = await import(/* @vite-ignore */ pathToFileURL(join(dist, manifest.server ?? '')).href)
    expect(module.default.kind).toBe('plugin-server')
  })
})

describe('a plugin with a form', () => {
  it('brings zod without its compiler, which the policy would refuse', () => {
    const form = createFixtureProject({
      ...plugin,
      'contract/schemas.ts': `import { z } from 'zod'\nexport const body = z.strictObject({ name: z.string() })\n`,
      'browser/page.tsx': `
import { body } from '@spawnpoint/contracts/wave/schemas'
import { useFields } from '@spawnpoint/sdk/ui'
import { Bell } from '@spawnpoint/sdk/ui/icons'
export default function WavePage() { useFields({ initial: { name: '' }, validate: (values) => (body.safeParse(values).success ? {} : { name: 'Too short' }), submit: () => undefined }); return <Bell /> }
`,
    })
    const { status, text } = form.run('sdk/cli/main.ts', 'build', form.root)
    form.remove()
    expect(text).toMatch(/Built wave/)
    expect(status).toBe(0)
  })
})

describe('a plugin that the shell could not run', () => {
  const failing = (page: string) => {
    const broken = createFixtureProject({ ...plugin, 'browser/page.tsx': page })
    const { status, text } = broken.run('sdk/cli/main.ts', 'build', broken.root)
    broken.remove()
    expect(status).toBe(1)
    return text
  }

  it.each([
    ['code made of text', `export default () => new Function('return 1')()`, /uses eval or new Function/],
    ['eval', `export default () => eval('1')`, /uses eval or new Function/],
    [
      'a second React',
      `import * as server from 'react-dom/server.browser'\nexport default () => server.renderToString(null)`,
      /has a React of its own/,
    ],
    [
      'an SDK entry that is not shared',
      `import { Clock } from '@spawnpoint/sdk/server'\nexport default () => Clock.id`,
      /not for the browser module/,
    ],
  ])('is refused for %s', (_what, page, message) => {
    expect(failing(page)).toMatch(message)
  })
})
