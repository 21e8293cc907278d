import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Page } from '@spawnpoint/sdk/ui'
import { readNews } from '../contract/index.ts'
import manifest from '../manifest.ts'

/** Added by the boot module, for customers and for staff. */
export default function AboutPage() {
  const { t } = usePlugin(manifest)
  const { data } = useEndpoint(readNews)
  return (
    <Page title={t('about.title')}>
      <Card>{data?.release ? t('about.release', { release: data.release }) : t('about.unknown')}</Card>
    </Page>
  )
}
