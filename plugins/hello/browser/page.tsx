import { useKeptState, usePlugin } from '@spawnpoint/sdk/browser'
import { useAction, useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, ErrorCard, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { greeting, wave } from '../contract/index.ts'
import manifest from '../manifest.ts'
import { Certificate } from './certificate.tsx'
import './page.css'

export default function HelloPage() {
  const { t, explain, notify, storage } = usePlugin(manifest)
  // An upgrade of the plugin draws the page anew; the number stays.
  const [count, setCount] = useKeptState('waves', 0)
  const action = useAction(wave, { refreshes: [greeting] })
  const onWave = async () => {
    setCount(count + 1)
    try {
      await action.mutateAsync({})
    } catch (error) {
      setCount(count)
      notify.toast({ title: explain(error), tone: 'danger' })
    }
  }
  return (
    <Page title={t('title')} description={t('description')}>
      <Card title={t('server')}>
        <Greeting />
      </Card>
      <Card title={t('waves')}>
        <div className="grid justify-items-start gap-3">
          <p className={storage.get('large') === 'yes' ? 'hello-large' : undefined}>
            {t('count', { count })}
          </p>
          <Button onClick={() => void onWave()}>{t('wave')}</Button>
        </div>
      </Card>
      <Card title={t('certificate')}>
        <Certificate />
      </Card>
    </Page>
  )
}

function Greeting() {
  const { t, format, explain } = usePlugin(manifest)
  const { data, error, refetch } = useEndpoint(greeting)
  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  return (
    <div className="grid gap-1">
      <p>{t('greeting', { at: format.dateTime(data.at) })}</p>
      {data.welcomedAt && <p>{t('welcomed', { at: format.dateTime(data.welcomedAt) })}</p>}
    </div>
  )
}
