import {
  countQueue,
  listQueue,
  listQueueDepartments,
  ticketPriorities,
  ticketStatuses,
  type QueuedTicket,
} from '@spawnpoint/contracts/tickets'
import { useFormat, useT } from '@spawnpoint/sdk/browser'
import { DataList, type ListFilter } from '@spawnpoint/sdk/list'
import { useEndpoint } from '@spawnpoint/sdk/query'
import { Empty, Page, Stat } from '@spawnpoint/sdk/ui'
import { Ticket } from '@spawnpoint/sdk/ui/icons'
import { useQueueKeys } from './use-queue-keys.tsx'
import { QueueViews } from './queue-views.tsx'
import { useQueueColumns } from './use-queue-columns.tsx'

const refetchEveryMs = 5_000
const pageSizes = [10, 20, 30, 50]
const figures = ['active', 'unanswered', 'urgent', 'mine'] as const

const Figures = () => {
  const t = useT()
  const { number } = useFormat()
  const { data } = useEndpoint(countQueue, {}, { refetchEvery: refetchEveryMs })
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {figures.map((key) => (
        <Stat key={key} label={t(`queue.counts.${key}`)} value={data ? number(data[key]) : '–'} />
      ))}
    </div>
  )
}

const useFilters = (): { readonly filters: readonly ListFilter[]; readonly ready: boolean } => {
  const t = useT()
  const { data, isError } = useEndpoint(listQueueDepartments)
  const departments = data?.departments ?? []
  const filters = [
    {
      key: 'status',
      label: t('columns.status'),
      all: t('queue.active'),
      values: [
        ...ticketStatuses.map((value) => ({ value, label: t(`status.desk.${value}`) })),
        { value: 'snoozed', label: t('queue.snoozed') },
        { value: 'any', label: t('queue.any') },
      ],
    },
    {
      key: 'department',
      label: t('columns.department'),
      values: departments.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      key: 'priority',
      label: t('columns.priority'),
      values: ticketPriorities.map((value) => ({ value, label: t(`priority.${value}`) })),
    },
    {
      key: 'assignee',
      label: t('columns.assignee'),
      values: ['me', 'nobody'].map((value) => ({ value, label: t(`queue.assignee.${value}`) })),
    },
  ]
  return { filters, ready: data !== undefined || isError }
}

export default function QueuePage() {
  const t = useT()
  const columns = useQueueColumns()
  const { filters, ready } = useFilters()
  const dialogs = useQueueKeys()
  return (
    <Page title={t('pages.queue.title')} description={t('pages.queue.description')}>
      <Figures />
      <QueueViews />
      <DataList<QueuedTicket>
        endpoint={listQueue}
        caption={t('pages.queue.title')}
        columns={columns}
        rowKey={({ id }) => id}
        searchable
        searchLabel={t('queue.search')}
        filters={filters}
        ready={ready}
        sorted={{ column: 'updatedAt', order: 'desc' }}
        pageSizes={pageSizes}
        refetchEvery={refetchEveryMs}
        empty={<Empty icon={<Ticket />} title={t('queue.empty')} text={t('queue.emptyText')} />}
      />
      {dialogs}
    </Page>
  )
}
