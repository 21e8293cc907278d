import type { BuildRow } from '@spawnpoint/contracts/server-queue'
import { useCan, useFormat, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import { LinkButton, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import { OwnerLink } from './build-links.tsx'
import { BuildState, useSizeLine } from './build-texts.tsx'
import { RetryButton } from './retry-button.tsx'

const RowActions = ({ row }: { row: BuildRow }) => {
  const t = useT()
  const host = useHost()
  const mayDelete = useCan('admin.server.queue.delete') && row.status !== 'completed'
  const { id, name } = row
  return (
    <span className="sp-actions">
      <RetryButton build={row} small />
      {mayDelete && (
        <LinkButton
          variant="ghost"
          size="sm"
          className="sp-button-icon"
          to={host.pathTo('server-queue-delete', { id })}
          title={t('pages.delete.title')}
          aria-label={t('actions.delete', { name })}
          icon={<Trash2 aria-hidden />}
        />
      )}
    </span>
  )
}

const Name = ({ row: { id, name } }: { row: BuildRow }) => {
  const to = useOpenPath()('server-queue-view', { id })
  return to ? <RowLink to={to}>{name}</RowLink> : <strong>{name}</strong>
}

/** The columns of the queue. */
export const useBuildColumns = (): readonly Column<BuildRow>[] => {
  const t = useT()
  const format = useFormat()
  const sizes = useSizeLine()
  return [
    { id: 'name', header: t('columns.name'), cell: (row) => <Name row={row} /> },
    {
      id: 'status',
      header: t('columns.status'),
      phone: 'badge',
      cell: (row) => <BuildState {...row} />,
      phoneCell: ({ status }) => <BuildState status={status} reason={null} />,
    },
    {
      id: 'reason',
      header: t('columns.reason'),
      phoneOnly: true,
      cell: ({ reason }) => reason && t(`reasons.${reason}`),
    },
    { id: 'owner', header: t('columns.owner'), cell: ({ owner }) => <OwnerLink owner={owner} /> },
    {
      id: 'location',
      header: t('columns.location'),
      phone: 'hidden',
      cell: ({ locationName }) => (
        <span className="block max-w-48 truncate" title={locationName ?? undefined}>
          {locationName ?? '–'}
        </span>
      ),
    },
    { id: 'sizes', phone: 'hidden', header: t('columns.resources'), cell: (row) => sizes(row) },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
      phoneCell: ({ createdAt }) => <time dateTime={createdAt}>{format.ago(createdAt)}</time>,
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (row) => <RowActions row={row} />,
    },
  ]
}
