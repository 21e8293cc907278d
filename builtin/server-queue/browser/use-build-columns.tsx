import type { BuildRow } from '@spawnpoint/contracts/server-queue'
import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { LinkButton, type Column } from '@spawnpoint/sdk/ui'
import { Eye, Trash2 } from '@spawnpoint/sdk/ui/icons'
import { BuildState, useSizeLine } from './build-texts.tsx'

const RowActions = ({ row }: { row: BuildRow }) => {
  const t = useT()
  const host = useHost()
  const mayView = useCan('admin.server.queue.view')
  const mayDelete = useCan('admin.server.queue.delete') && row.status !== 'completed'
  const { id, name } = row
  return (
    <span className="sp-actions">
      {mayView && (
        <LinkButton
          variant="ghost"
          size="sm"
          to={host.pathTo('server-queue-view', { id })}
          aria-label={t('actions.view', { name })}
          icon={<Eye aria-hidden />}
        />
      )}
      {mayDelete && (
        <LinkButton
          variant="ghost"
          size="sm"
          to={host.pathTo('server-queue-delete', { id })}
          aria-label={t('actions.delete', { name })}
          icon={<Trash2 aria-hidden />}
        />
      )}
    </span>
  )
}

/** The columns of the queue. */
export const useBuildColumns = (): readonly Column<BuildRow>[] => {
  const t = useT()
  const format = useFormat()
  const sizes = useSizeLine()
  return [
    { id: 'name', header: t('columns.name'), cell: ({ name }) => <strong>{name}</strong> },
    { id: 'status', header: t('columns.status'), cell: (row) => <BuildState {...row} /> },
    { id: 'owner', header: t('columns.owner'), cell: ({ owner }) => owner.username ?? t('erased') },
    { id: 'location', header: t('columns.location'), cell: ({ locationName }) => locationName ?? '–' },
    { id: 'sizes', header: t('columns.resources'), cell: (row) => sizes(row) },
    {
      id: 'createdAt',
      header: t('columns.createdAt'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
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
