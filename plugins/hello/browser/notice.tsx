import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert } from '@spawnpoint/sdk/ui'
import { greeting } from '../contract/index.ts'
import manifest from '../manifest.ts'

/** The operator's notice above every dashboard. A contribution to another plugin's page fails silently. */
export default function HelloNotice() {
  const { t } = usePlugin(manifest)
  const { data } = useEndpoint(greeting)
  if (!data?.notice) return null
  return <Alert title={t('notice')}>{data.notice}</Alert>
}
