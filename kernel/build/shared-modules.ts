import type { Plugin } from 'vite'
import { commonJsNames } from '../../sdk/package/build/shared-module-names.ts'
import { sharedModuleTable, type SharedModule } from '../../sdk/package/build/shared-specifiers.ts'

const prefix = '\0shared:'
const devPath = '/@shared/'

export function sharedModuleCode(specifier: string, shared: SharedModule): string {
  const from = JSON.stringify(specifier)
  if (shared.kind === 'all') return `export * from ${from}`
  if (shared.kind === 'names') return `export { ${shared.names.join(', ')} } from ${from}`
  const names = commonJsNames(shared.package, shared.file)
  return [
    `import whole from ${from}`,
    'export default whole',
    `const { ${names.map((name) => `${name}: _${name}`).join(', ')} } = whole`,
    `export { ${names.map((name) => `_${name} as ${name}`).join(', ')} }`,
  ].join('\n')
}

export const sharedModuleOf = (moduleId: string | null): string | null =>
  moduleId?.startsWith(prefix) ? moduleId.slice(prefix.length) : null

/** The import map of the development server, whose façades go through Vite's own pipeline. */
export const devImportMap = (): string =>
  JSON.stringify({
    imports: Object.fromEntries(
      Object.keys(sharedModuleTable).map((specifier) => [
        specifier,
        `${devPath}${encodeURIComponent(specifier)}.js`,
      ]),
    ),
  })

const specifierOfDevPath = (id: string): string | null => {
  const file = id.startsWith(devPath) ? id.slice(devPath.length).replace(/\?.*$/, '') : null
  return file?.endsWith('.js') ? decodeURIComponent(file.slice(0, -3)) : null
}

/** Makes a façade chunk of each shared module, in the same build, so that page and plugins use one copy. */
export function sharedModules(): Plugin {
  let isBuild = true
  return {
    name: 'spawnpoint:shared-modules',
    enforce: 'pre',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    buildStart() {
      if (!isBuild || this.environment.config.consumer !== 'client') return
      for (const specifier of Object.keys(sharedModuleTable))
        this.emitFile({
          type: 'chunk',
          id: `${prefix}${specifier}`,
          name: `shared-${specifier.replace(/\W+/g, '-').replace(/^-/, '')}`,
          preserveSignature: 'strict',
        })
    },
    resolveId(id) {
      if (id.startsWith(prefix)) return id
      const specifier = specifierOfDevPath(id)
      return specifier !== null && sharedModuleTable[specifier] ? `${prefix}${specifier}` : null
    },
    load(id) {
      const specifier = sharedModuleOf(id)
      const shared = specifier === null ? undefined : sharedModuleTable[specifier]
      return specifier !== null && shared ? sharedModuleCode(specifier, shared) : null
    },
  }
}
