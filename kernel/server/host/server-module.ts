import { isResource } from '@spawnpoint/sdk/resource'
import { resourceServer } from '@spawnpoint/sdk/resource/server'
import type { PluginServer, TrustedServer } from '@spawnpoint/sdk/server'
import { pathToFileURL } from 'node:url'

export type ServerModule = TrustedServer | PluginServer

const isServerModule = (value: unknown): value is ServerModule => {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'trusted-server' || value.kind === 'plugin-server'
}

/** Imports a plugin's server module. A `resource.ts` is one too: its resource is served as declared. */
export async function importServerModule(file: string): Promise<ServerModule> {
  const module = (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>
  if (isServerModule(module['default'])) return module['default']
  const resource = Object.values(module).find(isResource)
  if (resource) return resourceServer(resource)
  throw new Error('E_SERVER_PART: the server module has no default export made by definePluginServer')
}
