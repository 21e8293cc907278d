import type { PluginView } from '@spawnpoint/contracts/plugin-manager'
import { useHost, useStore } from '@spawnpoint/sdk/browser'

/** Title and description in the chosen language where the plugin's messages are here, else as the server says. */
export function usePluginWords() {
  const host = useHost()
  useStore(host.locale)
  const find = (plugin: PluginView, key: 'title' | 'description') => {
    const text = host.translate(plugin.id, key)
    return text === key || text === `${plugin.id}.${key}` ? plugin[key] : text
  }
  return {
    title: (plugin: PluginView) => find(plugin, 'title'),
    description: (plugin: PluginView) => find(plugin, 'description'),
  }
}

export type PluginWords = ReturnType<typeof usePluginWords>
