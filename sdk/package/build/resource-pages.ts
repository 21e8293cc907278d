import { dirname, join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

const prefix = '\0resource-page:'

/** The file behind a module of a manifest: pages of resources name theirs with a query. */
export const fileOfModule = (module: string): string => module.replace(/\?.*$/, '')

/** The id under which the bundle knows a module of a manifest. */
export const moduleId = (folder: string, module: string): string => {
  const path = normalizePath(join(folder, module))
  return module.includes('?resource=') ? `${prefix}${path}` : path
}

const pageCode = (id: string): string => {
  const [file = '', query = ''] = id.split('?')
  const asked = new URLSearchParams(query)
  const view = asked.get('view')
  const call = [
    `findResource(declared, ${JSON.stringify(asked.get('resource'))})`,
    JSON.stringify(asked.get('page')),
  ]
  return [
    `import { findResource, resourcePage } from '@spawnpoint/sdk/resource/browser'`,
    `import * as declared from ${JSON.stringify(file)}`,
    ...(view === null
      ? []
      : [`import view from ${JSON.stringify(normalizePath(join(dirname(file), view)))}`]),
    `export default resourcePage(${[...call, ...(view === null ? [] : ['view'])].join(', ')})`,
  ].join('\n')
}

/** Makes the page modules of declared resources, so that no resource needs files for them. */
export const resourcePages = (): Plugin => ({
  name: 'spawnpoint:resource-pages',
  enforce: 'pre',
  resolveId(source) {
    if (source.startsWith(prefix)) return source
    return source.includes('/resource.ts?resource=') ? `${prefix}${source}` : null
  },
  load: (id) => (id.startsWith(prefix) ? pageCode(id.slice(prefix.length)) : null),
})
