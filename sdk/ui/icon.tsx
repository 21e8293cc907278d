import type { LucideProps } from 'lucide-react'
import { useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { iconNames } from './icon-names.ts'
import * as menuIcons from './menu-icons.ts'

type Icons = Readonly<Record<string, ComponentType<LucideProps>>>

const common: Icons = { ...menuIcons }

/** The whole set, fetched once somebody needs more than the common ones. */
const createWholeSet = () => {
  const listeners = new Set<() => void>()
  let icons: Icons | null = null
  let loading: Promise<void> | null = null
  const fetchIcons = async (): Promise<void> => {
    try {
      icons = { ...(await import('./icons.ts')) }
      for (const listener of listeners) listener()
    } catch {
      // The page is as good without them; the next icon that comes tries again.
      loading = null
    }
  }
  return {
    get: () => icons,
    load: () => {
      loading ??= fetchIcons()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const wholeSet = createWholeSet()

/** Holds the place, so that nothing moves when the icon comes. */
const Blank = ({ className, size = 24 }: LucideProps) => (
  <svg className={className} width={size} height={size} aria-hidden="true" />
)

const pascal = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * An icon by its name in data, `shopping-cart` or `ShoppingCart`; a name the product does not have is a puzzle piece.
 * For what reads manifests: what menus rarely name is fetched and drawn a moment later. Pages import from
 * `sdk/ui/icons`.
 * @example <Icon name="ShoppingCart" />
 */
export const Icon = ({ name, ...rest }: LucideProps & { name: string }) => {
  const whole = useSyncExternalStore(wholeSet.subscribe, wholeSet.get, wholeSet.get)
  const key = iconNames.has(pascal(name)) ? pascal(name) : 'Puzzle'
  const known = Object.hasOwn(common, key) ? common : whole
  const isMissing = known === null
  useEffect(() => {
    if (isMissing) wholeSet.load()
  }, [isMissing])
  const Drawn = known?.[key] ?? Blank
  return <Drawn aria-hidden {...rest} />
}
