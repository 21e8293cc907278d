import { pressedKey, useHost } from '@spawnpoint/sdk/browser'
import { useEffect } from 'react'

const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey

/** `Control+D` or `ctrl+shift+d` as a manifest writes it. */
const isPressed = (shortcut: string, event: KeyboardEvent): boolean => {
  const parts = shortcut.toLowerCase().split('+')
  const wants = (...names: readonly string[]): boolean => names.some((name) => parts.includes(name))
  return (
    pressedKey(event) === parts.at(-1) &&
    (event.ctrlKey || event.metaKey) === wants('ctrl', 'control', 'mod') &&
    event.shiftKey === wants('shift') &&
    event.altKey === wants('alt')
  )
}

/** Typing "?" into a field is text, and a dialog on top has keys of its own. */
const isAsking = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '?' &&
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !(target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog'))

/** Ctrl+K opens the command palette, Ctrl+D goes to the dashboard, "?" lists the keys, and commands bring their own. */
export const useShortcuts = (openPalette: () => void, openList: () => void): void => {
  const host = useHost()
  useEffect(() => {
    const find = (event: KeyboardEvent): (() => void) | null => {
      if (isAsking(event)) return host.uiSettings.getState().singleKeyShortcuts ? openList : null
      const key = isPlain(event) ? pressedKey(event) : ''
      if (key === 'k') return openPalette
      if (key === 'd') return () => host.navigate(host.pathToWellKnown('home'))
      const command = host
        .menu('commands')
        .getState()
        .find(({ shortcut }) => shortcut !== undefined && isPressed(shortcut, event))
      return command ? () => host.navigate(command.path) : null
    }
    const listen = (event: KeyboardEvent): void => {
      const act = event.defaultPrevented ? null : find(event)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [host, openPalette, openList])
}
