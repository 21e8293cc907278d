import { useContributions, useHost, type Contribution } from '@spawnpoint/sdk/browser'
import type { Tab } from '@spawnpoint/sdk/ui'

/** The place where other plugins add tabs; each module is drawn with `user`, the id of the person. */
const SLOT = 'admin.user.tabs'

const moduleOf = ({ id, plugin }: Contribution) => id.slice(plugin.length + 1)

/** Tabs of other plugins, named by their message `userTabs.<module>`, `userTab` or `nav`. */
export function useContributedTabs(user: string): readonly Tab[] {
  const host = useHost()
  const contributions = useContributions('slot', SLOT)
  const nameOf = (tab: Contribution) =>
    [`userTabs.${moduleOf(tab)}`, 'userTab', 'nav']
      .map((key) => ({ key, text: host.translate(tab.plugin, key) }))
      .find(({ key, text }) => text !== key && text !== `${tab.plugin}.${key}`)?.text ?? tab.plugin
  // A plugin with several tabs is found in the address by the module of each.
  const isAlone = ({ plugin }: Contribution) =>
    contributions.filter((other) => other.plugin === plugin).length === 1
  return contributions.map((tab) => ({
    id: isAlone(tab) ? tab.plugin : moduleOf(tab),
    label: tab.title || nameOf(tab),
    content: <tab.Component key={tab.id} user={user} />,
  }))
}
