import { useEffect, useRef, type RefObject } from 'react'
import { useHost } from './host.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role=menu]') !== null

/** Keys mean what is on top: the page where no dialog is open, or the dialog around `within` where no other one is. */
const isOnTop = (within: HTMLElement | null | undefined) => {
  const own = within?.closest('dialog') ?? null
  const open = [...document.querySelectorAll('dialog[open]')]
  return open.length === (own ? 1 : 0) && open.every((dialog) => dialog === own)
}

/**
 * Keys without Ctrl or Alt, such as `j` for the next row: never while somebody types, and not where they turned such keys
 * off in their account. A key that is held down repeats only `j` and `k`.
 *
 * @param actions what each key does, by its lower-case name
 * @param within an element of a dialog, for keys of that dialog; without it they are keys of the page, which rest while a dialog is open
 * @example useSingleKeys({ j: () => moveFocus('[data-row]', 1), k: () => moveFocus('[data-row]', -1) })
 */
export function useSingleKeys(
  actions: Readonly<Record<string, () => void>>,
  within?: RefObject<HTMLElement | null>,
): void {
  const host = useHost()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat, target, defaultPrevented } = event
      const act = latest.current[key.toLowerCase()]
      if (!act || defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return
      if (!isOnTop(within?.current) || !host.uiSettings.getState().singleKeyShortcuts) return
      event.preventDefault()
      // A key that is held down moves on, but does nothing twice.
      if (!repeat || key === 'j' || key === 'k') act()
    }
    // Before the listener of the whole product, whose `?` lists the keys of every page only.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [host, within])
}

/**
 * Moves the focus to the next (1) or previous (-1) of the visible elements that `selector` finds. From elsewhere it begins
 * at the one that `start` counts to.
 *
 * @example moveFocus('[data-row]', 1)
 */
export function moveFocus(selector: string, step: 1 | -1, start = 0): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter(
    (element) => element.checkVisibility?.() ?? true,
  )
  const current = all.findIndex((element) => element === document.activeElement)
  const next = current < 0 ? start : Math.min(Math.max(0, current + step), all.length - 1)
  all[next]?.focus()
  all[next]?.scrollIntoView?.({ block: 'nearest' })
}
