import type { BuildRow } from '@spawnpoint/contracts/server-queue'
import type { QueueUses } from './queue-uses.ts'
import type { BuildRecord } from './tables.ts'

/** Rows as staff see them, with the names behind the ids. */
export const presentBuilds = async (
  { users, locations }: Pick<QueueUses, 'users' | 'locations'>,
  rows: readonly BuildRecord[],
): Promise<BuildRow[]> => {
  const people = await users.findMany([...new Set(rows.map(({ owner }) => owner))])
  const names = new Map(people.map(({ id, username }) => [id, username]))
  const places = new Map<string, string>()
  for (const id of new Set(rows.map(({ locationId }) => locationId))) {
    const place = await locations.find(id)
    if (place) places.set(id, place.name)
  }
  return rows.map((row) => ({
    ...row,
    owner: { id: row.owner, username: names.get(row.owner) ?? null },
    locationName: places.get(row.locationId) ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }))
}
