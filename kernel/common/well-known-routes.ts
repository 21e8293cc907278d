import type { Manifest } from '@spawnpoint/sdk/common'

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
