import type { QueuedTicket } from '@spawnpoint/contracts/tickets'
import { useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { Avatar, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { Moment } from './moment.tsx'
import { DueMark } from './sla-parts.tsx'
import { ViewersMark } from './viewers-line.tsx'
import { PriorityBadge, SnoozedBadge, StatusBadge, useDepartmentName } from './ticket-badges.tsx'

const Subject = ({ row: { id, number, subject, lastBy, status, viewers } }: { row: QueuedTicket }) => {
  const to = useOpenPath()('queued-ticket', { id })
  // Waits for an answer of staff.
  const isWaiting = lastBy === 'customer' && status !== 'closed'
  const text = (
    <span className={isWaiting ? 'font-semibold' : 'font-normal'}>
      {subject} <span className="font-normal text-muted">#{number}</span>
    </span>
  )
  return (
    <>
      {to ? <RowLink to={to}>{text}</RowLink> : text}
      <ViewersMark viewers={viewers} />
    </>
  )
}

/** The columns of the queue. */
export const useQueueColumns = (): readonly Column<QueuedTicket>[] => {
  const t = useT()
  const departmentName = useDepartmentName()
  return [
    {
      id: 'subject',
      phone: 'title',
      header: t('columns.subject'),
      cell: (row) => <Subject row={row} />,
    },
    {
      id: 'owner',
      phone: 'meta',
      header: t('columns.customer'),
      cell: ({ owner }) =>
        owner ? (
          <span className="flex min-w-0 items-center gap-2">
            <Avatar id={owner.id} name={owner.name} src={owner.avatar} size="sm" />
            <span className="truncate">{owner.name}</span>
          </span>
        ) : (
          t('deletedAccount')
        ),
      phoneCell: ({ owner }) => owner?.name ?? t('deletedAccount'),
    },
    {
      id: 'status',
      phone: 'badge',
      header: t('columns.status'),
      cell: ({ status, snoozedUntil }) =>
        snoozedUntil === null ? <StatusBadge status={status} view="desk" /> : <SnoozedBadge />,
    },
    {
      id: 'priority',
      phone: 'end',
      header: t('columns.priority'),
      cell: ({ priority }) => <PriorityBadge priority={priority} />,
      // A phone has room for the ones that matter.
      phoneCell: ({ priority }) =>
        (priority === 'high' || priority === 'urgent') && <PriorityBadge priority={priority} />,
    },
    {
      id: 'due',
      phone: 'hidden',
      header: t('sla.due'),
      cell: ({ due }) => <DueMark due={due} />,
    },
    {
      id: 'department',
      phone: 'hidden',
      header: t('columns.department'),
      cell: ({ department }) => departmentName(department),
    },
    {
      id: 'assignee',
      phone: 'hidden',
      header: t('columns.assignee'),
      cell: ({ assignee }) => assignee?.name ?? <span className="text-muted">{t('desk.nobody')}</span>,
    },
    {
      id: 'createdAt',
      phone: 'hidden',
      header: t('columns.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      id: 'updatedAt',
      phone: 'meta',
      header: t('columns.updatedAt'),
      sortable: true,
      cell: ({ updatedAt }) => <Moment at={updatedAt} />,
    },
  ]
}
