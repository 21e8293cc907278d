import { useStore, useHost, useT } from '@spawnpoint/sdk/browser'
import { KeyValue } from '@spawnpoint/sdk/ui'

/** This plugin's tab in the debug panel. */
export default function HelloDebugTab() {
  const t = useT()
  const host = useHost()
  const locale = useStore(host.locale)
  return <KeyValue items={[{ label: t('debug.language'), value: locale }]} />
}
