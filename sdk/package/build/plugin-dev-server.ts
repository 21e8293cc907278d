import react from '@vitejs/plugin-react'
import type { Manifest } from '@spawnpoint/sdk/common'
import { createServer as createProbe } from 'node:net'
import { join } from 'node:path'
import { createServer, normalizePath, type Plugin, type ViteDevServer } from 'vite'
import { checkedImports } from './checked-imports.ts'
import { contractTable } from './contract-table.ts'
import { PLUGIN_DEV_PATH } from '../dev-endpoint.ts'
import { joinedEntries } from './plugin-entries.ts'
import { fileOfModule, resourcePages } from './resource-pages.ts'
import { sharedModuleTable, sharedSpecifiers } from './shared-specifiers.ts'

const refreshPath = '/@react-refresh'
const sharedPath = (specifier: string) => `/@shared/${encodeURIComponent(specifier)}.js`

/** Passes on a module of the shell's server under its own address, so that the page has it once. */
function signTo(path: string): string | null {
  if (path === refreshPath) return `export * from ${JSON.stringify(refreshPath)}\n`
  const specifier = sharedSpecifiers.find((each) => sharedPath(each) === path)
  if (specifier === undefined) return null
  const address = JSON.stringify(path)
  const isCommonJs = sharedModuleTable[specifier]?.kind === 'commonjs'
  return `export * from ${address}\n${isCommonJs ? `export { default } from ${address}\n` : ''}`
}

/**
 * React, the SDK and the runtime of Fast Refresh come from the shell's server: with a runtime of its own, an update would
 * arrive and change nothing. By path, since the page's origin is the only one that they all share.
 */
const takenFromShell = (base: string): Plugin => ({
  name: 'spawnpoint:taken-from-shell',
  enforce: 'pre',
  resolveId: (source) =>
    sharedSpecifiers.includes(source) ? { id: sharedPath(source), external: true } : null,
  // Vite prepares every import before it is asked for, external ones too, and would report these as missing.
  load: (id) => (sharedSpecifiers.some((each) => sharedPath(each) === id) ? 'export {}\n' : null),
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const path = (request.url ?? '').replace(/\?.*$/, '').replace(base, '/')
      const sign = signTo(path)
      if (sign === null) return next()
      response.setHeader('content-type', 'text/javascript')
      response.end(sign)
    })
  },
})

/** A port nobody listens on at this moment; the page has to know it before the server starts. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createProbe()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export interface PluginDevOptions {
  readonly manifest: Manifest
  readonly folder: string
  /** Where contracts of built-ins are found. */
  readonly root: string
}

export interface PluginDevServer {
  readonly address: string
  readonly vite: ViteDevServer
}

/** Serves a plugin's browser module from its sources, for pages of the shell, with Fast Refresh. */
export async function startPluginDevServer(options: PluginDevOptions): Promise<PluginDevServer> {
  const { manifest, folder, root } = options
  const port = await freePort()
  const base = `${PLUGIN_DEV_PATH}${manifest.id}/`
  const vite = await createServer({
    root: folder,
    base,
    configFile: false,
    appType: 'custom',
    publicDir: false,
    // A separate cache: with a shared one the optimizer answers 504.
    cacheDir: join(folder, '.cache/vite'),
    plugins: [
      joinedEntries(),
      takenFromShell(base),
      resourcePages(),
      contractTable({ root, plugin: { id: manifest.id, folder } }),
      react(),
      checkedImports({ folder, half: 'browser' }),
    ],
    optimizeDeps: {
      entries: Object.values(manifest.modules).map(fileOfModule),
      exclude: [...sharedSpecifiers],
      // The page's import map resolves these imports of dependencies.
      rolldownOptions: { external: [...sharedSpecifiers] },
    },
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // Past the shell, whose server passes on modules and no sockets.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      watch: { ignored: ['dist/**', '.cache/**', '*.zip'].map((each) => normalizePath(join(folder, each))) },
    },
  })
  await vite.listen()
  return { address: `http://127.0.0.1:${port}`, vite }
}
