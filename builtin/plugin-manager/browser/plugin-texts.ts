import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useTranslation } from '@spawnpoint/sdk/browser'

/** Title and description in the chosen language where the plugin's messages are here, else as the server says. */
export function usePluginTexts() {
  const { i18n } = useTranslation()
  const find = (plugin: PluginView, key: 'title' | 'description') =>
    i18n.t(key, { ns: plugin.id, defaultValue: plugin[key] })
  return {
    title: (plugin: PluginView) => find(plugin, 'title'),
    description: (plugin: PluginView) => find(plugin, 'description'),
  }
}

export type PluginTexts = ReturnType<typeof usePluginTexts>
