import type { UserServer } from '@spawnpoint/contracts/servers'
import { useCan, useFormat, useHost, useT } from '@spawnpoint/sdk/browser'
import { Button, LinkButton, Menu, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { ExternalLink, MoreHorizontal } from '@spawnpoint/sdk/ui/icons'
import { useAmountFormat } from './amounts.ts'
import { ServerState, ServerStatus } from './server-state.tsx'

interface ColumnOptions {
  readonly panelUrl: string | null
  /** Null for who may not. */
  readonly suspend: ((server: UserServer) => void) | null
}

const Actions = ({ server, panelUrl, suspend }: ColumnOptions & { server: UserServer }) => {
  const t = useT()
  const host = useHost()
  const maySuspend = useCan('admin.servers.edit')
  const mayView = useCan('admin.server.queue.view')
  const { name, identifier, buildId, status, suspendedByStaff } = server
  const act = suspendedByStaff ? 'unsuspend' : 'suspend'
  const entry = mayView && buildId !== null ? host.pathTo('server-queue-view', { id: buildId }) : null
  const maySwitch = maySuspend && suspend && status !== 'deleting'
  const isFull = panelUrl !== null && entry !== null && maySwitch
  return (
    <span className="sp-actions">
      {panelUrl !== null && (
        <a
          className="sp-button sp-button-ghost sp-button-sm"
          href={`${panelUrl}/server/${encodeURIComponent(identifier)}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('actions.open', { name })}
        >
          <ExternalLink aria-hidden />
        </a>
      )}
      {!isFull && entry !== null && (
        <LinkButton size="sm" to={entry} aria-label={t('userServers.entry', { name })}>
          {t('userServers.build')}
        </LinkButton>
      )}
      {!isFull && maySwitch && (
        <Button size="sm" aria-label={t(`userServers.${act}Of`, { name })} onClick={() => suspend(server)}>
          {t(`userServers.${act}`)}
        </Button>
      )}
      {isFull && (
        <Menu
          label={t('staff.servers.more', { name })}
          hideLabel
          size="sm"
          icon={<MoreHorizontal aria-hidden />}
          items={[
            { id: 'entry', label: t('userServers.entry', { name }), to: entry },
            { id: act, label: t(`userServers.${act}Of`, { name }), onSelect: () => suspend(server) },
          ]}
        />
      )}
    </span>
  )
}

const State = ({ server }: { server: UserServer }) => {
  const t = useT()
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <ServerState row={{ live: server, queued: null }} forStaff />
      {server.telling && <span className="sp-hint">{t('changing')}</span>}
      {server.panelOwnerDiffers && <span className="sp-hint">{t('userServers.otherOwner')}</span>}
      {server.suspendedByStaff && !server.telling && !server.suspensionReason && (
        <span className="sp-hint">{t('userServers.byStaff')}</span>
      )}
    </span>
  )
}

/** Columns of a customer's servers, for staff. */
export const useUserServerColumns = (options: ColumnOptions): readonly Column<UserServer>[] => {
  const t = useT()
  const host = useHost()
  const { dateTime, date } = useFormat()
  const format = useAmountFormat()
  return [
    {
      id: 'name',
      header: t('columns.name'),
      cell: ({ id, name, identifier }) => (
        <div className="min-w-0">
          <RowLink to={host.pathTo('server', { id })}>{name}</RowLink>
          <span className="sp-hint block">{identifier}</span>
        </div>
      ),
      phoneCell: ({ name }) => name,
    },
    {
      id: 'status',
      header: t('columns.status'),
      phone: 'badge',
      cell: (server) => <State server={server} />,
      phoneCell: (server) => <ServerStatus row={{ live: server, queued: null }} />,
    },
    { id: 'location', header: t('columns.location'), cell: ({ location }) => location.name ?? '–' },
    {
      id: 'resources',
      header: t('columns.resources'),
      cell: ({ memory, cpu, disk }) => (
        <span className="tabular-nums">
          {[format('memory', memory), format('cpu', cpu), format('disk', disk)].join(' · ')}
        </span>
      ),
    },
    {
      id: 'createdAt',
      phone: 'hidden',
      header: t('userServers.created'),
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {date(createdAt)}
        </time>
      ),
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (server) => <Actions server={server} {...options} />,
    },
  ]
}
