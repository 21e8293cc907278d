// @ts-check
// Loaded before the server's modules. For each module that imports drizzle-orm or belongs to it, Node reads that
// package's package.json of 180 KB again: half of the time that a start takes. Here each is looked up once.
import { registerHooks } from 'node:module'

const inOwnCode = [new URL('../', import.meta.url).href, new URL('../../builtin/', import.meta.url).href]
const inDrizzle = new URL('../../node_modules/drizzle-orm/', import.meta.url).href

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const found = new Map()

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context
    // All of its modules are ES modules, which import each other by their file names.
    if (parentURL.startsWith(inDrizzle) && /^\.\.?\/.*\.js$/.test(specifier))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm($|\/)/.test(specifier) || !inOwnCode.some((folder) => parentURL.startsWith(folder)))
      return next(specifier, context)
    const known = found.get(specifier) ?? next(specifier, context)
    found.set(specifier, known)
    return { ...known, shortCircuit: true }
  },
})
