import type { Manifest, ManifestRoute } from '@spawnpoint/sdk/common'
import type { Plan, PlanPlugin } from '../../common/plan.ts'

export interface FoundRoute {
  readonly plugin: string
  readonly route: ManifestRoute
}

/** The pages that a manifest declares. */
export const pagesOf = ({ contributes }: Pick<Manifest, 'contributes'>): readonly ManifestRoute[] => [
  ...contributes.routes,
  ...contributes.adminPages,
]

export type RouteIndex = (path: string) => FoundRoute | null

const normal = (path: string) => path.replace(/\/+$/, '').toLowerCase() || '/'

/** Matches `/ticket/:id` against a path in any case, as the browser's router does; a last `*` takes the rest. */
function matches(pattern: string, path: string): boolean {
  const want = pattern.split('/')
  const have = path.replace(/\/+$/, '').split('/')
  const takesRest = want.at(-1) === '*'
  if (takesRest) want.pop()
  if (takesRest ? have.length < want.length : have.length !== want.length) return false
  return want.every((part, index) => {
    const got = have[index] ?? ''
    return part.startsWith(':') ? got !== '' : part.toLowerCase() === got.toLowerCase()
  })
}

const takesAll = ({ route }: FoundRoute) => route.path.includes('*')
const depthOf = ({ route }: FoundRoute) => route.path.split('/').length

const REGISTER = 'hooks.register'

/** Where boot code of an added plugin may add pages: which ones is known in the page alone. */
const grownPages = ({ id, boot, isolated, capabilities = [] }: PlanPlugin): readonly ManifestRoute[] =>
  boot === null || isolated === true || !capabilities.includes(REGISTER)
    ? []
    : [
        { id: 'grown', path: `/p/${id}/*`, area: 'user', module: boot, title: '%title%' },
        { id: 'grown-admin', path: `/mc-admin/x/${id}/*`, area: 'admin', module: boot, title: '%title%' },
      ]

/** Finds the route of a path: fixed paths by name, then patterns in the order of the plan, then what takes all. */
export function createRouteIndex(plan: Pick<Plan, 'plugins'>): RouteIndex {
  const all = plan.plugins.flatMap((plugin) =>
    [...pagesOf(plugin), ...grownPages(plugin)].map((route): FoundRoute => ({ plugin: plugin.id, route })),
  )
  const parameters = all.filter((found) => found.route.path.includes(':') && !takesAll(found))
  // The narrowest comes first: the page for what is not there takes everything.
  const patterns = [...parameters, ...all.filter(takesAll).toSorted((a, b) => depthOf(b) - depthOf(a))]
  const fixed = new Map<string, FoundRoute>()
  for (const found of all)
    if (!fixed.has(normal(found.route.path))) fixed.set(normal(found.route.path), found)
  return (path) => fixed.get(normal(path)) ?? patterns.find(({ route }) => matches(route.path, path)) ?? null
}
