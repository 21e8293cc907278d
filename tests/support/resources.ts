import { isResource, type Resource } from '@spawnpoint/sdk/resource'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export { sampleBody } from '../../sdk/testing/resource/sample-body.ts'

const root = join(import.meta.dirname, '../..')

/** Every resource that a built-in declares. */
export const readResources = async (): Promise<readonly Resource[]> => {
  const files = globSync('builtin/*/resource.ts', { cwd: root }).sort()
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)))
  return modules.flatMap((module: object) => Object.values(module)).filter(isResource)
}
