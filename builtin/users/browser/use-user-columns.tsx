import { userPath } from '@spawnpoint/contracts/users/schemas'
import type { listUsers } from '@spawnpoint/contracts/users'
import { useCan, useFormat, useHost, useOpenPath, useT } from '@spawnpoint/sdk/browser'
import type { ReplyOf } from '@spawnpoint/sdk/common'
import { Avatar, Badge, LinkButton, RoleBadge, RowLink, type Column } from '@spawnpoint/sdk/ui'
import { Pencil, Trash2 } from '@spawnpoint/sdk/ui/icons'

export type ListedUser = ReplyOf<typeof listUsers>['items'][number]

const Name = ({ user }: { user: ListedUser }) => {
  const t = useT()
  const to = userPath(useOpenPath(), user.id)
  return (
    <span className="sp-actions">
      {to ? <RowLink to={to}>{user.username}</RowLink> : user.username}
      {user.banned && <Badge tone="danger">{t('list.banned')}</Badge>}
    </span>
  )
}

const Email = ({ user }: { user: ListedUser }) => {
  const t = useT()
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {user.email} {!user.verified && <Badge tone="warning">{t('list.unverified')}</Badge>}
    </span>
  )
}

const Buttons = ({ user }: { user: ListedUser }) => {
  const t = useT()
  const host = useHost()
  const canEdit = useCan('admin.users.edit')
  const canDelete = useCan('admin.users.delete')
  const shared = { variant: 'ghost', size: 'sm', className: 'sp-button-icon' } as const
  const params = { id: user.id }
  return (
    <span className="sp-actions">
      {canEdit && (
        <LinkButton
          {...shared}
          to={host.pathTo('users-edit', params)}
          icon={<Pencil aria-hidden />}
          title={t('list.edit')}
          aria-label={t('list.editRow', { name: user.username })}
        />
      )}
      {canDelete && (
        <LinkButton
          {...shared}
          to={host.pathTo('users-delete', params)}
          icon={<Trash2 aria-hidden />}
          title={t('list.delete')}
          aria-label={t('list.deleteRow', { name: user.username })}
        />
      )}
    </span>
  )
}

export function useUserColumns(): readonly Column<ListedUser>[] {
  const t = useT()
  const format = useFormat()
  return [
    {
      id: 'username',
      header: t('columns.username'),
      sortable: true,
      lead: ({ id, username, avatar }) => <Avatar id={id} name={username} src={avatar} size="sm" />,
      cell: (user) => <Name user={user} />,
    },
    {
      id: 'name',
      header: t('columns.name'),
      phone: 'hidden',
      cell: (user) => `${user.firstName} ${user.lastName}`,
    },
    { id: 'email', header: t('columns.email'), sortable: true, cell: (user) => <Email user={user} /> },
    {
      id: 'role',
      phone: 'badge',
      header: t('columns.role'),
      cell: ({ role }) => <RoleBadge name={role.name} color={role.color} />,
    },
    {
      id: 'lastSeenAt',
      header: t('columns.lastSeenAt'),
      sortable: true,
      cell: ({ lastSeenAt }) => (
        <time dateTime={lastSeenAt} title={format.dateTime(lastSeenAt)}>
          {format.ago(lastSeenAt)}
        </time>
      ),
    },
    {
      id: 'createdAt',
      phone: 'hidden',
      header: t('columns.createdAt'),
      sortable: true,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.date(createdAt)}</time>,
    },
    {
      id: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      align: 'end',
      cell: (user) => <Buttons user={user} />,
    },
  ]
}
