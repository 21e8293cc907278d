import type { PluginServer, ServerPart } from '@spawnpoint/sdk/server'
import { pathToFileURL } from 'node:url'

export type ServerModule = ServerPart | PluginServer

const isServerModule = (value: unknown): value is ServerModule => {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  return value.kind === 'server-part' || value.kind === 'plugin-server'
}

/** Imports a plugin's server half. */
export async function importServerModule(file: string): Promise<ServerModule> {
  const module = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
  if (isServerModule(module.default)) return module.default
  throw new Error(
    'E_SERVER_PART: the server module has no default export made by definePluginServer or defineServerPart',
  )
}
