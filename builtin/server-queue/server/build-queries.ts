import type { Build, BuildOrder, HeldResources } from '@spawnpoint/contracts/server-queue'
import { createRowId } from '@spawnpoint/sdk/resource/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { isDeepStrictEqual } from 'node:util'
import { build } from './tables.ts'

const active = inArray(build.status, ['pending', 'building'])
const sum = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)::int`

const wishes = [
  'name',
  'description',
  'locationId',
  'categoryId',
  'eggId',
  'memory',
  'cpu',
  'disk',
  'databases',
  'backups',
  'allocations',
  'ignoreLimits',
] as const satisfies readonly (keyof BuildOrder)[]

export const findEarlier = async (db: Queries, order: BuildOrder) => {
  const [found] = await db
    .select()
    .from(build)
    .where(and(eq(build.owner, order.owner), eq(build.requestKey, order.requestKey)))
  if (!found) return null
  const isSame =
    wishes.every((wish) => found[wish] === order[wish]) &&
    isDeepStrictEqual(found.environment, order.environment ?? {})
  return { id: found.id, isSame }
}

/** Null when the owner has used the key before. */
export const insertBuild = async (db: Queries, order: BuildOrder, now: Date): Promise<string | null> => {
  const { owner, createdBy, name, description, locationId, categoryId, eggId, requestKey, ignoreLimits } =
    order
  const { environment = {} } = order
  const { memory, cpu, disk, databases, backups, allocations } = order
  const [inserted] = await db
    .insert(build)
    .values({
      owner,
      createdBy,
      name,
      description,
      locationId,
      categoryId,
      eggId,
      requestKey,
      ignoreLimits,
      environment,
      memory,
      cpu,
      disk,
      databases,
      backups,
      allocations,
      id: createRowId(now.getTime()),
      createdAt: now,
      updatedAt: now,
      nextAttemptAt: now,
    })
    .onConflictDoNothing({ target: [build.owner, build.requestKey] })
    .returning({ id: build.id })
  return inserted?.id ?? null
}

export const sumHeld = async (db: Queries, owner: string): Promise<HeldResources> => {
  const [held] = await db
    .select({
      slots: count(),
      memory: sum(build.memory),
      cpu: sum(build.cpu),
      disk: sum(build.disk),
      databases: sum(build.databases),
      backups: sum(build.backups),
      allocations: sum(build.allocations),
    })
    .from(build)
    .where(and(eq(build.owner, owner), active))
  return held ?? { slots: 0, memory: 0, cpu: 0, disk: 0, databases: 0, backups: 0, allocations: 0 }
}

type Place = 'locationId' | 'categoryId' | 'eggId'

export const countActiveIn = async (db: Queries, place: Place, id: string): Promise<number> => {
  const [found] = await db
    .select({ builds: count() })
    .from(build)
    .where(and(eq(build[place], id), active))
  return found?.builds ?? 0
}

export const countByLocation = async (db: Queries): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .select({ id: build.locationId, builds: count() })
    .from(build)
    .where(active)
    .groupBy(build.locationId)
  return new Map(rows.map(({ id, builds }) => [id, builds]))
}

export const listBuildsOf = (db: Queries, owner: string): Promise<Build[]> =>
  db
    .select()
    .from(build)
    .where(and(eq(build.owner, owner), inArray(build.status, ['pending', 'building', 'failed'])))
    .orderBy(asc(build.id))

const isUnsent = and(eq(build.status, 'pending'), eq(build.creationSent, false))

/** Deletes a build that failed, or that waits and of which the panel knows nothing. */
export const deleteUnbuilt = async (db: Queries, owner: string, id: string): Promise<boolean> => {
  const gone = await db
    .delete(build)
    .where(and(eq(build.id, id), eq(build.owner, owner), or(eq(build.status, 'failed'), isUnsent)))
    .returning({ id: build.id })
  return gone.length > 0
}
