import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'

export type LoadModule = (file: string) => Promise<Record<string, unknown>>

/** For a build, which ends before anything changes. */
export const loadOnce: LoadModule = (file) => import(pathToFileURL(file).href)

/** For the development server: Node keeps a module and all it imports for ever, Vite's runner starts anew. */
export const loadFresh: LoadModule = async (file) => {
  const { module } = await runnerImport<Record<string, unknown>>(file, {
    configFile: false,
    logLevel: 'error',
    resolve: { noExternal: [/^@spawnpoint\//] },
  })
  return module
}
