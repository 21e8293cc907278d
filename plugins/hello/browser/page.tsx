import { useExplain, useFormat, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Button, Card, ErrorCard, Page, Skeleton } from '@spawnpoint/sdk/ui'
import { useState } from 'react'
import { greeting } from '../contract/index.ts'

export default function HelloPage() {
  const t = useT()
  const [count, setCount] = useState(0)
  return (
    <Page title={t('title')} description={t('description')}>
      <Card title={t('server')}>
        <Greeting />
      </Card>
      <Card title={t('waves')}>
        <p>{t('count', { count })}</p>
        <Button onClick={() => setCount(count + 1)}>{t('wave')}</Button>
      </Card>
    </Page>
  )
}

function Greeting() {
  const t = useT()
  const format = useFormat()
  const explain = useExplain()
  const { data, error, refetch } = useEndpoint(greeting)
  if (error) return <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton />
  return <p>{t('greeting', { at: format.dateTime(data.at) })}</p>
}
