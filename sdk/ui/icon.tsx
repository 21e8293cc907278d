import type { LucideProps } from 'lucide-react'
import * as icons from './icons.ts'

const isIcon = (name: string): name is keyof typeof icons => Object.hasOwn(icons, name)

const pascal = (name: string) =>
  name.replaceAll(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * An icon by its name in data, `shopping-cart` or `ShoppingCart`; a name the product does not have is a puzzle piece.
 * Carries the whole set: for what reads manifests. Pages import from `sdk/ui/icons`.
 * @example <Icon name={route.icon} />
 */
export const Icon = ({ name, ...rest }: LucideProps & { name: string }) => {
  const key = pascal(name)
  // oxlint-disable-next-line import/namespace -- the name was looked up
  const Drawn = isIcon(key) ? icons[key] : icons.Puzzle
  return <Drawn aria-hidden {...rest} />
}
