import { useEffect } from 'react'
import { useKernel } from '../app/kernel-context.tsx'
import { isOpen } from './nav-groups.ts'

const isPlain = ({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !shiftKey && !altKey

/** `Control+D` or `ctrl+shift+d` as a manifest writes it. */
const isPressed = (shortcut: string, event: KeyboardEvent): boolean => {
  const parts = shortcut.toLowerCase().split('+')
  const wants = (...names: readonly string[]): boolean => names.some((name) => parts.includes(name))
  return (
    event.key.toLowerCase() === parts.at(-1) &&
    (event.ctrlKey || event.metaKey) === wants('ctrl', 'control', 'mod') &&
    event.shiftKey === wants('shift') &&
    event.altKey === wants('alt')
  )
}

/** Ctrl+K opens the command palette, Ctrl+D goes to the dashboard, and commands bring their own. */
export const useShortcuts = (openSearch: () => void): void => {
  const kernel = useKernel()
  useEffect(() => {
    const { registry, routeRegistry, navigation, wellKnownPath } = kernel
    const find = (event: KeyboardEvent): (() => void) | null => {
      if (isPlain(event) && event.key.toLowerCase() === 'k') return openSearch
      if (isPlain(event) && event.key.toLowerCase() === 'd')
        return () => navigation.navigate(wellKnownPath('home'))
      const command = registry.contributions
        .getState()
        .commands.find(({ shortcut }) => shortcut !== undefined && isPressed(shortcut, event))
      const route = command && routeRegistry.find(command.route, command.plugin)
      return route && !route.path.includes(':') && isOpen(kernel, route)
        ? () => navigation.navigate(route.path)
        : null
    }
    const listen = (event: KeyboardEvent): void => {
      const act = event.defaultPrevented ? null : find(event)
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [kernel, openSearch])
}
