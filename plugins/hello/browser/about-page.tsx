import { readBalance } from '@spawnpoint/contracts/coins'
import { usePlugin } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, Page, Row, Stack } from '@spawnpoint/sdk/ui'
import { readNews } from '../contract/index.ts'
import manifest from '../manifest.ts'

/** Added by the boot module, for customers and for staff. */
export default function AboutPage() {
  const { t, session, navigate, core, explain, format, notify } = usePlugin(manifest)
  const { data } = useEndpoint(readNews)
  const showBalance = async () => {
    try {
      // A call of another plugin, in the name of whoever looks at the page.
      const { balance } = await core.call(readBalance)
      notify.toast({ title: t('about.coins', { count: balance, coins: format.number(balance) }) })
    } catch (error) {
      notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <Page title={t('about.title')} description={t('about.you', { name: session.name ?? '' })}>
      <Card>
        <Stack>
          <p>{data?.release ? t('about.release', { release: data.release }) : t('about.unknown')}</p>
          <Row>
            <Button onClick={() => void showBalance()}>{t('about.balance')}</Button>
            <Button variant="ghost" onClick={() => navigate('/dashboard')}>
              {t('about.leave')}
            </Button>
          </Row>
        </Stack>
      </Card>
    </Page>
  )
}
