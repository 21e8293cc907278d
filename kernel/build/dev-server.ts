import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { shellConfig } from './shell-config.ts'

/** Prepared at the start: found later, each of them costs a reload of the page. */
const prepared = [
  'react',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router-dom',
  'i18next',
  'zod',
  '@tanstack/react-query',
  'lucide-react',
]

/**
 * Vite as a guest in our own HTTP server. Its web socket has a port of its own: upgrades that come to ours
 * belong to the plugins.
 */
export const createDevServer = ({
  root,
  updatesPort = 24_678,
}: {
  readonly root: string
  readonly updatesPort?: number
}): Promise<ViteDevServer> =>
  createServer({
    ...shellConfig({ root }),
    configFile: false,
    appType: 'custom',
    optimizeDeps: { include: prepared },
    server: {
      middlewareMode: true,
      host: '127.0.0.1',
      hmr: { host: '127.0.0.1', port: updatesPort },
      watch: {
        ignored: ['.data', '.cache', 'dist', 'plugins/*/dist'].map((folder) => `${join(root, folder)}/**`),
      },
    },
  })
