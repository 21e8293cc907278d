import type { Queries } from '@spawnpoint/sdk/server'
import { and, asc, eq, sql } from 'drizzle-orm'
import { redirectLink } from './tables.ts'

const { id, name, target, enabled, inSidebar, label, icon, order, clicks, lastClickedAt } = redirectLink

/** More would push the menu out of sight. */
const MOST_IN_SIDEBAR = 20

export const findOpenLink = async (db: Queries, wanted: string) => {
  const [found] = await db
    .select({ id, target })
    .from(redirectLink)
    .where(and(eq(sql`lower(${name})`, wanted), eq(enabled, true)))
  return found ?? null
}

export const listSidebarLinks = (db: Queries) =>
  db
    .select({ name, label, icon })
    .from(redirectLink)
    .where(and(eq(enabled, true), eq(inSidebar, true)))
    .orderBy(asc(order), asc(name))
    .limit(MOST_IN_SIDEBAR)

/** The version stays, so that an edit begun before the click is not stale. */
export const addClicks = (db: Queries, link: string, count: number, last: Date) =>
  db
    .update(redirectLink)
    .set({
      clicks: sql`least(${clicks}::bigint + ${count}, 2147483647)`,
      lastClickedAt: sql`greatest(${lastClickedAt}, ${last.toISOString()}::timestamptz)`,
    })
    .where(eq(id, link))
