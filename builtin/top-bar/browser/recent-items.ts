import { useHost, useOpenRoutes, useSession, useStore } from '@spawnpoint/sdk/browser'

/** A page that was opened from the palette. */
export interface Visited {
  readonly label: string
  readonly path: string
  readonly icon?: string | undefined
  /** The added plugin that it comes from. */
  readonly from?: string | undefined
}

const MOST = 5
let recent: { readonly person: string; readonly items: readonly Visited[] } = { person: '', items: [] }

const partsOf = (path: string): readonly string[] => (path.split(/[?#]/)[0] ?? '').split('/')

/** Says how well an address fits the pattern of a route: by its fixed parts, or not at all. */
const fit = (pattern: string, path: string): number => {
  const [wanted, given] = [partsOf(pattern), partsOf(path)]
  const fits =
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
  return fits ? wanted.filter((part) => !part.startsWith(':')).length : 0
}

/** The pages that this person opened from the palette in this tab and may open now, the last one first. */
export const useRecent = () => {
  const routes = useStore(useHost().routes)
  const open = useOpenRoutes()
  const person = useSession(({ user }) => String(user['uuid'] ?? ''))
  const own = recent.person === person ? recent.items : []
  const isOpen = ({ path }: Visited) => {
    const [route] = routes.toSorted((a, b) => fit(b.path, path) - fit(a.path, path))
    return (
      route !== undefined &&
      fit(route.path, path) > 0 &&
      open.some(({ id, plugin }) => id === route.id && plugin === route.plugin)
    )
  }
  return {
    find: () => own.filter(isOpen),
    keep: ({ label, path, icon, from }: Visited): void => {
      const items = [{ label, path, icon, from }, ...own.filter((other) => other.path !== path)]
      recent = { person, items: items.slice(0, MOST) }
    },
  }
}
