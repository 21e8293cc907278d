import type { LucideProps } from 'lucide-react'
import { useEffect, type ComponentType } from 'react'
import { useStore } from 'zustand/react'
import { createStore } from 'zustand/vanilla'
import * as menuIcons from './menu-icons.ts'
import { Puzzle } from './menu-icons.ts'

type Icons = Readonly<Record<string, ComponentType<LucideProps>>>

const common: Icons = { ...menuIcons }

const moreIcons = createStore<{ readonly icons: Icons | null; load(): void }>((set) => {
  let loading: Promise<void> | null = null
  const fetchIcons = async (): Promise<void> => {
    try {
      const icons: Icons = { ...(await import('./icons.ts')) }
      set({ icons })
    } catch {
      // The page works without them; the next icon tries again.
      loading = null
    }
  }
  return {
    icons: null,
    load: () => {
      loading ??= fetchIcons()
    },
  }
})

/** Holds the place, so that nothing moves when the icon comes. */
const Blank = ({ className, size = 24 }: LucideProps) => (
  <svg className={className} width={size} height={size} aria-hidden="true" />
)

const pascal = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, initial: string) => initial.toUpperCase())

/**
 * An icon by its name in data, `shopping-cart` or `ShoppingCart`; a name the product does not have is a puzzle piece.
 * For code that reads manifests: rarely used icons are fetched and drawn a moment later. Pages import from
 * `sdk/ui/icons`.
 * @example <Icon name="ShoppingCart" />
 */
export const Icon = ({ name, ...rest }: LucideProps & { name: string }) => {
  const { icons, load } = useStore(moreIcons)
  const key = pascal(name)
  const known = Object.hasOwn(common, key) ? common : icons
  const isMissing = known === null
  useEffect(() => {
    if (isMissing) load()
  }, [isMissing, load])
  const Drawn = known ? (known[key] ?? Puzzle) : Blank
  return <Drawn aria-hidden {...rest} />
}
