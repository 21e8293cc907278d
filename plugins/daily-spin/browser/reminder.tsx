import { Link, usePlugin, useSession } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert } from '@spawnpoint/sdk/ui'
import { readWheel } from '../contract/index.ts'
import manifest from '../manifest.ts'

/** Above the dashboard while a free spin is left. The session says at its start whether asking is worth a request. */
export default function DailySpinReminder() {
  const { t } = usePlugin(manifest)
  const wasFree = useSession(({ stats }) => stats['daily-spin.free'] === true)
  const { data } = useEndpoint(readWheel, {}, { enabled: wasFree })
  if (!wasFree || !data?.hasFreeSpin) return null
  return <Alert title={t('reminder')} action={<Link to="/p/daily-spin">{t('open')}</Link>} />
}
