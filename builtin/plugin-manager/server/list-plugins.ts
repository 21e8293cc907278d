import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import { answer, type PluginsService } from '@spawnpoint/sdk/server'
import { presentPlugin } from './plugin-view.ts'

export const handleListPlugins = ({ plugins }: { readonly plugins: PluginsService }) =>
  answer(listPlugins, async () => {
    const rows = await plugins.list()
    const mode = plugins.safeMode()
    const safeMode = mode && { since: mode.since.toISOString(), failedStarts: mode.failedStarts }
    return { plugins: rows.map(presentPlugin), safeMode }
  })
