import { useCan, useExplain, useHost, useT } from '@spawnpoint/sdk/browser'
import { useEndpoint } from '@spawnpoint/sdk/query'
import {
  Alert,
  Button,
  Card,
  Empty,
  ErrorCard,
  LinkButton,
  Page,
  Pagination,
  Select,
  Table,
  Toolbar,
} from '@spawnpoint/sdk/ui'
import { Send } from '@spawnpoint/sdk/ui/icons'
import { useState } from 'react'
import { deliveryStatuses, listDeliveries, type DeliveryStatus } from '../contract/index.ts'
import { useDeliveryColumns } from './delivery-columns.tsx'
import { useSending } from './use-sending.ts'

const refetchEveryMs = 5_000

const useLog = () => {
  const [status, setStatus] = useState<DeliveryStatus | ''>('')
  // Where each page began, so that one can go back.
  const [trail, setTrail] = useState<readonly string[]>([])
  const before = trail.at(-1)
  const answer = useEndpoint(
    listDeliveries,
    { query: { ...(status !== '' && { status }), ...(before !== undefined && { before }) } },
    { refetchEvery: refetchEveryMs },
  )
  const last = answer.data?.deliveries.at(-1)
  return {
    answer,
    status,
    filter(text: string) {
      setTrail([])
      setStatus(deliveryStatuses.find((each) => each === text) ?? '')
    },
    previous: trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined,
    next: answer.data?.hasMore && last ? () => setTrail([...trail, last.id]) : undefined,
  }
}

const NotConfigured = () => {
  const t = useT()
  const host = useHost()
  const mayConfigure = useCan('admin.plugins.edit')
  const configure = (
    <LinkButton size="sm" to={host.pathTo('plugin-config', { identifier: 'discord-notifications' })}>
      {t('configure')}
    </LinkButton>
  )
  return (
    <Alert tone="warning" title={t('notConfigured.title')} action={mayConfigure && configure}>
      {t('notConfigured.text')}
    </Alert>
  )
}

const DeliveriesPage = () => {
  const t = useT()
  const explain = useExplain()
  const maySend = useCan('plugin.discord-notifications.send')
  const log = useLog()
  const sending = useSending()
  const columns = useDeliveryColumns({ busy: sending.busy, run: sending.replay })
  const { data, error, refetch } = log.answer
  if (error && !data)
    return (
      <Page title={t('title')} description={t('description')}>
        <ErrorCard message={explain(error)} onRetry={() => void refetch()} />
      </Page>
    )
  const test = (
    <Button
      variant="primary"
      icon={<Send aria-hidden />}
      loading={sending.isTesting}
      disabled={data?.isConfigured !== true}
      onClick={sending.test}
    >
      {t('test')}
    </Button>
  )
  return (
    <Page title={t('title')} description={t('description')} actions={maySend && test} width="wide">
      {data?.isConfigured === false && <NotConfigured />}
      <Toolbar label={t('title')}>
        <Select
          label={t('columns.status')}
          hideLabel
          value={log.status}
          placeholder={t('anyStatus')}
          options={deliveryStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))}
          onChange={({ target }) => log.filter(target.value)}
        />
      </Toolbar>
      <Card flush>
        <Table
          caption={t('title')}
          columns={columns}
          rows={data?.deliveries}
          rowKey={({ id }) => id}
          loading={!data}
          empty={<Empty title={t('empty.title')} text={t('empty.text')} />}
        />
      </Card>
      <Pagination onPrevious={log.previous} onNext={log.next} />
    </Page>
  )
}

export default DeliveriesPage
