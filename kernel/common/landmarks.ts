import type { Landmark, Manifest } from '@spawnpoint/sdk/common'

/** Well-known routes, which the kernel links to without naming a plugin. */
export const LANDMARKS = [
  'home',
  'login',
  'verify',
  'forbidden',
  'server-error',
  'not-found',
  'lost-connection',
  'admin',
  'duty',
] as const satisfies readonly Landmark[]

type Claimant = Pick<Manifest, 'id' | 'contributes'>

const claims = (plugins: readonly Claimant[]) =>
  plugins.flatMap(({ id, contributes }) =>
    [...contributes.routes, ...contributes.adminPages].flatMap(({ landmark }) =>
      landmark ? [{ id, landmark }] : [],
    ),
  )

/** Landmarks that two routes claim, each in one sentence that names the plugins. */
export const findLandmarkConflicts = (plugins: readonly Claimant[]): string[] => {
  const all = claims(plugins)
  return LANDMARKS.flatMap((landmark) => {
    const claimants = all.filter((claim) => claim.landmark === landmark).map(({ id }) => id)
    return claimants.length > 1
      ? [`landmark '${landmark}' is claimed by ${claimants.join(' and ')}: only one may`]
      : []
  })
}

export const findMissingLandmarks = (plugins: readonly Claimant[]): Landmark[] => {
  const claimed = new Set(claims(plugins).map(({ landmark }) => landmark))
  return LANDMARKS.filter((landmark) => !claimed.has(landmark))
}
