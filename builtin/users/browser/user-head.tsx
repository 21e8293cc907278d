import { useHost, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Badge, Code, CopyButton, LinkButton, RoleBadge } from '@spawnpoint/sdk/ui'
import { Trash2 } from '@spawnpoint/sdk/ui/icons'
import type { UserDetails } from './use-user-form.ts'

/** The end of an id is what tells two apart: its beginning is the time. The button takes all of it. */
const ShortId = ({ id }: { id: string }) => {
  const t = useT()
  return (
    <span className="flex items-center gap-1" title={id}>
      <span className="sp-hidden">{t('facts.id')}</span>
      <Code>{id.slice(-8)}</Code>
      <CopyButton value={id} />
    </span>
  )
}

/** Picture, role and state under the name of a user. */
export const UserHead = ({ user }: { user: UserDetails }) => {
  const t = useT()
  return (
    <span className="sp-actions">
      <Avatar id={user.id} name={user.username} src={user.avatar} />
      <RoleBadge name={user.role.name} color={user.role.color} />
      {user.banned && <Badge tone="danger">{t('list.banned')}</Badge>}
      <ShortId id={user.id} />
    </span>
  )
}

/** Leads to the page that erases the account; nothing where the visitor may not. */
export const DeleteLink = ({ user }: { user: UserDetails }) => {
  const t = useT()
  const host = useHost()
  if (user.self || !user.editable || !host.can('admin.users.delete')) return null
  return (
    <LinkButton
      to={host.pathTo('users-delete', { id: user.id })}
      variant="danger-quiet"
      icon={<Trash2 aria-hidden />}
    >
      {t('list.delete')}
    </LinkButton>
  )
}
