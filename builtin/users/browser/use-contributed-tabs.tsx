import { useContributions, useHost } from '@spawnpoint/sdk/browser'
import type { Tab } from '@spawnpoint/sdk/ui'

/** The place where other plugins add tabs; each module is drawn with `user`, the id of the person. */
const SLOT = 'admin.user.tabs'

/** Tabs of other plugins, named by their message `userTab`, or `nav`. */
export function useContributedTabs(user: string): readonly Tab[] {
  const host = useHost()
  const nameOf = (plugin: string) =>
    ['userTab', 'nav']
      .map((key) => ({ key, text: host.translate(plugin, key) }))
      .find(({ key, text }) => text !== key && text !== `${plugin}.${key}`)?.text ?? plugin
  return useContributions('slot', SLOT).map(({ id, plugin, title, Component }) => ({
    id: plugin,
    label: title || nameOf(plugin),
    content: <Component key={id} user={user} />,
  }))
}
