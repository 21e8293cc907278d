import {
  gapAfter,
  Link,
  SHELL,
  Slot,
  useFormat,
  useLocation,
  useSession,
  useT,
  type MenuEntry,
} from '@spawnpoint/sdk/browser'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Icon } from '../../../sdk/ui/icon.tsx'
import { IconButton, PluginMark } from '@spawnpoint/sdk/ui'
import { X } from '../../../sdk/ui/icons.ts'
import { openModal } from '../../../sdk/ui/dialogs.ts'
import { useKernel } from '../app/kernel-context.tsx'
import { Brand } from './brand.tsx'
import { findCurrent } from './menus.ts'

const Badge = ({ stat, label = '' }: { stat: string; label?: string | undefined }) => {
  const { number } = useFormat()
  const value = useSession(({ stats }) => stats[stat])
  if (typeof value !== 'number' || value <= 0) return null
  return (
    <>
      {label && <span className="sp-hidden">{` ${label}${gapAfter(label)}`}</span>}
      <span className="shell-nav-badge">{number(value)}</span>
    </>
  )
}

const Entry = ({ entry, isCurrent }: { entry: MenuEntry; isCurrent: boolean }) => {
  const item = useRef<HTMLLIElement>(null)
  // The entry of the open page may stand below the fold of a long menu.
  useEffect(() => {
    if (isCurrent) item.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li ref={item}>
      <Link
        to={entry.path}
        className="shell-nav-link"
        title={entry.label}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon name={entry.icon} />
        <span>{entry.label}</span>
        <PluginMark text={entry.from} />
        {entry.badge && <Badge stat={entry.badge} label={entry.badgeLabel} />}
      </Link>
    </li>
  )
}

interface GroupProps {
  readonly id: string
  readonly entries: readonly MenuEntry[]
  readonly current: MenuEntry | null
}

const Group = ({ id, entries, current }: GroupProps) => {
  const { messages } = useKernel()
  const t = useT(SHELL)
  const key = `nav.groups.${id}`
  const title = messages.has(SHELL, key) ? t(key) : id
  return (
    <div>
      {/* The list has the name: headings here would come before the one of the page, and regions by the dozen. */}
      {id !== 'main' && (
        <p className="shell-nav-title" aria-hidden>
          {title}
        </p>
      )}
      <ul aria-label={title}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} isCurrent={entry.id === current?.id} />
        ))}
      </ul>
    </div>
  )
}

/** More than fits on a screen. */
const firstEntries = 60

/** The groups of the menu, and what plugins put below them. */
export const SidebarMenu = ({ entries }: { entries: readonly MenuEntry[] }) => {
  const t = useT(SHELL)
  const { pathname } = useLocation()
  const current = findCurrent(entries, pathname)
  // Menu entries below the fold render later, so a long menu does not block the page.
  const isWhole = useDeferredValue(true, false)
  const groups = Map.groupBy(isWhole ? entries : entries.slice(0, firstEntries), ({ group }) => group)
  return (
    <nav aria-label={t('nav.label')} className="shell-nav">
      {[...groups].map(([id, members]) => (
        <Group key={id} id={id} entries={members} current={current} />
      ))}
      <Slot name="shell.sidebar" />
    </nav>
  )
}

/** On a phone the menu is a modal drawer: it traps focus, closes on Esc and on every visit. */
export const SidebarDrawer = ({
  entries,
  isOpen,
  close,
}: {
  entries: readonly MenuEntry[]
  isOpen: boolean
  close: () => void
}) => {
  const t = useT(SHELL)
  const { pathname } = useLocation()
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = drawer
    return isOpen && current ? openModal(current) : undefined
  }, [isOpen])
  useEffect(close, [pathname, close])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc is the key for it
    <dialog
      ref={drawer}
      className="shell-drawer"
      aria-label={t('nav.label')}
      onClose={close}
      onMouseDown={({ target }) => target === drawer.current && close()}
      // Also where the link leads to the page that is open already.
      onClick={({ target }) => target instanceof Element && target.closest('a') && close()}
    >
      {isOpen && (
        <>
          <header className="shell-drawer-head">
            <Brand />
            <IconButton label={t('nav.close')} icon={<X aria-hidden />} onClick={close} />
          </header>
          <SidebarMenu entries={entries} />
        </>
      )}
    </dialog>
  )
}
