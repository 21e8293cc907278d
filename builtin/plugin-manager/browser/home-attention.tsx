import { listPlugins } from '@spawnpoint/contracts/plugin-manager'
import { useOpenPath, useT, type HomeAttention, type HomeAttentionProps } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { findPlugins, isInTrouble, toneOfState } from './plugin-states.ts'
import { usePluginTexts } from './plugin-texts.ts'

/** Plugins that are quarantined, blocked, failed or made faults. */
export default function PluginAttention({ Lines }: HomeAttentionProps) {
  const t = useT()
  const { title } = usePluginTexts()
  const list = useOpenPath()('admin-plugins')
  const { data } = useEndpoint(listPlugins, undefined, { refetchEvery: 60_000 })
  if (!data) return <Lines items={undefined} />
  // Scheduled jobs have lines of their own there.
  const troubled = data.plugins.filter(isInTrouble)
  const items = findPlugins(troubled, 'trouble', '', title).map((plugin): HomeAttention => ({
    id: plugin.id,
    tone: toneOfState(plugin.state) === 'danger' ? 'danger' : 'warning',
    title: `${title(plugin)}: ${t(`states.${plugin.state}`)}`,
    text: plugin.reason ?? t('faults', { count: plugin.faults }),
    action: t('attention'),
    to: list && `${list}?show=trouble`,
  }))
  return <Lines items={items} />
}
