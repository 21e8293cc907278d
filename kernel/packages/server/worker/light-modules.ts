import { enableCompileCache, registerHooks } from 'node:module'

const DATABASE = new URL('../../../../sdk/server/database.ts', import.meta.url).href
const APART = new URL('./identity-apart.ts', import.meta.url).href

/**
 * Before anything else is loaded in a worker: code that the product has compiled is not compiled again, and the query
 * builder, 300 modules for the one table that the sdk has, is loaded by those who use that table.
 */
export function lightenModules(compileCache: string | null): void {
  if (compileCache !== null) enableCompileCache(compileCache)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'drizzle-orm/pg-core' && context.parentURL === DATABASE
        ? { url: APART, shortCircuit: true }
        : next(specifier, context),
  })
}
