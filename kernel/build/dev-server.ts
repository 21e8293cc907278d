import { join } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { linkMovedBuiltins } from './moved-builtins.ts'
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
  plugins = [],
  hosts = [],
}: {
  readonly root: string
  readonly updatesPort?: number
  /** Beside those of the shell. */
  readonly plugins?: readonly Plugin[]
  /** Names under which the page is opened, beside those of this machine. */
  readonly hosts?: readonly string[]
}): Promise<ViteDevServer> => {
  linkMovedBuiltins(root)
  const config = shellConfig({ root })
  return createServer({
    ...config,
    plugins: [...plugins, config.plugins],
    configFile: false,
    appType: 'custom',
    optimizeDeps: { include: prepared },
    server: {
      middlewareMode: true,
      host: '127.0.0.1',
      allowedHosts: [...hosts],
      hmr: { protocol: 'ws', host: '127.0.0.1', port: updatesPort },
      watch: {
        ignored: ['.data', '.cache', 'dist', 'plugins/*/dist'].map((folder) => `${join(root, folder)}/**`),
      },
    },
  })
}
