import { userPath } from '@spawnpoint/contracts/users/schemas'
import type { BulkAction, StaffServer } from '@spawnpoint/contracts/servers'
import { useCan, useFormat, useHost, useLocation, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import {
  Checkbox,
  Menu,
  RowLink,
  TextLink,
  VisuallyHidden,
  type Column,
  type MenuItem,
} from '@spawnpoint/sdk/ui'
import { ExternalLink, MoreHorizontal } from '@spawnpoint/sdk/ui/icons'
import { isStuck } from './act-dialog.tsx'
import { useAmountFormat } from './amounts.ts'
import { ServerState, ServerStatus } from './server-state.tsx'

interface ColumnOptions {
  readonly selected: ReadonlyMap<string, StaffServer>
  readonly toggle: (server: StaffServer) => void
  readonly ask: (action: BulkAction, server: StaffServer) => void
  /** With `{id}` for the panel's number. */
  readonly panelPage: string | null
}

/** The owner, linked for staff who may open users. */
export const Owner = ({ owner: { id, username } }: Pick<StaffServer, 'owner'>) => {
  const t = useT()
  const to = userPath(useOpenPath(), id)
  if (username === null) return t('staff.servers.erased')
  return to ? <TextLink to={to}>{username}</TextLink> : username
}

/** The page of a server in the panel's administration. */
export const PanelPageLink = ({
  panelPage,
  panelId,
  name,
}: {
  panelPage: string | null
  panelId: number
  name: string
}) => {
  const t = useT()
  if (panelPage === null) return null
  return (
    <a
      className="sp-button sp-button-ghost sp-button-sm"
      href={panelPage.replace('{id}', String(panelId))}
      target="_blank"
      rel="noreferrer"
      aria-label={t('actions.open', { name })}
      title={t('actions.open', { name })}
    >
      <ExternalLink aria-hidden />
    </a>
  )
}

const useActions = (server: StaffServer, ask: ColumnOptions['ask']): readonly MenuItem[] => {
  const t = useT()
  const { pathname } = useLocation()
  const mayEdit = useCan('admin.servers.edit')
  const mayDelete = useCan('admin.servers.delete')
  const { owner, status, suspendedByStaff } = server
  const isLeaving = status === 'deleting'
  const act = (action: BulkAction): MenuItem => ({
    id: action,
    label: t(`staff.servers.actions.${action === 'delete' && isLeaving ? 'force' : action}`),
    danger: action === 'delete',
    onSelect: () => ask(action, server),
  })
  return [
    ...(mayEdit && !isLeaving
      ? [act(suspendedByStaff ? 'unsuspend' : 'suspend'), ...(server.newOwner ? [] : [act('transfer')])]
      : []),
    {
      id: 'owner',
      label: t('staff.servers.allOf', { name: owner.username ?? '–' }),
      to: `${pathname}?owner=${owner.id}`,
    },
    ...(mayDelete && (!isLeaving || isStuck(server))
      ? [{ id: 'rule', separator: true } as const, act('delete')]
      : []),
  ]
}

const Actions = ({
  server,
  ask,
  panelPage,
}: Omit<ColumnOptions, 'selected' | 'toggle'> & { server: StaffServer }) => {
  const t = useT()
  const items = useActions(server, ask)
  return (
    <span className="sp-actions flex-nowrap">
      <PanelPageLink panelPage={panelPage} {...server} />
      <Menu
        label={t('staff.servers.more', { name: server.name })}
        hideLabel
        size="sm"
        icon={<MoreHorizontal aria-hidden />}
        items={items}
      />
    </span>
  )
}

const State = ({ server }: { server: StaffServer }) => {
  const t = useT()
  const { telling, panelOwnerDiffers, suspendedByStaff, suspensionReason, newOwner } = server
  return (
    <span className="flex min-w-0 flex-col items-start gap-1">
      <ServerState row={{ live: server, queued: null }} forStaff />
      {telling && <span className="sp-hint">{t('changing')}</span>}
      {newOwner && (
        <span className="sp-hint">{t('staff.servers.moving', { name: newOwner.username ?? '–' })}</span>
      )}
      {panelOwnerDiffers && <span className="sp-hint">{t('userServers.otherOwner')}</span>}
      {suspendedByStaff && suspensionReason === null && (
        <span className="sp-hint">{t('userServers.byStaff')}</span>
      )}
    </span>
  )
}

const Moment = ({ at }: { at: string | null }) => {
  const { date, dateTime } = useFormat()
  if (at === null) return '–'
  return (
    <time dateTime={at} title={dateTime(at)}>
      {date(at)}
    </time>
  )
}

const Selector = ({
  server,
  selected,
  toggle,
}: Pick<ColumnOptions, 'selected' | 'toggle'> & { server: StaffServer }) => {
  const t = useT()
  return (
    <span className="relative z-1">
      <Checkbox
        label={<VisuallyHidden>{t('staff.servers.select', { name: server.name })}</VisuallyHidden>}
        checked={selected.has(server.id)}
        onChange={() => toggle(server)}
      />
    </span>
  )
}

const Name = ({ id, name, identifier, panelId }: StaffServer) => {
  const host = useHost()
  return (
    <div className="min-w-0">
      <RowLink to={host.pathTo('server', { id })}>{name}</RowLink>
      <span className="sp-hint block">{`#${panelId} · ${identifier}`}</span>
    </div>
  )
}

const Place = ({ location, egg }: StaffServer) => (
  <div className="min-w-0">
    {location.name ?? '–'}
    <span className="sp-hint block">{egg.name ?? '–'}</span>
  </div>
)

/** Columns of everyone's servers, for staff. */
export const useStaffColumns = (options: ColumnOptions): readonly Column<StaffServer>[] => {
  const t = useT()
  const format = useAmountFormat()
  return [
    {
      id: 'name',
      header: t('columns.name'),
      sortable: true,
      lead: (server) => <Selector server={server} {...options} />,
      cell: (server) => <Name {...server} />,
      phoneCell: ({ name }) => name,
    },
    {
      id: 'status',
      header: t('columns.status'),
      phone: 'badge',
      cell: (server) => <State server={server} />,
      phoneCell: (server) => <ServerStatus row={{ live: server, queued: null }} />,
    },
    { id: 'owner', header: t('staff.servers.owner'), cell: (server) => <Owner {...server} /> },
    {
      id: 'location',
      header: t('columns.location'),
      phone: 'hidden',
      cell: (server) => <Place {...server} />,
    },
    {
      id: 'resources',
      phone: 'hidden',
      header: t('columns.resources'),
      cell: ({ memory, cpu, disk }) => (
        <span className="tabular-nums">
          {[format('memory', memory), format('cpu', cpu), format('disk', disk)].join(' · ')}
        </span>
      ),
    },
    {
      id: 'expiresAt',
      header: t('view.expires'),
      phone: 'hidden',
      sortable: true,
      cell: ({ expiresAt }) => <Moment at={expiresAt} />,
    },
    {
      id: 'createdAt',
      phone: 'hidden',
      header: t('userServers.created'),
      sortable: true,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
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
