import { Link, SHELL, Slot, useLocation, useT } from '@spawnpoint/sdk/browser'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Icon } from '../../../sdk/ui/icon.tsx'
import { useKernel } from '../app/kernel-context.tsx'
import { findCurrent, type NavEntry, type NavGroup } from './nav-groups.ts'

const Entry = ({ entry, isCurrent }: { entry: NavEntry; isCurrent: boolean }) => (
  <li>
    <Link
      to={entry.path}
      className="shell-nav-link"
      title={entry.label}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Icon name={entry.icon} />
      <span>{entry.label}</span>
    </Link>
  </li>
)

const Group = ({ group, current }: { group: NavGroup; current: NavEntry | null }) => {
  const { messages } = useKernel()
  const t = useT(SHELL)
  const key = `nav.groups.${group.id}`
  const isTitled = group.id !== 'main'
  const title = messages.has(SHELL, key) ? t(key) : group.id
  return (
    <section aria-label={title}>
      {isTitled && <h2 className="shell-nav-title">{title}</h2>}
      <ul>
        {group.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} isCurrent={entry.id === current?.id} />
        ))}
      </ul>
    </section>
  )
}

/** More than fits on a screen. */
const firstEntries = 60

/** The beginning of a long menu. */
const firstOf = (groups: readonly NavGroup[]): readonly NavGroup[] => {
  let left = firstEntries
  return groups.flatMap((group) => {
    const entries = group.entries.slice(0, left)
    left -= entries.length
    return entries.length > 0 ? [{ ...group, entries }] : []
  })
}

/** The groups of the menu, and what plugins put below them. */
export const SidebarMenu = ({ groups }: { groups: readonly NavGroup[] }) => {
  const t = useT(SHELL)
  const { pathname } = useLocation()
  const current = findCurrent(groups, pathname)
  // Menu entries below the fold render later, so a long menu does not block the page.
  const isWhole = useDeferredValue(true, false)
  const shown = isWhole ? groups : firstOf(groups)
  return (
    <nav aria-label={t('nav.label')} className="shell-nav">
      {shown.map((group) => (
        <Group key={group.id} group={group} current={current} />
      ))}
      <Slot name="shell.sidebar" />
    </nav>
  )
}

/** On a phone the menu is a modal drawer: it traps focus, closes on Esc and on every visit. */
export const SidebarDrawer = ({
  groups,
  isOpen,
  close,
}: {
  groups: readonly NavGroup[]
  isOpen: boolean
  close: () => void
}) => {
  const t = useT(SHELL)
  const { pathname } = useLocation()
  const drawer = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const { current } = drawer
    if (!current || current.open === isOpen) return
    if (isOpen) current.showModal()
    else current.close()
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
    >
      {isOpen && <SidebarMenu groups={groups} />}
    </dialog>
  )
}
