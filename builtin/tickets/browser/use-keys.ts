import { useHost } from '@spawnpoint/sdk/browser'
import { useEffect, useRef } from 'react'

export type KeyActions = Readonly<Record<string, () => void>>

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null

/** Single keys of a page, unless somebody types, a dialog is open, or they turned such keys off. */
export function useKeys(actions: KeyActions): void {
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
      if (document.querySelector('dialog[open]') || !host.uiSettings.getState().singleKeyShortcuts) return
      event.preventDefault()
      // A key that is held down moves on, but does nothing twice.
      if (!repeat || key === 'j' || key === 'k') act()
    }
    // Before the listener of the whole product, whose `?` lists the keys of every page only.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [host])
}
