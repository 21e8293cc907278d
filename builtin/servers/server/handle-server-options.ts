import { serverOptions } from '@spawnpoint/contracts/servers'
import { answer } from '@spawnpoint/sdk/server'
import { readLimits } from './limits.ts'
import { countServersByLocation } from './server-queries.ts'
import { type ServerUses, serverUses } from './server-uses.ts'

const vipPermission = 'user.permission.vip'

const listLocations = async ({ locations, queue, db }: ServerUses) => {
  const queued = await queue.countByLocation()
  const live = await countServersByLocation(db.orm)
  const shown = await locations.list({ status: ['online', 'maintenance'] })
  return shown.map((location) => ({
    ...location,
    usedSlots: (queued.get(location.id) ?? 0) + (live.get(location.id) ?? 0),
  }))
}

const listCategories = async ({ categories, eggs }: ServerUses) => {
  const usable = (await eggs.list()).filter(({ enabled }) => enabled)
  const open = (await categories.list()).filter(({ enabled }) => enabled)
  return open
    .map((category) => ({ ...category, eggs: usable.filter(({ categoryId }) => categoryId === category.id) }))
    .filter((category) => category.eggs.length > 0)
}

export const handleServerOptions = answer(serverOptions, serverUses, async ({ actor, ...services }) => ({
  vip: actor.can(vipPermission),
  locations: await listLocations(services),
  categories: await listCategories(services),
  ...(await readLimits(services, actor.id)),
}))
