import { listTickets } from '@spawnpoint/contracts/tickets'
import { useHost, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { DataList } from '@spawnpoint/sdk/list'
import { Empty, LinkButton, Page, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { Plus, Ticket } from '@spawnpoint/sdk/ui/icons'
import { Moment } from './moment.tsx'
import { PriorityBadge, StatusBadge, useDepartmentName } from './ticket-badges.tsx'

type Row = ReplyOf<typeof listTickets>['items'][number]

const refetchEveryMs = 15_000

const useColumns = (): readonly Column<Row>[] => {
  const t = useT()
  const { pathTo } = useHost()
  const departmentName = useDepartmentName()
  return [
    {
      id: 'subject',
      phone: 'title',
      header: t('columns.subject'),
      cell: ({ id, number, subject }) => (
        <RowLink to={pathTo('ticket', { id })}>
          {subject} <span className="text-muted">#{number}</span>
        </RowLink>
      ),
    },
    {
      id: 'status',
      phone: 'badge',
      header: t('columns.status'),
      cell: ({ status }) => <StatusBadge status={status} view="own" />,
    },
    {
      id: 'priority',
      phone: 'hidden',
      header: t('columns.priority'),
      cell: ({ priority }) => <PriorityBadge priority={priority} />,
    },
    {
      id: 'department',
      phone: 'meta',
      header: t('columns.department'),
      cell: ({ department }) => departmentName(department),
    },
    {
      id: 'updatedAt',
      phone: 'meta',
      header: t('columns.updatedAt'),
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
  ]
}

export default function ListPage() {
  const t = useT()
  const { pathTo } = useHost()
  const columns = useColumns()
  const create = (
    <LinkButton variant="primary" icon={<Plus aria-hidden />} to={pathTo('ticket-create')}>
      {t('list.create')}
    </LinkButton>
  )
  return (
    <Page title={t('pages.list.title')} description={t('pages.list.description')} actions={create}>
      <DataList<Row>
        endpoint={listTickets}
        caption={t('pages.list.title')}
        columns={columns}
        rowKey={({ id }) => id}
        filters={[
          {
            key: 'state',
            label: t('columns.status'),
            all: t('list.all'),
            values: (['open', 'closed'] as const).map((value) => ({ value, label: t(`list.${value}`) })),
          },
        ]}
        skeletonRows={4}
        refetchEvery={refetchEveryMs}
        empty={<Empty icon={<Ticket />} title={t('list.empty')} text={t('list.emptyText')} action={create} />}
      />
    </Page>
  )
}
