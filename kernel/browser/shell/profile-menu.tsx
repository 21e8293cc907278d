import { SHELL, useSession, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Menu, type MenuItem } from '@spawnpoint/sdk/ui'
import { Icon } from '../../../sdk/ui/icon.tsx'
import { Shield } from '../../../sdk/ui/icons.ts'
import { useKernel } from '../app/kernel-context.tsx'
import { isOpen } from './nav-groups.ts'
import { runEntry } from './run-entry.ts'
import { useNav } from './use-nav.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Where the admin area begins for this visitor: at its home, or at the first page that they may open. */
const useAdminStart = (): string | undefined => {
  const kernel = useKernel()
  const [first] = useNav('admin').flatMap(({ entries }) => entries)
  const home = kernel.routeRegistry.wellKnown('admin')
  return home && isOpen(kernel, home) ? home.path : first?.path
}

/** The visitor's own menu: what plugins list for the account, and the admin area for who may open any of it. */
export const ProfileMenu = () => {
  const t = useT(SHELL)
  const kernel = useKernel()
  const user = useSession((session) => session.user)
  const groups = useNav('account')
  const username = text(user['username'])
  const fullName = `${text(user['first_name'])} ${text(user['last_name'])}`.trim()
  const admin = useAdminStart()
  const own: MenuItem[] = groups.flatMap(({ entries }) =>
    entries.map((entry) => ({
      id: entry.id,
      label: entry.label,
      icon: <Icon name={entry.icon} />,
      ...(entry.module === undefined ? { to: entry.path } : { onSelect: () => void runEntry(kernel, entry) }),
    })),
  )
  // The last entry leads out, so the admin area stands before it.
  const items: MenuItem[] = admin
    ? [
        ...own.slice(0, -1),
        { id: 'admin', label: t('topbar.admin'), icon: <Shield aria-hidden />, to: admin },
        ...own.slice(-1),
      ]
    : own
  return (
    <Menu
      label={t('topbar.profile')}
      variant="ghost"
      items={[{ id: 'name', heading: username || t('topbar.profile') }, ...items]}
    >
      <Avatar name={fullName || username} size="sm" src={text(user['avatar']) || undefined} />
    </Menu>
  )
}
