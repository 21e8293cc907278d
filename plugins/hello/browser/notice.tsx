import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Alert } from '@spawnpoint/sdk/ui'
import { greeting } from '../contract/index.ts'
import manifest from '../manifest.ts'

/** What the operator has to say, above everybody's dashboard. A part of another page fails in silence. */
export default function HelloNotice() {
  const { t } = usePlugin(manifest)
  const { data } = useEndpoint(greeting)
  if (!data?.notice) return null
  return <Alert title={t('notice')}>{data.notice}</Alert>
}
