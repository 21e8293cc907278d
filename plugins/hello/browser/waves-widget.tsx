import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Stat } from '@spawnpoint/sdk/ui'
import { greeting } from '../contract/index.ts'
import manifest from '../manifest.ts'

export default function WavesWidget() {
  const { t, format } = usePlugin(manifest)
  const { data } = useEndpoint(greeting)
  return <Stat label={t('widget.title')} value={data ? format.number(data.waves) : '–'} />
}
