import { usePlugin, useStore } from '@spawnpoint/sdk/browser'
import { KeyValue } from '@spawnpoint/sdk/ui'
import manifest from '../manifest.ts'
import { sessionCount } from './session-count.ts'

/** A tab of the debug panel that the boot module adds. */
export default function SessionTab() {
  const { t, format } = usePlugin(manifest)
  const answers = useStore(sessionCount, (state) => state.answers)
  return <KeyValue items={[{ label: t('debug.answers'), value: format.number(answers) }]} />
}
