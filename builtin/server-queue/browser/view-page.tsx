import { getBuild, type LogLine } from '@spawnpoint/contracts/server-queue'
import { useCan, useFormat, useHost, useParams, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Loaded } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Card, Code, Empty, KeyValue, LinkButton, Page, Table } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { BuildGone } from './build-gone.tsx'
import { OwnerLink, PlaceLink } from './build-links.tsx'
import { BuildState, useSizeLine } from './build-texts.tsx'
import { useLogColumns } from './log-columns.tsx'
import { RetryButton } from './retry-button.tsx'

const refetchEveryMs = 3_000

type Item = ReplyOf<typeof getBuild>['item']

const useFacts = (item: Item) => {
  const t = useT()
  const format = useFormat()
  const sizes = useSizeLine()
  const pieces = (['databases', 'backups', 'allocations'] as const).map((key) => ({
    label: t(`fields.${key}`),
    value: format.number(item[key]),
  }))
  return [
    { label: t('columns.status'), value: <BuildState {...item} /> },
    ...(item.detail ? [{ label: t('view.detail'), value: <Code>{item.detail}</Code> }] : []),
    { label: t('columns.owner'), value: <OwnerLink owner={item.owner} /> },
    {
      label: t('columns.location'),
      value: <PlaceLink route="locations-edit" id={item.locationId} name={item.locationName} />,
    },
    { label: t('fields.category'), value: item.categoryName ?? '–' },
    {
      label: t('fields.egg'),
      value: <PlaceLink route="eggs-edit" id={item.eggId} name={item.eggName} />,
    },
    { label: t('columns.resources'), value: sizes(item) },
    ...pieces,
    { label: t('view.attempts'), value: format.number(item.attempts) },
    ...(item.nextAttemptAt
      ? [{ label: t('view.nextAttempt'), value: format.dateTime(item.nextAttemptAt) }]
      : []),
    ...(item.ignoreLimits ? [{ label: t('view.ignoreLimits'), value: t('yes') }] : []),
    { label: t('columns.createdAt'), value: format.dateTime(item.createdAt) },
    { label: t('columns.updatedAt'), value: format.dateTime(item.updatedAt) },
    { label: t('view.id'), value: <Code>{item.id}</Code> },
  ]
}

const Details = ({ item }: { item: Item }) => {
  const t = useT()
  return (
    <Card title={t('view.details')} description={item.description}>
      <KeyValue items={useFacts(item)} />
    </Card>
  )
}

const Log = ({ lines }: { lines: readonly LogLine[] }) => {
  const t = useT()
  return (
    <Card title={t('pages.logs.title')} flush>
      <Table
        caption={t('pages.logs.title')}
        columns={useLogColumns({ named: false })}
        rows={lines}
        rowKey={({ id }) => id}
        empty={<Empty title={t('logs.empty')} />}
      />
    </Card>
  )
}

const BuildView = ({ item, log }: ReplyOf<typeof getBuild>) => {
  const t = useT()
  const host = useHost()
  const mayDelete = useCan('admin.server.queue.delete')
  const mayReadLogs = useCan('admin.server.queue.logs.view')
  const remove = (
    <LinkButton
      variant="danger-quiet"
      icon={<Trash2 aria-hidden />}
      to={host.pathTo('server-queue-delete', { id: item.id })}
    >
      {t('delete.confirm')}
    </LinkButton>
  )
  return (
    <Page
      title={item.name}
      subject={item.name}
      breadcrumbs={[
        { label: t('pages.list.title'), to: host.pathTo('server-queue-list') },
        { label: item.name },
      ]}
      actions={
        <>
          <RetryButton build={item} />
          {mayDelete && item.status !== 'completed' && remove}
        </>
      }
    >
      <Details item={item} />
      {mayReadLogs && <Log lines={log} />}
    </Page>
  )
}

const ViewPage = () => {
  const { id = '' } = useParams()
  const query = useEndpoint(getBuild, { params: { id } }, { refetchEvery: refetchEveryMs })
  return (
    <Loaded query={query} gone={<BuildGone />}>
      {(build) => <BuildView {...build} />}
    </Loaded>
  )
}

export default ViewPage
