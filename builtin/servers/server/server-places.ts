import { ServerPlaces } from '@spawnpoint/contracts/servers'
import { Database, provide } from '@spawnpoint/sdk/server'
import { and, count, eq, inArray, ne } from 'drizzle-orm'
import { server } from './tables.ts'

const isLive = ne(server.status, 'deleting')

/** The locations of people by their servers. */
export const serverPlaces = provide(ServerPlaces, { db: Database }, ({ db }) => ({
  async placesOf(person: string) {
    const rows = await db.orm
      .select({ location: server.locationId, servers: count() })
      .from(server)
      .where(and(eq(server.owner, person), isLive))
      .groupBy(server.locationId)
    return new Map(rows.map(({ location, servers }) => [location, servers]))
  },
  async locationsOf(servers: readonly string[]) {
    if (servers.length === 0) return new Map()
    const rows = await db.orm
      .select({ id: server.id, location: server.locationId })
      .from(server)
      .where(and(inArray(server.id, [...servers]), isLive))
    return new Map(rows.map(({ id, location }) => [id, location]))
  },
  async ownersIn(locations: readonly string[]) {
    const rows = await db.orm
      .selectDistinct({ owner: server.owner })
      .from(server)
      .where(and(inArray(server.locationId, [...locations]), isLive))
    return rows.map(({ owner }) => owner)
  },
}))
