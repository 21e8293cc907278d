import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import { useHost, useT, type PaletteResultsProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { usePluginTexts } from './plugin-texts.ts'

const MOST = 6

/** Plugins in the command palette; those without a configuration open the list. */
export default function PluginResults({ search, Results }: PaletteResultsProps) {
  const t = useT()
  const host = useHost()
  const { title } = usePluginTexts()
  const { data } = useEndpoint(listPlugins)
  const wanted = search.toLowerCase()
  const items = (data?.plugins ?? [])
    .filter((plugin) => `${title(plugin)} ${plugin.id}`.toLowerCase().includes(wanted))
    .slice(0, MOST)
    .map((plugin) => ({
      id: plugin.id,
      label: title(plugin),
      hint: plugin.id,
      to: plugin.isConfigurable
        ? host.pathTo('plugin-config', { identifier: plugin.id })
        : host.pathTo('admin-plugins'),
    }))
  return <Results heading={t('title')} icon="Puzzle" items={items} />
}
