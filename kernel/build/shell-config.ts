import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import type { Plugin, UserConfig } from 'vite'
import { PAGE_MARKS } from '../common/plan.ts'
import { builtinModules } from './builtin-modules.ts'
import { chunkGroups } from './chunk-groups.ts'
import { contractTable } from '../../sdk/package/build/contract-table.ts'
import { frameEntry } from './frame-document.ts'
import { localeChunks } from './locale-chunks.ts'
import { outFolder } from './out-folder.ts'
import { pageParts } from './page-parts.ts'
import { precompress } from '../../sdk/package/build/precompress.ts'
import { resourcePages } from '../../sdk/package/build/resource-pages.ts'
import { sdkFacadeModules } from './sdk-facades.ts'
import { sharedModules } from './shared-modules.ts'
import { tapableWithoutEval } from './tapable-without-eval.ts'
import { zodJitless } from '../../sdk/package/build/zod-jitless.ts'

const productionRouter = join(
  import.meta.dirname,
  '../../node_modules/react-router/dist/production/index.mjs',
)

const compressed = (): Plugin => ({
  name: 'spawnpoint:precompress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    async handler({ dir }, bundle) {
      if (dir !== undefined)
        await precompress(
          dir,
          Object.keys(bundle).filter((file) => file.startsWith('assets/')),
        )
    },
  },
})

/**
 * The page preloads what it starts with, and its first route. Lists of what each lazy chunk imports would be a fifth of
 * the entry.
 */
const keepForPage = (_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'html' ? files : []

/** The shell as Vite builds and serves it. */
export const shellConfig = ({ root }: { readonly root: string }): UserConfig => ({
  root,
  publicDir: false,
  cacheDir: join(root, '.cache/vite'),
  // The server puts a fresh nonce in its place.
  html: { cspNonce: PAGE_MARKS.nonce },
  plugins: [
    zodJitless(),
    tapableWithoutEval(),
    resourcePages(),
    contractTable({ root, isSplit: true }),
    sharedModules(),
    sdkFacadeModules({ root }),
    frameEntry({ root }),
    builtinModules({ root }),
    chunkGroups({ root }),
    localeChunks({ root }),
    tailwindcss(),
    react(),
    pageParts({ root }),
    compressed(),
  ],
  resolve: {
    // Its package names only the development build; the production one has the warnings taken out.
    alias: [{ find: /^react-router$/, replacement: productionRouter }],
  },
  build: {
    outDir: outFolder,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: keepForPage },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // Timings of the bundler look like warnings on a busy machine.
      checks: { bundlerTimings: false },
      input: { index: join(root, 'index.html') },
    },
  },
})
