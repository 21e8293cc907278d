import { serverOptions } from '@spawnpoint/contracts/servers'
import { answer } from '@spawnpoint/sdk/server'
import { readLimits } from './limits.ts'
import { isMeasured } from './latency-page.ts'
import { renewalSettings } from './renewal-rules.ts'
import { countServersByLocation } from './server-queries.ts'
import { createPictureFinder, type Pictured } from './picture-finder.ts'
import { type ServerUses, serverUses } from './server-uses.ts'

const vipPermission = 'user.permission.vip'

type PictureOf = ReturnType<typeof createPictureFinder>

const withPictures = <Row extends Pictured>(rows: readonly Row[], pictureOf: PictureOf) =>
  Promise.all(rows.map(async (row) => ({ ...row, picture: await pictureOf(row) })))

const listLocations = async ({ locations, queue, db }: ServerUses, pictureOf: PictureOf) => {
  const queued = await queue.countByLocation()
  const live = await countServersByLocation(db.orm)
  const shown = await locations.list({ status: ['online', 'maintenance'] })
  return (await withPictures(shown, pictureOf)).map((location) => ({
    ...location,
    measured: isMeasured(location),
    usedSlots: (queued.get(location.id) ?? 0) + (live.get(location.id) ?? 0),
  }))
}

const listCategories = async ({ categories, eggs }: ServerUses, pictureOf: PictureOf) => {
  const usable = await withPictures(
    (await eggs.list()).filter(({ enabled }) => enabled),
    pictureOf,
  )
  const open = (await categories.list()).filter(({ enabled }) => enabled)
  return (await withPictures(open, pictureOf))
    .map((category) => ({ ...category, eggs: usable.filter(({ categoryId }) => categoryId === category.id) }))
    .filter((category) => category.eggs.length > 0)
}

export const handleServerOptions = answer(serverOptions, serverUses, async ({ actor, ...services }) => {
  const pictureOf = createPictureFinder(services)
  const { enabled, cost, days } = renewalSettings(services)
  return {
    renewal: enabled ? { cost, days } : null,
    vip: actor.can(vipPermission),
    locations: await listLocations(services, pictureOf),
    categories: await listCategories(services, pictureOf),
    ...(await readLimits(services, actor.id)),
  }
})
