import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { classNames } from './class-names.ts'
import { Link } from './link.tsx'
import { placeBeside } from './place-beside.ts'

/** A line of a menu: an action, a link, a heading or a rule. @example const item: MenuItem = { id: 'edit', label: 'Edit', onSelect: edit } */
export type MenuItem =
  | {
      id: string
      label: string
      icon?: ReactNode
      /** Stands behind the label; says of a disabled action why, which the arrow keys reach then. */
      mark?: ReactNode
      danger?: boolean
      disabled?: boolean
      onSelect: () => void
    }
  | { id: string; label: string; icon?: ReactNode; mark?: ReactNode; danger?: boolean; to: string }
  | { id: string; heading: string }
  | { id: string; separator: true }

const itemsOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]:not([data-silent])') ?? []),
]

const MenuLine = ({ item, close }: { item: MenuItem; close: () => void }) => {
  if ('separator' in item) return <hr />
  if ('heading' in item) return <div className="sp-menu-heading">{item.heading}</div>
  if ('to' in item) {
    return (
      <Link
        to={item.to}
        role="menuitem"
        tabIndex={-1}
        className={classNames('sp-menu-item', item.danger && 'sp-menu-danger')}
        onClick={close}
      >
        {item.icon}
        {item.label}
        {item.mark}
      </Link>
    )
  }
  const choose = () => {
    close()
    item.onSelect()
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={classNames('sp-menu-item', item.danger && 'sp-menu-danger')}
      aria-disabled={item.disabled || undefined}
      data-silent={(item.disabled && !item.mark) || undefined}
      onClick={item.disabled ? undefined : choose}
    >
      {item.icon}
      {item.label}
      {item.mark}
    </button>
  )
}

const moveIn = (event: KeyboardEvent, menu: HTMLElement | null) => {
  const items = itemsOf(menu)
  const at = items.findIndex((item) => item === document.activeElement)
  const steps: Record<string, number> = {
    ArrowDown: (at + 1) % items.length,
    ArrowUp: (at <= 0 ? items.length : at) - 1,
    Home: 0,
    End: items.length - 1,
  }
  const initial = event.key.length === 1 ? event.key.toLowerCase() : null
  const typed = initial
    ? [...items.slice(at + 1), ...items].find((item) =>
        item.textContent.trim().toLowerCase().startsWith(initial),
      )
    : undefined
  const next = items[steps[event.key] ?? -1] ?? typed
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Opens and closes the list beside its button, and moves the focus with it. */
const useMenuPopover = (align: 'start' | 'end') => {
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => {
    menu.current?.hidePopover()
    button.current?.focus()
  }
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    if (open) itemsOf(menu.current)[0]?.focus()
    else if (!menu.current?.matches(':popover-open')) menu.current?.showPopover()
  }
  const listeners = {
    onBeforeToggle: (event: ToggleEvent) => {
      if (event.newState === 'open' && button.current && menu.current)
        placeBeside(button.current, menu.current, align)
    },
    onToggle: (event: ToggleEvent) => {
      setOpen(event.newState === 'open')
      if (event.newState === 'open') itemsOf(menu.current)[0]?.focus()
    },
    onKeyDown: (event: KeyboardEvent) => (event.key === 'Tab' ? close() : moveIn(event, menu.current)),
  }
  return { button, menu, open, close, openByArrow, listeners }
}

/**
 * A button that opens a list of actions; arrow keys and typed initials move through it.
 * @example <Menu label="More" icon={<MoreHorizontal />} hideLabel items={[{ id: 'edit', label: 'Edit', onSelect: edit }]} />
 */
export const Menu = ({
  label,
  icon,
  hideLabel = false,
  variant = 'secondary',
  size = 'md',
  align = 'end',
  items,
  children,
}: {
  label: string
  icon?: ReactNode
  hideLabel?: boolean
  variant?: ButtonVariant
  size?: 'sm' | 'md' | 'lg'
  align?: 'start' | 'end'
  items: readonly MenuItem[]
  /** Drawn in the button in place of the label. */
  children?: ReactNode
}) => {
  const id = useId()
  const { button, menu, open, close, openByArrow, listeners } = useMenuPopover(align)
  return (
    <>
      <Button
        ref={button}
        id={`${id}-button`}
        variant={hideLabel ? 'ghost' : variant}
        size={size}
        icon={icon}
        className={hideLabel ? 'sp-button-icon' : undefined}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={hideLabel || children ? label : undefined}
        onKeyDown={openByArrow}
      >
        {children ?? (hideLabel ? null : label)}
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-labelledby={`${id}-button`}
        className="sp-popover"
        {...listeners}
      >
        {items.map((item) => (
          <MenuLine key={item.id} item={item} close={close} />
        ))}
      </div>
    </>
  )
}
