import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { answer, type PluginsService, Plugins } from '@spawnpoint/sdk/server'
import { presentPlugin } from './plugin-view.ts'

/** The list as the page of plugins shows it, now. */
export async function presentList(plugins: PluginsService): Promise<ReplyOf<typeof listPlugins>> {
  const rows = await plugins.list()
  const mode = plugins.safeMode()
  const safeMode = mode && { since: mode.since.toISOString(), failedStarts: mode.failedStarts }
  return { plugins: rows.map(presentPlugin), safeMode }
}

export const handleListPlugins = answer(listPlugins, { plugins: Plugins }, ({ plugins }) =>
  presentList(plugins),
)
