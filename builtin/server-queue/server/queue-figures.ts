import type { Queries } from '@spawnpoint/sdk/server'
import { and, count, eq, inArray, min } from 'drizzle-orm'
import { build } from './tables.ts'

export const countBuilds = async (db: Queries) => {
  const rows = await db.select({ status: build.status, builds: count() }).from(build).groupBy(build.status)
  const of = (status: string) => rows.find((row) => row.status === status)?.builds ?? 0
  return {
    total: rows.reduce((total, { builds }) => total + builds, 0),
    pending: of('pending'),
    building: of('building'),
    failed: of('failed'),
  }
}

export const findOldestWaiting = async (db: Queries): Promise<Date | null> => {
  const [found] = await db
    .select({ oldest: min(build.createdAt) })
    .from(build)
    .where(inArray(build.status, ['pending', 'building']))
  return found?.oldest ?? null
}

/** Does the queue stand because the panel refuses its key? */
export const isPaused = async (db: Queries): Promise<boolean> => {
  const [found] = await db
    .select({ id: build.id })
    .from(build)
    .where(and(eq(build.status, 'pending'), eq(build.reason, 'PANEL_KEY_REFUSED')))
    .limit(1)
  return found !== undefined
}
