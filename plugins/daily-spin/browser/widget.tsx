import { Link, usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Stat } from '@spawnpoint/sdk/ui'
import { readWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'

export default function DailySpinWidget() {
  const { t } = usePlugin(manifest)
  const { data } = useEndpoint(readWheel)
  const value = data ? t(data.hasFreeSpin ? 'widget.ready' : 'widget.tomorrow') : '–'
  return <Stat label={t('widget.title')} value={value} note={<Link to="/p/daily-spin">{t('open')}</Link>} />
}
