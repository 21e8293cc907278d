import type { WellKnownRoute, Manifest } from '@spawnpoint/sdk/common'

/** Well-known routes, which the kernel links to without naming a plugin. */
export const WELL_KNOWN_ROUTES = [
  'home',
  'login',
  'verify',
  'forbidden',
  'server-error',
  'not-found',
  'lost-connection',
  'admin',
  'required-step',
] as const satisfies readonly WellKnownRoute[]

type Claimant = Pick<Manifest, 'id' | 'contributes'>

const claims = (plugins: readonly Claimant[]) =>
  plugins.flatMap(({ id, contributes }) =>
    [...contributes.routes, ...contributes.adminPages].flatMap(({ wellKnown }) =>
      wellKnown ? [{ id, wellKnown }] : [],
    ),
  )

/** Well-known routes that two routes claim, each in one sentence that names the plugins. */
export const findWellKnownConflicts = (plugins: readonly Claimant[]): string[] => {
  const all = claims(plugins)
  return WELL_KNOWN_ROUTES.flatMap((wellKnown) => {
    const claimants = all.filter((claim) => claim.wellKnown === wellKnown).map(({ id }) => id)
    return claimants.length > 1
      ? [`well-known route '${wellKnown}' is claimed by ${claimants.join(' and ')}: only one may`]
      : []
  })
}

export const findMissingWellKnownRoutes = (plugins: readonly Claimant[]): WellKnownRoute[] => {
  const claimed = new Set(claims(plugins).map(({ wellKnown }) => wellKnown))
  return WELL_KNOWN_ROUTES.filter((wellKnown) => !claimed.has(wellKnown))
}
