import { holds } from '@spawnpoint/sdk/common'
import type { Actor } from '@spawnpoint/sdk/server'
import type { ServerUses } from './server-uses.ts'

/** Only on whom one does not fall short of, as with everything else about an account. */
export const mayActOn = async (
  { permissions }: Pick<ServerUses, 'permissions'>,
  actor: Pick<Actor, 'permissions'>,
  user: string,
): Promise<boolean> =>
  (await permissions.of(user)).every((permission) => holds(actor.permissions, permission))
