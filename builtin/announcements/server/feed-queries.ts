import type { Headline } from '@spawnpoint/contracts/announcements/schemas'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, desc, eq, gt, gte, isNull, lte, or, sql, type SQL } from 'drizzle-orm'
import type { Reader } from './find-reader.ts'
import { announcement, reading } from './tables.ts'

const isAddressed = ({ role, servers }: Reader): SQL | undefined => {
  const ids = [...servers.keys()].map((id) => sql`${id}`)
  const isNear =
    ids.length > 0
      ? and(
          eq(announcement.audience, 'locations'),
          sql`jsonb_exists_any(${announcement.locationIds}, array[${sql.join(ids, sql`, `)}]::text[])`,
        )
      : undefined
  return or(
    eq(announcement.audience, 'everyone'),
    and(eq(announcement.audience, 'role'), eq(announcement.roleId, role)),
    isNear,
  )
}

/** Keeps to announcements that the person may read now. Every query for customers has it. */
const isVisibleTo = (reader: Reader): SQL | undefined => {
  const now = reader.now.toISOString()
  return and(
    eq(announcement.draft, false),
    lte(announcement.publishAt, now),
    or(isNull(announcement.expiresAt), gt(announcement.expiresAt, now)),
    isAddressed(reader),
  )
}

const isUnread = ({ since }: Reader): SQL =>
  sql<boolean>`(${reading.readAt} is null and ${gte(announcement.publishAt, since.toISOString())})`

const ofReader = ({ id }: Reader) => and(eq(reading.announcement, announcement.id), eq(reading.person, id))

const columns = (reader: Reader) => ({
  id: announcement.id,
  title: announcement.title,
  summary: announcement.summary,
  tags: announcement.tags,
  pinned: announcement.pinned,
  publishAt: announcement.publishAt,
  authorId: announcement.authorId,
  status: announcement.status,
  locationIds: announcement.locationIds,
  unread: isUnread(reader).mapWith(Boolean),
})

const isOpenIncident = sql<boolean>`(${announcement.kind} = 'incident' and ${announcement.status} <> 'resolved')`

// Open incidents first, then pinned ones, then the newest: one text that sorts as all three.
const place = sql<string>`(case when ${isOpenIncident} then 2 when ${announcement.pinned} then 1 else 0 end || to_char(${announcement.publishAt} at time zone 'UTC', 'YYYYMMDDHH24MISSMS'))`

const tagList = sql`string_to_array(lower(${announcement.tags}), ', ')`

export const listFor = (
  db: Queries,
  reader: Reader,
  page: { readonly cursor?: string | undefined; readonly limit: number; readonly tag?: string | undefined },
) =>
  readPage({
    sort: 'place',
    order: 'desc',
    by: place,
    id: announcement.id,
    cursor: page.cursor,
    limit: page.limit,
    read: ({ past, orderBy, limit, position }) =>
      db
        .select({ ...columns(reader), ...position })
        .from(announcement)
        .leftJoin(reading, ofReader(reader))
        .where(
          and(
            isVisibleTo(reader),
            page.tag === undefined ? undefined : sql`${page.tag.toLowerCase()} = any(${tagList})`,
            past,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
  })

export const findFor = async (db: Queries, reader: Reader, id: string) => {
  const [found] = await db
    .select({ ...columns(reader), body: announcement.body })
    .from(announcement)
    .leftJoin(reading, ofReader(reader))
    .where(and(isVisibleTo(reader), eq(announcement.id, id)))
  return found ?? null
}

/** The number of own servers in the locations. */
export const countServersIn = ({ servers }: Reader, locations: readonly string[]): number =>
  locations.reduce((sum, location) => sum + (servers.get(location) ?? 0), 0)

/** The tags of all that the person may read. */
export const listTagsFor = async (db: Queries, reader: Reader): Promise<readonly (string | null)[]> => {
  const rows = await db
    .selectDistinct({ tags: announcement.tags })
    .from(announcement)
    .where(isVisibleTo(reader))
  return rows.map(({ tags }) => tags)
}

export const countUnreadOf = async (db: Queries, reader: Reader): Promise<number> => {
  const [found] = await db
    .select({ unread: sql<number>`count(*)::int` })
    .from(announcement)
    .leftJoin(reading, ofReader(reader))
    .where(and(isVisibleTo(reader), isUnread(reader)))
  return found?.unread ?? 0
}

/**
 * The announcement on the dashboard until it is dismissed: an incident while it is open, a pinned one, else the newest
 * unread one.
 */
export const findHeadlineFor = async (db: Queries, reader: Reader): Promise<Headline | null> => {
  const [found] = await db
    .select({
      id: announcement.id,
      title: announcement.title,
      summary: announcement.summary,
      status: announcement.status,
      locationIds: announcement.locationIds,
    })
    .from(announcement)
    .leftJoin(reading, ofReader(reader))
    .where(
      and(
        isVisibleTo(reader),
        isNull(reading.dismissedAt),
        or(isOpenIncident, eq(announcement.pinned, true), isUnread(reader)),
      ),
    )
    .orderBy(desc(place), desc(announcement.id))
    .limit(1)
  if (!found) return null
  const { locationIds, ...headline } = found
  return { ...headline, servers: countServersIn(reader, locationIds) }
}

/** Marks one announcement as read, or all that the person may read. */
export const saveRead = async (
  tx: Queries,
  reader: Reader,
  { id, isDismissed = false }: { readonly id?: string; readonly isDismissed?: boolean } = {},
): Promise<void> => {
  const at = reader.now.toISOString()
  const rows = tx
    .select({
      person: sql`${reader.id}::uuid`.as('person'),
      announcement: sql`${announcement.id}`.as('announcement'),
      readAt: sql`${at}::timestamptz`.as('read_at'),
      dismissedAt: sql`${isDismissed ? at : null}::timestamptz`.as('dismissed_at'),
    })
    .from(announcement)
    .where(and(isVisibleTo(reader), id === undefined ? undefined : eq(announcement.id, id)))
  await tx
    .insert(reading)
    .select(rows as never)
    .onConflictDoUpdate({
      target: [reading.person, reading.announcement],
      set: { dismissedAt: sql`coalesce(${reading.dismissedAt}, excluded.dismissed_at)` },
    })
}

export const forgetReader = (db: Queries, person: string) =>
  db.delete(reading).where(eq(reading.person, person))
