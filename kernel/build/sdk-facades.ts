import { globSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath, type Plugin, type Rolldown } from 'vite'
import { chunksOf } from './page-bundle.ts'

const prefix = '\0sdk-facade:'

/**
 * Older major of the SDK → shared specifier → the module that speaks it. A plugin whose `engines.sdk` asks for that major
 * gets these in place of the current modules. A façade imports the current module and adapts its names: it may not make a
 * context or a store of its own, or the plugin would stand in another world than the page around it.
 */
export type SdkFacades = Readonly<Record<string, Readonly<Record<string, string>>>>

/** By convention `sdk/facades/<major>/<entry>.ts`, such as `sdk/facades/0/browser.ts`; none while a major is the first. */
export function findSdkFacades(root: string): SdkFacades {
  const facades: Record<string, Record<string, string>> = {}
  for (const file of globSync('sdk/facades/*/**/*.{ts,tsx}', { cwd: root })) {
    const [, major, entry] = /^sdk\/facades\/(\d+)\/(.+)\.tsx?$/.exec(normalizePath(file)) ?? []
    if (major !== undefined && entry !== undefined)
      facades[major] = { ...facades[major], [`@spawnpoint/sdk/${entry}`]: normalizePath(join(root, file)) }
  }
  return facades
}

const idOf = (major: string, specifier: string) => `${prefix}${major}:${specifier}`

const readId = (id: string | null): readonly [major: string, specifier: string] | null => {
  const [, major, specifier] = /^\0sdk-facade:(\d+):(.+)$/.exec(id ?? '') ?? []
  return major !== undefined && specifier !== undefined ? [major, specifier] : null
}

/** Makes a chunk of each façade, beside the current modules and in the same build. */
export function sdkFacadeModules({ root }: { readonly root: string }): Plugin {
  const facades = findSdkFacades(root)
  return {
    name: 'spawnpoint:sdk-facades',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      if (this.environment.config.consumer !== 'client') return
      for (const [major, modules] of Object.entries(facades))
        for (const specifier of Object.keys(modules))
          this.emitFile({
            type: 'chunk',
            id: idOf(major, specifier),
            name: `sdk-${major}-${specifier.replace(/\W+/g, '-').replace(/^-/, '')}`,
            preserveSignature: 'strict',
          })
    },
    resolveId: (id) => (id.startsWith(prefix) ? id : null),
    load(id) {
      const [major = '', specifier = ''] = readId(id) ?? []
      const file = facades[major]?.[specifier]
      return file === undefined ? null : `export * from ${JSON.stringify(file)}`
    },
  }
}

/** Older major → specifier → what is asked of its façade. */
function readFacades<T>(
  bundle: Rolldown.OutputBundle,
  ask: (chunk: Rolldown.OutputChunk) => T,
): Record<string, Record<string, T>> {
  const found: Record<string, Record<string, T>> = {}
  for (const chunk of chunksOf(bundle)) {
    const [major, specifier] = readId(chunk.facadeModuleId) ?? []
    if (major !== undefined && specifier !== undefined)
      found[major] = { ...found[major], [specifier]: ask(chunk) }
  }
  return found
}

export const readFacadeUrls = (bundle: Rolldown.OutputBundle) =>
  readFacades(bundle, ({ fileName }) => `/${fileName}`)

export const readFacadeNames = (bundle: Rolldown.OutputBundle) =>
  readFacades(bundle, ({ exports }): readonly string[] => [...exports].sort())
