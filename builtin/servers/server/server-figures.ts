import { readServerFigures } from '@spawnpoint/contracts/servers'
import { countByDay } from '@spawnpoint/sdk/list/server'
import { answer } from '@spawnpoint/sdk/server'
import { listBrokenEggs } from './check-eggs.ts'
import { countServersByLocation, sumAllServers } from './server-queries.ts'
import { serverUses } from './server-uses.ts'
import { server } from './tables.ts'

export const handleReadServerFigures = answer(
  readServerFigures,
  serverUses,
  async ({ db, clock, locations, queue }) => {
    const [{ servers: all, ...allocated }, created, places, built, queued, brokenEggs] = await Promise.all([
      sumAllServers(db.orm),
      countByDay(db.orm, server, { at: server.createdAt, until: clock.now(), days: 30 }),
      locations.list(),
      countServersByLocation(db.orm),
      queue.countByLocation(),
      listBrokenEggs(db),
    ])
    const full = places.filter(({ id, slots }) => (built.get(id) ?? 0) + (queued.get(id) ?? 0) >= slots)
    return {
      all,
      created,
      locations: places.length,
      allocated,
      full: full.map(({ id, name, slots }) => ({ id, name, slots })),
      brokenEggs,
    }
  },
)
