import type { Location } from '@spawnpoint/contracts/locations'
import type { Queries, Transaction } from '@spawnpoint/sdk/server'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { location } from './tables.ts'

const columns = {
  id: location.id,
  name: location.name,
  description: location.description,
  panelLocationId: location.panelLocationId,
  nodeIp: location.nodeIp,
  status: location.status,
  slots: location.slots,
  vipOnly: location.vipOnly,
  imageId: location.imageId,
}

export const findLocation = async (db: Queries, id: string): Promise<Location | null> => {
  const [found] = await db.select(columns).from(location).where(eq(location.id, id))
  return found ?? null
}

export const lockLocation = async (tx: Transaction, id: string): Promise<Location | null> => {
  const [found] = await tx.select(columns).from(location).where(eq(location.id, id)).for('update')
  return found ?? null
}

export const insertLocation = async (
  tx: Transaction,
  values: Omit<Location, 'id' | 'imageId'>,
): Promise<Location> => {
  const [made] = await tx.insert(location).values(values).returning(columns)
  if (!made) throw new Error('a location was not written')
  return made
}

export const listLocationsWith = (
  db: Queries,
  statuses: readonly Location['status'][],
): Promise<Location[]> =>
  db
    .select(columns)
    .from(location)
    .where(inArray(location.status, [...statuses]))
    .orderBy(asc(location.name), asc(location.id))

export const switchOffLocations = async (tx: Transaction, ids: readonly string[]): Promise<number> => {
  const changed = await tx
    .update(location)
    .set({ status: 'offline', version: sql`${location.version} + 1`, updatedAt: sql`now()` })
    .where(and(inArray(location.id, [...ids]), ne(location.status, 'offline')))
    .returning({ id: location.id })
  return changed.length
}
