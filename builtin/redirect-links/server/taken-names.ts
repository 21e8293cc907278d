import type { PluginsService } from '@spawnpoint/sdk/server'

/** The server's own addresses, and those of added plugins. */
const RESERVED = ['api', 'assets', 'docs', 'p']

/** The names that begin the path of a page, of plugins that are disabled too. */
export async function readTakenNames(plugins: PluginsService): Promise<ReadonlySet<string>> {
  const paths = (await plugins.list()).flatMap((plugin) => plugin.paths)
  return new Set([...RESERVED, ...paths.map((path) => path.split('/')[1] ?? '')])
}

/** The names whose path is that of a page which can be opened now. */
export async function readShadowedNames(plugins: PluginsService): Promise<ReadonlySet<string>> {
  const running = (await plugins.list()).filter(({ enabled }) => enabled)
  return new Set(running.flatMap(({ paths }) => paths.map((path) => path.slice(1).toLowerCase())))
}
