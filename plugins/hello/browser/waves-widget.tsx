import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Stat } from '@spawnpoint/sdk/ui'
import { greeting } from '../contract/index.ts'

export default function WavesWidget() {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(greeting)
  return <Stat label={t('widget.title')} value={data ? number(data.waves) : '–'} />
}
