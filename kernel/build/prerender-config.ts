import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'
import { contractTable } from '../../sdk/package/build/contract-table.ts'

const drawing = 'virtual:draw'

/** A second, small build for Node of nothing but the first views. */
export const prerenderConfig = (options: {
  readonly root: string
  readonly outDir: string
  readonly code: string
}): InlineConfig => ({
  root: options.root,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [
    {
      name: 'spawnpoint:draw',
      resolveId: (id) => (id === drawing ? `\0${drawing}` : null),
      load: (id) => (id === `\0${drawing}` ? options.code : null),
    },
    contractTable({ root: options.root }),
    react(),
  ],
  ssr: { noExternal: [/^@spawnpoint\//] },
  build: {
    ssr: true,
    outDir: options.outDir,
    emptyOutDir: false,
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { draw: drawing },
      output: { entryFileNames: '[name].js' },
    },
  },
})
