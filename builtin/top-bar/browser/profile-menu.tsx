import { useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Menu, type MenuItem } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import { useOtherArea } from './area-switch.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The visitor's own menu: what plugins list for the account, and the way to the other area for staff. */
export const ProfileMenu = () => {
  const t = useT()
  const host = useHost()
  const other = useOtherArea()
  const user = useSession((session) => session.user)
  const entries = useStore(host.menu('account'))
  const username = text(user['username'])
  const fullName = `${text(user['first_name'])} ${text(user['last_name'])}`.trim()
  const own: MenuItem[] = entries.map((entry) => ({
    id: entry.id,
    label: entry.label,
    icon: <Icon name={entry.icon} />,
    ...(entry.module === undefined ? { to: entry.path } : { onSelect: () => void host.openEntry(entry) }),
  }))
  // The last entry leads out, so the other area stands before it.
  const items: MenuItem[] = other
    ? [
        ...own.slice(0, -1),
        { id: 'area', label: other.label, icon: <other.AreaIcon aria-hidden />, to: other.to },
        ...own.slice(-1),
      ]
    : own
  return (
    <Menu
      label={t('profile')}
      variant="ghost"
      items={[{ id: 'name', heading: username || t('profile') }, ...items]}
    >
      <Avatar name={fullName || username} size="sm" src={text(user['avatar']) || undefined} />
    </Menu>
  )
}
