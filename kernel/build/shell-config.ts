import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import type { Plugin, UserConfig } from 'vite'
import { PAGE_MARKS } from '../common/plan.ts'
import { builtinModules } from './builtin-modules.ts'
import { contractTable } from './contract-table.ts'
import { localeChunks } from './locale-chunks.ts'
import { pageParts } from './page-parts.ts'
import { precompress } from './precompress.ts'
import { sharedModules } from './shared-modules.ts'
import { tapableWithoutEval } from './tapable-without-eval.ts'
import { zodJitless } from './zod-jitless.ts'

export const outFolder = 'dist'

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

/** The façades would cut the libraries of every page into crumbs, which cost requests and compress badly. */
const groups = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|i18next|tapable)[\\/]/,
  },
]

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
    contractTable({ root }),
    sharedModules(),
    builtinModules({ root }),
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
      input: { index: join(root, 'index.html') },
      output: { codeSplitting: { groups } },
    },
  },
})
