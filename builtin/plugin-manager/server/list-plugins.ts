import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import { answer, type PluginsService } from '@spawnpoint/sdk/server'
import { presentPlugin } from './plugin-view.ts'

export const handleListPlugins = ({ plugins }: { readonly plugins: PluginsService }) =>
  answer(listPlugins, async () => {
    const rows = await plugins.list()
    return { plugins: rows.map(presentPlugin) }
  })
