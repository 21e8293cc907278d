import type { KindName, NewNotification } from '@spawnpoint/contracts/notifications'
import { readPage } from '@spawnpoint/sdk/list/server'
import type { Queries } from '@spawnpoint/sdk/server'
import { and, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { delivery, device, notification, preference, pushKey, routine } from './tables.ts'

/** More is shown as "99+" and not counted. */
const MOST_COUNTED = 100

const isOf = (table: typeof notification | typeof preference, { plugin, kind }: KindName) =>
  and(eq(table.plugin, plugin), eq(table.kind, kind))

const valuesOf = ({ plugin, kind, params = {}, link, key }: NewNotification, at: Date): SQL =>
  sql`${plugin}, ${kind}, ${JSON.stringify(params)}::jsonb, ${link ?? null}, ${key ?? null}, ${at.toISOString()}::timestamptz`

/** One row for each person who has not turned the kind off; a key that a person knows adds none. */
export const saveNotifications = async (
  tx: Queries,
  users: readonly string[] | 'everyone',
  what: NewNotification,
  at: Date,
): Promise<void> => {
  const people =
    users === 'everyone'
      ? sql`select id from kernel.identity where banned_at is null and deleted_at is null`
      : sql`select unnest(${sql.param([...users])}::uuid[]) as id`
  await tx.execute(sql`
    insert into notifications.notification (person, plugin, kind, params, link, event_key, created_at, surfaced_at)
    select people.id, ${valuesOf(what, at)}, ${at.toISOString()}::timestamptz from (${people}) people
    where not exists (
      select from notifications.preference p
      where p.person = people.id and p.plugin = ${what.plugin} and p.kind = ${what.kind} and p.in_app = false
    )
    on conflict do nothing`)
}

/** One that came back from a snooze after it was read counts as unread again. */
const isUnread = sql`(${notification.readAt} is null or ${notification.readAt} < ${notification.surfacedAt})`

export const countUnreadOf = async (db: Queries, person: string, now: Date): Promise<number> => {
  const { id, doneAt, surfacedAt } = notification
  const rows = await db
    .select({ id })
    .from(notification)
    .where(and(eq(notification.person, person), isUnread, isNull(doneAt), lte(surfacedAt, now)))
    .limit(MOST_COUNTED)
  return rows.length
}

type Shown = 'inbox' | 'saved' | 'snoozed' | 'done'

const isIn = (show: Shown, now: Date) => {
  const { doneAt, savedAt, surfacedAt } = notification
  if (show === 'done') return isNotNull(doneAt)
  if (show === 'saved') return isNotNull(savedAt)
  return and(isNull(doneAt), show === 'inbox' ? lte(surfacedAt, now) : gt(surfacedAt, now))
}

export const listOf = (
  db: Queries,
  person: string,
  now: Date,
  page: { readonly cursor?: string | undefined; readonly limit: number; readonly show: Shown },
) =>
  readPage({
    sort: 'surfacedAt',
    // The one that comes back first stands first.
    order: page.show === 'snoozed' ? 'asc' : 'desc',
    by: notification.surfacedAt,
    id: notification.id,
    cursor: page.cursor,
    limit: page.limit,
    read: ({ past, orderBy, limit, position }) =>
      db
        .select({
          id: notification.id,
          plugin: notification.plugin,
          kind: notification.kind,
          params: notification.params,
          link: notification.link,
          createdAt: notification.createdAt,
          surfacedAt: notification.surfacedAt,
          readAt: notification.readAt,
          doneAt: notification.doneAt,
          savedAt: notification.savedAt,
          ...position,
        })
        .from(notification)
        .where(and(eq(notification.person, person), isIn(page.show, now), past))
        .orderBy(...orderBy)
        .limit(limit),
  })

export interface Marks {
  readonly read?: boolean | undefined
  readonly done?: boolean | undefined
  readonly saved?: boolean | undefined
  /** Null ends the snooze, and the notification is as read as it was before. */
  readonly snoozedUntil?: Date | null | undefined
}

/** Done implies read. Answers whether the person has such a notification. */
export const markOne = async (
  tx: Queries,
  person: string,
  id: string,
  { read, done, saved, snoozedUntil }: Marks,
  at: Date,
): Promise<boolean> => {
  const isRead = done === true ? true : read
  const { id: own, readAt, doneAt, savedAt, surfacedAt, createdAt } = notification
  const moment = at.toISOString()
  const stamp = (is: boolean | undefined, column: typeof doneAt | typeof savedAt) =>
    is === undefined ? sql`${column}` : is ? sql`coalesce(${column}, ${moment})` : null
  const rows = await tx
    .update(notification)
    .set({
      readAt: isRead === undefined ? sql`${readAt}` : isRead ? at : null,
      doneAt: stamp(snoozedUntil ? false : done, doneAt),
      savedAt: stamp(saved, savedAt),
      surfacedAt: snoozedUntil === undefined ? sql`${surfacedAt}` : (snoozedUntil ?? sql`${createdAt}`),
    })
    .where(and(eq(own, id), eq(notification.person, person)))
    .returning({ id: own })
  return rows.length > 0
}

export const markAll = (tx: Queries, person: string, as: 'read' | 'done', at: Date) =>
  tx
    .update(notification)
    .set({ readAt: at, ...(as === 'done' && { doneAt: at }) })
    .where(and(eq(notification.person, person), isIn('inbox', at), as === 'read' ? isUnread : undefined))

/** How many of each kind came to a person since then. */
export const countRecent = (db: Queries, person: string, since: Date) =>
  db
    .select({ plugin: notification.plugin, kind: notification.kind, count: count() })
    .from(notification)
    .where(
      and(
        eq(notification.person, person),
        gte(notification.surfacedAt, since),
        gte(notification.createdAt, since),
      ),
    )
    .groupBy(notification.plugin, notification.kind)

export const listPreferences = (db: Queries, person: string) =>
  db.select().from(preference).where(eq(preference.person, person))

export const savePreference = (
  db: Queries,
  person: string,
  kind: KindName,
  change: Partial<Record<'inApp' | 'email' | 'push' | 'discord', boolean>>,
) =>
  db
    .insert(preference)
    .values({ person, plugin: kind.plugin, kind: kind.kind, ...change })
    .onConflictDoUpdate({
      target: [preference.person, preference.plugin, preference.kind],
      // An empty change would be no valid statement.
      set: { plugin: kind.plugin, ...change },
    })

/** The choices of some people about the email of a kind; those without one have the default. */
export const readEmailChoices = async (
  tx: Queries,
  kind: KindName,
  users: readonly string[] | 'everyone',
): Promise<ReadonlyMap<string, boolean>> => {
  const rows = await tx
    .select({ person: preference.person, email: preference.email })
    .from(preference)
    .where(
      and(
        isOf(preference, kind),
        users === 'everyone' ? eq(preference.email, true) : inArray(preference.person, [...users]),
      ),
    )
  return new Map(rows.flatMap(({ person, email }) => (email === null ? [] : [[person, email] as const])))
}

/** Done ones are kept for a while, and others not for ever; saved ones stay. */
export const dropOld = (db: Queries, { done, all }: { readonly done: Date; readonly all: Date }) =>
  db
    .delete(notification)
    .where(
      and(isNull(notification.savedAt), or(lt(notification.doneAt, done), lt(notification.createdAt, all))),
    )

export const forgetPerson = async (db: Queries, person: string): Promise<void> => {
  for (const table of [routine, device, delivery]) await db.delete(table).where(eq(table.person, person))
  await db.delete(notification).where(eq(notification.person, person))
  await db.delete(preference).where(eq(preference.person, person))
}

/** Sealed with a key that is gone; browsers registered for the push key that goes with it. */
export const forgetSealed = async (db: Queries): Promise<void> => {
  await db.delete(pushKey)
  await db.delete(device)
  await db.update(routine).set({ discordWebhook: null })
}
