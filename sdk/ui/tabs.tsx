import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

/** A tab and its panel. @example const tab: Tab = { id: 'limits', label: 'Limits', content: <Meter label="Memory" value={3} max={8} /> } */
export type Tab = { id: string; label: string; icon?: ReactNode; content: ReactNode }

/** The open tab lives with the caller or in the component. */
const useSelected = (tabs: readonly Tab[], value?: string, onChange?: (id: string) => void) => {
  const first = tabs[0]?.id ?? ''
  const [own, setOwn] = useState(first)
  const wanted = value ?? own
  const selected = tabs.some(({ id }) => id === wanted) ? wanted : first
  const select = (id: string) => {
    setOwn(id)
    onChange?.(id)
  }
  return [selected, select] as const
}

/** Tabs that were open stay mounted, so that what was typed in them is kept. */
const useOpened = (selected: string): ReadonlySet<string> => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([selected]))
  if (opened.has(selected)) return opened
  const next = new Set([...opened, selected])
  setOpened(next)
  return next
}

/** The bar of the tabs: on a narrow screen the open tab may stand outside it, for instance when the address named it. */
const useTabBar = (current: number) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = list.current
    const tab = bar?.children[current]
    if (!bar || !tab) return
    const [outer, inner] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
    if (inner.left < outer.left || inner.right > outer.right)
      bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [current])
  return list
}

const step: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Tabs moved through with the arrow keys; `useHashTab` of `@spawnpoint/sdk/browser` keeps the open one in the address.
 * @example <Tabs label="Settings" tabs={[{ id: 'mail', label: 'Mail', content: <TextField label="Host" name="host" /> }]} />
 */
export const Tabs = ({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value?: string
  onChange?: (id: string) => void
}) => {
  const base = useId()
  const [selected, select] = useSelected(tabs, value, onChange)
  const opened = useOpened(selected)
  const current = tabs.findIndex(({ id }) => id === selected)
  const list = useTabBar(current)
  const move = (event: KeyboardEvent) => {
    const next = tabs[step[event.key]?.(current, tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    select(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[tabs.indexOf(next)]?.focus()
  }
  return (
    <div>
      <div ref={list} className="sp-tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={move}>
        {tabs.map(({ id, label: name, icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className="sp-tab"
            id={`${base}-tab-${id}`}
            aria-selected={id === selected}
            aria-controls={opened.has(id) ? `${base}-panel-${id}` : undefined}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => select(id)}
          >
            {icon}
            {name}
          </button>
        ))}
      </div>
      {tabs
        .filter(({ id }) => opened.has(id))
        .map(({ id, content }) => (
          <div
            key={id}
            role="tabpanel"
            hidden={id !== selected}
            className="sp-tab-panel"
            id={`${base}-panel-${id}`}
            aria-labelledby={`${base}-tab-${id}`}
          >
            {content}
          </div>
        ))}
    </div>
  )
}
