import { useHost, useSession, useStore, useT } from '@spawnpoint/sdk/browser'
import { Avatar, Menu, PluginMark, type MenuItem } from '@spawnpoint/sdk/ui'
import { Icon } from '@spawnpoint/sdk/ui/icon'
import { useSyncExternalStore } from 'react'
import { useOtherArea } from './area-switch.tsx'
import { useLanguageItems } from './language-select.tsx'
import { useTheme } from './theme-switch.tsx'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const narrowPx = 640

const onResize = (onChange: () => void) => {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

// Below this width the bar has no room for theme and language.
const useNarrow = () => useSyncExternalStore(onResize, () => innerWidth <= narrowPx)

/** Theme and language, where the bar does not show them. */
const useAppearanceItems = (): MenuItem[] => {
  const t = useT()
  const theme = useTheme()
  const languages = useLanguageItems()
  if (!useNarrow()) return []
  return [
    { id: 'appearance', separator: true },
    { id: 'theme', label: theme.label, icon: theme.icon, onSelect: theme.change },
    { id: 'language', heading: t('language') },
    ...languages,
    { id: 'out', separator: true },
  ]
}

/** The visitor's own menu: what plugins list for the account, and the way to the other area for staff. */
export const ProfileMenu = () => {
  const t = useT()
  const host = useHost()
  const other = useOtherArea()
  const user = useSession((session) => session.user)
  const entries = useStore(host.menu('account'))
  const appearance = useAppearanceItems()
  const username = text(user['username'])
  const own: MenuItem[] = entries.map((entry) => ({
    id: entry.id,
    label: entry.label,
    icon: <Icon name={entry.icon} />,
    mark: <PluginMark text={entry.from} />,
    ...(entry.module === undefined ? { to: entry.path } : { onSelect: () => void host.openEntry(entry) }),
  }))
  // The last entry leads out, so the others stand before it.
  const items: MenuItem[] = [
    ...own.slice(0, -1),
    ...(other
      ? [{ id: 'area', label: other.label, icon: <other.AreaIcon aria-hidden />, to: other.to }]
      : []),
    ...appearance,
    ...own.slice(-1),
  ]
  return (
    <Menu
      label={t('profile')}
      variant="ghost"
      items={[{ id: 'name', heading: username || t('profile') }, ...items]}
    >
      <Avatar id={text(user['uuid'])} name={username} size="sm" src={text(user['avatar'])} />
    </Menu>
  )
}
