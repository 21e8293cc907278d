import { holds, ROOT_PERMISSION } from '@spawnpoint/sdk/common'
import { EndpointFailure } from '@spawnpoint/sdk/server'

const statuses = {
  ROLES_UNKNOWN: 400,
  ROLES_UNKNOWN_PERMISSION: 400,
  ROLES_EXCEEDS_OWN: 403,
  ROLES_LAST_ADMINISTRATOR: 409,
} as const

export const roleFailure = (code: keyof typeof statuses, details?: Readonly<Record<string, string>>) =>
  new EndpointFailure(code, statuses[code], { details })

/** Is there anything among `wanted` that a holder of `own` does not hold? */
export const exceeds = (own: readonly string[], wanted: readonly string[]): boolean =>
  wanted.some((permission) => !holds(own, permission))

export const includesRoot = (permissions: readonly string[]): boolean => permissions.includes(ROOT_PERMISSION)
