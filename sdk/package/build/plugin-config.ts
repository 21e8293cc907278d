import react from '@vitejs/plugin-react'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'
import { checkedImports } from './checked-imports.ts'
import { contractTable } from './contract-table.ts'
import { joinedEntries } from './plugin-entries.ts'
import { pluginStyles } from './plugin-styles.ts'
import { resourcePages } from './resource-pages.ts'
import { sharedSpecifiers } from './shared-specifiers.ts'
import { zodJitless } from './zod-jitless.ts'

/** Timings of the bundler look like warnings, and an author cannot act on them. */
const checks = { bundlerTimings: false }

interface PluginBuild {
  readonly id: string
  readonly folder: string
  readonly outDir: string
  /** The checkout that the plugin is built in, for the contracts of built-ins. */
  readonly root: string
  readonly sourceMaps?: boolean | undefined
}

const common = ({ folder, outDir }: PluginBuild): InlineConfig => ({
  root: folder,
  configFile: false,
  mode: 'production',
  logLevel: 'warn',
  publicDir: false,
  build: { outDir, emptyOutDir: false, reportCompressedSize: false },
})

/** Plain drawings, which may come in a copy: a page carries those it draws. */
const carried = ['@spawnpoint/sdk/ui/icons']
/** Other parts of the SDK come from the shell: a second copy would have no host. */
const sharedSdkOnly = (): Plugin => ({
  name: 'spawnpoint:shared-sdk-only',
  enforce: 'pre',
  resolveId(source) {
    if (source.startsWith('@spawnpoint/sdk/') && ![...sharedSpecifiers, ...carried].includes(source))
      this.error(
        `'${source}' is not for the browser module of a run-time plugin: the shell shares ${sharedSpecifiers.join(', ')}; ${carried.join(', ')} may come along.`,
      )
    return null
  },
})

/** A plugin names its own contract as others do, wherever its folder lies. */
const ownContract = ({ id, folder }: PluginBuild): Plugin => ({
  name: 'spawnpoint:own-contract',
  enforce: 'pre',
  resolveId: (source) => {
    const own = `@spawnpoint/contracts/${id}`
    if (source === own) return join(folder, 'contract/index.ts')
    return source === `${own}/schemas` ? join(folder, 'contract/schemas.ts') : null
  },
})

/** The browser module: an app-mode build, since a library build would inline its assets and skip its hashes. */
export const pluginBrowserConfig = (
  options: PluginBuild & { readonly modules: Readonly<Record<string, string>> },
): InlineConfig => {
  const base = common(options)
  return {
    ...base,
    base: './',
    plugins: [
      joinedEntries(),
      sharedSdkOnly(),
      resourcePages(),
      zodJitless(),
      contractTable({ root: options.root, plugin: options }),
      react(),
      pluginStyles(options.id),
      checkedImports({ folder: options.folder, half: 'browser' }),
    ],
    build: {
      ...base.build,
      assetsDir: 'browser',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        checks,
        input: Object.fromEntries(
          Object.entries(options.modules).map(([name, file]) => [name, join(options.folder, file)]),
        ),
        external: [...sharedSpecifiers],
        preserveEntrySignatures: 'strict',
        output: {
          format: 'es',
          entryFileNames: 'browser/[name]-[hash].js',
          chunkFileNames: 'browser/[name]-[hash].js',
          assetFileNames: 'browser/[name]-[hash][extname]',
        },
      },
    },
  }
}

/** The file itself: a package is unpacked somewhere else than where it was built. */
const fileOfSource = (source: string, map: string) => pathToFileURL(resolve(dirname(map), source)).href

/** The server module in one file, which runs wherever the package is put. */
export const pluginServerConfig = (options: PluginBuild & { readonly server: string }): InlineConfig => {
  const base = common(options)
  return {
    ...base,
    plugins: [ownContract(options), checkedImports({ folder: options.folder, half: 'server' })],
    ssr: { noExternal: true },
    build: {
      ...base.build,
      ssr: true,
      target: 'node24',
      minify: false,
      sourcemap: options.sourceMaps ? 'inline' : false,
      rolldownOptions: {
        checks,
        input: { index: join(options.folder, options.server) },
        output: {
          format: 'es',
          entryFileNames: 'server/[name].js',
          codeSplitting: false,
          sourcemapPathTransform: fileOfSource,
        },
      },
    },
  }
}
