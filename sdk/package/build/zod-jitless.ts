import type { Plugin } from 'vite'

const id = '\0zod-jitless'
const compiler = 'const F = Function;'
const refusal = 'const F = class { constructor() { throw new Error("E_NO_COMPILER") } };'

/**
 * zod compiles schemas with `new Function` where it may; under our policy the mere attempt is reported.
 * Importers of zod get this module, which sets `jitless` before the first schema is created; the compiler itself
 * is left out, so that a plugin that carries zod holds nothing that the policy would refuse.
 */
export function zodJitless(): Plugin {
  return {
    name: 'spawnpoint:zod-jitless',
    enforce: 'pre',
    resolveId: (source, importer) => (source === 'zod' && importer !== id ? id : null),
    load: (source) =>
      source === id
        ? {
            code: "import { config } from 'zod'\nconfig({ jitless: true })\nexport * from 'zod'\nexport { default } from 'zod'\n",
            moduleSideEffects: true,
          }
        : null,
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](doc|util)\.js$/, code: compiler },
      handler: (code) => ({ code: code.replace(compiler, refusal), map: null }),
    },
  }
}
