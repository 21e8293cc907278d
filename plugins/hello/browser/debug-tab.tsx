import { useStore, useHost, useT } from '@spawnpoint/sdk/browser'
import { KeyValue } from '@spawnpoint/sdk/ui'

/** What the debug panel says of this plugin. */
export default function HelloDebugTab() {
  const t = useT()
  const host = useHost()
  const locale = useStore(host.locale)
  return <KeyValue items={[{ label: t('debug.language'), value: locale }]} />
}
