import type { Egg } from '@spawnpoint/contracts/eggs'
import type { EggCategory } from '@spawnpoint/contracts/egg-categories'
import type { Location } from '@spawnpoint/contracts/locations'
import type { Person } from '@spawnpoint/contracts/users'
import { holds } from '@spawnpoint/sdk/common'
import { BuildStopped } from './build-outcome.ts'
import type { QueueUses } from './queue-uses.ts'
import type { BuildRecord } from './tables.ts'

export const vipPermission = 'user.permission.vip'
const closedWaitMs = 60_000

export type CheckedOrder = { owner: Person; location: Location; category: EggCategory; egg: Egg }

const checkVip = async ({ permissions }: QueueUses, build: BuildRecord, { location, egg }: CheckedOrder) => {
  if (build.ignoreLimits || !(location.vipOnly || egg.vipOnly)) return
  if (holds(await permissions.of(build.owner), vipPermission)) return
  throw new BuildStopped('fail', location.vipOnly ? 'LOCATION_VIP' : 'EGG_VIP')
}

/** Checks the order again, since prices, limits or locations may have changed while it waited. */
export const checkOrder = async (uses: QueueUses, build: BuildRecord): Promise<CheckedOrder> => {
  const owner = await uses.users.find(build.owner)
  if (!owner) throw new BuildStopped('fail', 'OWNER_GONE')
  if (owner.bannedReason !== null) throw new BuildStopped('fail', 'OWNER_BANNED')
  const location = await uses.locations.find(build.locationId)
  if (!location) throw new BuildStopped('fail', 'LOCATION_GONE')
  const egg = await uses.eggs.find(build.eggId)
  const category = await uses.categories.find(build.categoryId)
  if (!egg?.enabled || !category?.enabled || egg.categoryId !== category.id)
    throw new BuildStopped('fail', 'EGG_GONE')
  const order = { owner, location, category, egg }
  await checkVip(uses, build, order)
  return order
}

/** A location under maintenance takes its servers later. */
export const checkOpen = ({ location }: CheckedOrder): void => {
  if (location.status !== 'online')
    throw new BuildStopped('wait', 'LOCATION_CLOSED', { afterMs: closedWaitMs })
}
