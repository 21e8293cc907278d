import type { WellKnownRoute, Manifest } from '@spawnpoint/sdk/common'
import { WELL_KNOWN_ROUTES } from '../../sdk/common/manifest-schema.ts'

type Claimant = Pick<Manifest, 'id' | 'contributes'>

const claims = (plugins: readonly Claimant[]) =>
  plugins.flatMap(({ id, contributes }) =>
    [...contributes.routes, ...contributes.adminPages].flatMap(({ wellKnown }) =>
      wellKnown ? [{ id, wellKnown }] : [],
    ),
  )

/** Well-known routes that two routes claim, each in one sentence that names the plugins. */
export const findWellKnownConflicts = (plugins: readonly Claimant[]): string[] => {
  const claimed = Map.groupBy(claims(plugins), ({ wellKnown }) => wellKnown)
  return [...claimed].flatMap(([wellKnown, claimants]) => {
    const ids = claimants.map(({ id }) => id).join(' and ')
    return claimants.length > 1 ? [`well-known route '${wellKnown}' is claimed by ${ids}: only one may`] : []
  })
}

export const findMissingWellKnownRoutes = (plugins: readonly Claimant[]): WellKnownRoute[] => {
  const claimed = new Set(claims(plugins).map(({ wellKnown }) => wellKnown))
  return WELL_KNOWN_ROUTES.filter((wellKnown) => !claimed.has(wellKnown))
}
