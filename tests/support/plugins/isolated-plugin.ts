import type { ManifestInput } from '@spawnpoint/sdk/common'
import { join } from 'node:path'
import { ROOT } from '../../../kernel/server/version.ts'
import type { createPluginsFolder } from './write-plugin.ts'

/** Where a plugin's server module runs: each test of what both promise runs in both. */
export const modes = ['process', 'worker'] as const

export type Mode = (typeof modes)[number]

const header = `
import { defineEndpoint, defineEvent, defineService, FORM_DATA, uploadedFile } from '@spawnpoint/sdk/common'
import { answer, defineJob, definePluginServer, listen } from '@spawnpoint/sdk/server'
import { z } from 'zod'
const ok = z.looseObject({})
const post = (path, more = {}) =>
  defineEndpoint({ method: 'POST', path, summary: path, access: { public: 'test' }, reply: ok, ...more })
const [endpoints, jobs, listeners] = [[], [], []]
`

export interface IsolatedPlugin {
  readonly id: string
  readonly mode: Mode
  readonly capabilities?: ManifestInput['capabilities']
  /** Code of the module: pushes values to `endpoints`, `jobs` and `listeners`. `post(path)` declares a public endpoint. */
  readonly module?: string
  /** The body of `setup(context)`. */
  readonly setup?: string
  readonly manifest?: Partial<ManifestInput>
  readonly files?: Readonly<Record<string, string>>
}

/** Writes a run-time plugin, on from the start, whose server module is made by `definePluginServer`. */
export function writeIsolatedPlugin(plugins: ReturnType<typeof createPluginsFolder>, plugin: IsolatedPlugin) {
  const {
    id,
    mode,
    capabilities = ['server.http'],
    setup = '',
    module = '',
    manifest = {},
    files = {},
  } = plugin
  plugins.write(
    {
      id,
      version: '1.0.0',
      title: id,
      description: id,
      defaultEnabled: true,
      capabilities,
      isolation: { server: mode },
      ...manifest,
    },
    `${header}
const manifest = { capabilities: ${JSON.stringify(capabilities)} }
${module}
export default definePluginServer(manifest, { endpoints, jobs, listeners, async setup(context) {
${setup}
} })`,
    files,
  )
}

export const rootsWith = (plugins: ReturnType<typeof createPluginsFolder>) => ({
  builtin: join(ROOT, 'builtin'),
  plugins: plugins.folder,
  locales: join(ROOT, 'locales'),
})
