import { Link, SHELL, useLocation, useT, type MenuEntry } from '@spawnpoint/sdk/browser'
import { PluginMark } from '@spawnpoint/sdk/ui'
import { Icon } from '../../../sdk/ui/icon.tsx'
import { Menu as MenuIcon } from '../../../sdk/ui/icons.ts'
import { findCurrent } from './menus.ts'

const shownEntries = 4

/** On a phone: the first entries of the menu and the way to the others, within reach of the thumb. */
export const PhoneBar = ({ entries, openMenu }: { entries: readonly MenuEntry[]; openMenu: () => void }) => {
  const t = useT(SHELL)
  const { pathname } = useLocation()
  const current = findCurrent(entries, pathname)
  return (
    <nav aria-label={t('nav.bar')} className="shell-bar">
      {entries.slice(0, shownEntries).map((entry) => (
        <Link
          key={entry.id}
          to={entry.path}
          className="shell-bar-entry"
          aria-current={entry.id === current?.id ? 'page' : undefined}
        >
          <Icon name={entry.icon} />
          <span>{entry.label}</span>
          <PluginMark text={entry.from} />
        </Link>
      ))}
      <button type="button" className="shell-bar-entry" aria-haspopup="dialog" onClick={openMenu}>
        <MenuIcon aria-hidden />
        <span>{t('nav.label')}</span>
      </button>
    </nav>
  )
}
