import { afterAll } from 'vitest'
import { createFixtureProject } from '../../testing/fixture-project.ts'
import type { NamesSince } from '../../package/build/names-since.ts'
import { checkPlugin } from './check-plugin.ts'

export type Files = Readonly<Record<string, string>>

export const manifest = (more = '', base = '') => `
import { defineManifest } from '@spawnpoint/sdk/manifest'
export default defineManifest({ ...{ id: 'wave', version: '1.0.0', title: '%title%', description: 'A fixture', license: 'MIT',
  modules: { page: 'browser/page.tsx' }, locales: ['en'], ${base}
  contributes: { routes: [{ id: 'wave', path: '/p/wave', area: 'user', module: 'page', title: '%title%' }] } }, ${more} })
`
const good: Files = {
  'manifest.ts': manifest(),
  'browser/page.tsx': `
import { useT } from '@spawnpoint/sdk'
export default function WavePage() { return <p>{useT()('title')}</p> }
`,
  'locales/en.yml': 'wave:\n  title: Wave\n',
}
export const page = (code: string) => ({ 'browser/page.tsx': `${code}\nexport default () => null\n` })
export const serverModule = (code: string, capabilities = '[]') => ({
  'manifest.ts': manifest(`server: 'server/index.ts', capabilities: ${capabilities}`),
  'server/index.ts': code,
})

const projects: (() => void)[] = []
afterAll(() => {
  for (const remove of projects) remove()
})

/** The folder of the plugin with the given changes. */
export function createWavePlugin(files: Files): string {
  const project = createFixtureProject({ ...good, ...files })
  projects.push(project.remove)
  return project.root
}

/** Runs check on the plugin with the given changes. */
export const findingsOf = async (files: Files, build = false, since?: NamesSince) =>
  checkPlugin(createWavePlugin(files), { build, ...(since ? { since } : {}) })
