import { useHost, useOpenRoutes, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Menu, type MenuItem } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import { Shield } from '@spawnpoint/sdk/ui/icons'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Where the admin area begins for this visitor: at its home, or at the first page that they may open. */
const useAdminStart = (): string | undefined => {
  const [first] = useStore(useHost().menu('admin'))
  const home = useOpenRoutes().find(({ wellKnown }) => wellKnown === 'admin')
  return (home ?? first)?.path
}

/** The visitor's own menu: what plugins list for the account, and the admin area for who may open any of it. */
export const ProfileMenu = () => {
  const t = useT()
  const host = useHost()
  const user = useSession((session) => session.user)
  const entries = useStore(host.menu('account'))
  const username = text(user['username'])
  const fullName = `${text(user['first_name'])} ${text(user['last_name'])}`.trim()
  const admin = useAdminStart()
  const own: MenuItem[] = entries.map((entry) => ({
    id: entry.id,
    label: entry.label,
    icon: <Icon name={entry.icon} />,
    ...(entry.module === undefined ? { to: entry.path } : { onSelect: () => void host.openEntry(entry) }),
  }))
  // The last entry leads out, so the admin area stands before it.
  const items: MenuItem[] = admin
    ? [
        ...own.slice(0, -1),
        { id: 'admin', label: t('admin'), icon: <Shield aria-hidden />, to: admin },
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
